// Which camera watches the table: a webcam, a phone, one with an address, the film that the command named, or none.
// What is tapped watches at once, and the game goes on.

import { get, make, post, sentence } from "../lib/api.js";

const ADDRESS = "address";

export class CameraChoice {
  // `changed` hears that another camera watches.
  constructor(place, changed) {
    this.changed = changed;
    this.choices = make("div", { class: "choices" });
    this.more = make("div", { class: "camera-more" });
    this.says = make("p", { class: "camera-says", role: "alert" });
    const group = make("div", { role: "group", "aria-label": "Which camera?" }, make("h3", {}, "Which camera?"), this.choices);
    place.replaceChildren(group, this.more, this.says);
  }

  async load() {
    this.say("Looking for cameras …");
    const found = await get("/api/cameras").catch(() => null);
    if (found) this.show(found);
    this.say(found ? sentence(found.says) : "The program does not answer. Is it still running?");
  }

  // `wanted`: what has been tapped and does not watch yet.
  show(found, wanted = found.chosen) {
    this.found = found;
    const options = [...found.choices];
    options.splice(-1, 0, { camera: ADDRESS, name: "An address" });
    this.choices.replaceChildren(...options.map(({ camera, name }) => {
      const button = make("button", { type: "button", "aria-pressed": String(camera === wanted) }, name);
      button.addEventListener("click", () => this.tapped(camera));
      return button;
    }));
    this.more.replaceChildren(...(wanted === ADDRESS ? this.addressParts() : wanted === "phone" ? this.phoneParts() : []));
  }

  tapped(camera) {
    this.say("");
    if (camera !== ADDRESS) return this.choose(camera);
    this.show(this.found, ADDRESS);
    return this.more.querySelector("input").focus();
  }

  async choose(camera, tapped = camera) {
    this.say("Looking there …");
    for (const each of this.choices.children) each.disabled = true;
    const typed = this.more.querySelector("input")?.value;
    let why = "";
    const now = await post("/api/cameras", { camera }, (text) => { why = text; });
    this.show(now ?? this.found, now || tapped === ADDRESS ? tapped : this.found.chosen);
    this.say(why);
    const input = this.more.querySelector("input");
    if (input && !now) { input.value = typed; input.select(); }
    else this.choices.querySelector("[aria-pressed=true]")?.focus();
    if (!now) return;
    this.more.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  addressParts() {
    const input = make("input", {
      type: "text", inputMode: "url", autocomplete: "off", spellcheck: false, autocapitalize: "none", value: this.found.address,
      placeholder: "http://192.168.1.20:8080/video", "aria-label": "The camera's address",
    });
    const button = make("button", { type: "button" }, "Look there");
    const look = () => { if (input.value.trim()) this.choose(whole(input.value.trim()), ADDRESS); else input.focus(); };
    button.addEventListener("click", look);
    // The form around it would be sent else.
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); look(); } });
    return [
      make("div", { class: "camera-address" }, input, button),
      make("p", { class: "note" }, "A network camera's address, or the one that a phone's camera app shows. It begins with rtsp:// or http://."),
    ];
  }

  phoneParts() {
    const { chosen, code } = this.found;
    if (chosen !== "phone") return [];
    if (!code) {
      const again = make("button", { type: "button" }, "Look again");
      again.addEventListener("click", () => this.load());
      return [make("p", {}, "This machine is on no network that a phone could find it on. Connect it to the phone's, then look again."), again];
    }
    return [make("div", { class: "camera-phone" },
      make("img", { src: "/camera-code/secure.svg", alt: "The code that leads a phone to the camera's page" }),
      make("div", {}, make("p", {}, "Scan this with the phone, then tap ", make("b", {}, "Start the camera"), "."),
        make("p", { class: "note" }, "Its browser warns the first time. ",
          make("a", { href: "/camera-code", target: "_blank", rel: "noopener" }, "What to tap then")),
        make("p", { class: "note address" }, code)))];
  }

  say(text) {
    this.says.textContent = text;
  }
}

function whole(address) {
  return address.includes("://") ? address : `http://${address}`;
}
