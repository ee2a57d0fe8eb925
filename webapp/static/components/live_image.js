// The live picture: one frame asked for after the other, so that a slow network shows late frames but never old ones.

const PAUSE_MILLISECONDS = 80;
const QUIET_MILLISECONDS = 1500;

export class Picture {
  // `says` is called with a sentence where there is no picture, and with "" where there is one; `seen` with where each
  // tile lies in it.
  constructor(image, says, seen = () => {}) {
    this.image = image;
    this.says = says;
    this.seen = seen;
    this.number = 0;
    this.isShown = true;
    this.next(0);
    document.addEventListener("visibilitychange", () => this.next(0));
  }

  show(isShown) {
    this.isShown = isShown;
    this.next(0);
  }

  // Another camera watches: what the one before saw is not shown until the first picture comes.
  begin() {
    this.clear();
    this.startAnew();
  }

  clear() {
    if (this.image.src) URL.revokeObjectURL(this.image.src);
    this.image.removeAttribute("src");
    this.seen({});
  }

  // The program may have been started anew, and counts its frames from the beginning.
  startAnew() {
    this.number = 0;
    this.next(0);
  }

  next(milliseconds) {
    clearTimeout(this.timer);
    if (this.isShown && !document.hidden) this.timer = setTimeout(() => this.load(), milliseconds);
  }

  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    let pause = QUIET_MILLISECONDS;
    try {
      const answer = await fetch(`/live.jpg?after=${this.number}`);
      if (answer.status === 200) {
        await this.put(await answer.blob());
        this.number = Number(answer.headers.get("Frame"));
        this.says("");
        this.seen(JSON.parse(answer.headers.get("Tiles")));
        pause = PAUSE_MILLISECONDS;
      } else {
        const state = answer.headers.get("Camera");
        if (state === "none") this.clear();
        // The frame that is shown may have been read only after it was sent.
        else if (this.number) this.seen(JSON.parse(answer.headers.get("Tiles")));
        if (state !== "waiting") this.says(answer.headers.get("Camera-Says") ?? "");
      }
    } catch {
      this.says("The program does not answer.");
    }
    this.isLoading = false;
    this.next(pause);
  }

  async put(blob) {
    const old = this.image.src;
    this.image.src = URL.createObjectURL(blob);
    await this.image.decode().catch(() => {});
    if (old) URL.revokeObjectURL(old);
  }
}
