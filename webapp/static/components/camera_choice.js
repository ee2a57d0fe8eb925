// @ts-check
// The choice of camera: a webcam, a phone, a network camera, the film that the command named, or none. A tap switches
// at once, and the game goes on.

import { address } from "../lib/address.js";
import { get, notAnswering, post, toSentence } from "../lib/api.js";
import { createElement } from "../lib/dom.js";
import { t, tp, withNodes } from "../lib/text.js";

/** @import { Cameras } from "../lib/types.js" */

const ADDRESS = "address";

export class CameraChoice {
  /**
   * @param {HTMLElement} place
   * @param {() => void} onChange called after a switch
   */
  constructor(place, onChange) {
    this.onChange = onChange;
    /** @type {Cameras} */
    this.found = { chosen: "", address: "", choices: [], code: "", pictures: "live", clips: false, says: "" };
    this.choices = createElement("div", { class: "choices" });
    this.more = createElement("div", { class: "camera-more" });
    this.pictures = createElement("div", { class: "choices" });
    this.clips = createElement("input", { type: "checkbox" });
    this.clips.addEventListener("change", () => post("/api/clips", { clips: this.clips.checked }));
    this.status = createElement("p", { class: "camera-says", role: "alert" });
    const group = createElement(
      "div",
      { role: "group", "aria-label": t("Which camera?") },
      createElement("h3", {}, t("Which camera?")),
      this.choices,
    );
    const others = createElement(
      "div",
      { role: "group", "aria-label": t("Pictures for the others") },
      createElement("h3", {}, t("Pictures for the others")),
      this.pictures,
    );
    const clips = createElement("label", { class: "choice" }, this.clips, t("Keep a clip of each play"));
    place.replaceChildren(group, this.more, others, clips, this.status);
  }

  async load() {
    this.showStatus(t("Looking for cameras …"));
    /** @type {Cameras | null} */
    const found = await get("/api/cameras").catch(() => null);
    if (found) this.show(found);
    this.showStatus(found ? toSentence(found.says) : notAnswering());
  }

  /**
   * @param {Cameras} found
   * @param {string} wanted the choice that was tapped, which may not be the camera yet
   */
  show(found, wanted = found.chosen) {
    this.found = found;
    const options = [...found.choices];
    options.splice(-1, 0, { camera: ADDRESS, name: tp("camera", "An address") });
    this.choices.replaceChildren(
      ...options.map(({ camera, name }) => {
        const button = createElement("button", { type: "button", "aria-pressed": String(camera === wanted) }, name);
        button.addEventListener("click", () => this.onTap(camera));
        return button;
      }),
    );
    this.showPictures(found.pictures);
    this.clips.checked = found.clips;
    this.more.replaceChildren(
      ...(wanted === ADDRESS ? this.addressParts() : wanted === "phone" ? this.phoneParts() : []),
    );
  }

  /** @param {Cameras["pictures"]} chosen */
  showPictures(chosen) {
    /** @type {Record<Cameras["pictures"], string>} */
    const names = { off: tp("pictures", "None"), delayed: t("After each hand"), live: tp("pictures", "Live") };
    this.pictures.replaceChildren(
      ...Object.entries(names).map(([pictures, name]) => {
        const button = createElement("button", { type: "button", "aria-pressed": String(pictures === chosen) }, name);
        button.addEventListener("click", () => this.choosePictures(pictures));
        return button;
      }),
    );
  }

  /** @param {string} pictures which of them others than the host see */
  async choosePictures(pictures) {
    /** @type {Cameras | null} */
    const now = await post("/api/pictures", { pictures }, (text) => this.showStatus(text));
    if (!now) return;
    this.found.pictures = now.pictures;
    this.showPictures(now.pictures);
    /** @type {HTMLElement | null} */
    const pressed = this.pictures.querySelector("[aria-pressed=true]");
    pressed?.focus();
  }

  /** @param {string} camera */
  onTap(camera) {
    this.showStatus("");
    if (camera !== ADDRESS) return this.choose(camera);
    this.show(this.found, ADDRESS);
    return this.more.querySelector("input")?.focus();
  }

  /**
   * @param {string} camera a choice, or the address of a network camera
   * @param {string} tapped
   */
  async choose(camera, tapped = camera) {
    this.showStatus(t("Connecting …"));
    for (const each of this.choices.querySelectorAll("button")) each.disabled = true;
    const typed = this.more.querySelector("input")?.value ?? "";
    let error = "";
    /** @type {Cameras | null} */
    const now = await post("/api/cameras", { camera }, (text) => {
      error = text;
    });
    this.show(now ?? this.found, now || tapped === ADDRESS ? tapped : this.found.chosen);
    this.showStatus(error);
    const input = this.more.querySelector("input");
    if (input && !now) {
      input.value = typed;
      input.select();
    } else {
      /** @type {HTMLElement | null} */
      const pressed = this.choices.querySelector("[aria-pressed=true]");
      pressed?.focus();
    }
    if (!now) return;
    this.more.scrollIntoView({ block: "nearest" });
    this.onChange();
  }

  addressParts() {
    const input = createElement("input", {
      type: "text",
      inputMode: "url",
      autocomplete: "off",
      spellcheck: false,
      autocapitalize: "none",
      value: this.found.address,
      placeholder: "http://192.168.1.20:8080/video",
      "aria-label": t("The camera's address"),
    });
    const button = createElement("button", { type: "button" }, t("Connect"));
    const look = () => {
      if (input.value.trim()) this.choose(withScheme(input.value.trim()), ADDRESS);
      else input.focus();
    };
    button.addEventListener("click", look);
    // Enter would send the form around the field.
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        look();
      }
    });
    return [
      createElement("div", { class: "camera-address" }, input, button),
      createElement(
        "p",
        { class: "note" },
        t("A network camera's address, or the one that a phone's camera app shows. It begins with rtsp:// or http://."),
      ),
    ];
  }

  phoneParts() {
    const { chosen, code } = this.found;
    if (chosen !== "phone") return [];
    if (!code) {
      const again = createElement("button", { type: "button" }, t("Look again"));
      again.addEventListener("click", () => this.load());
      return [
        createElement(
          "p",
          {},
          t(
            "No phone can reach this machine: it is on no network. Connect it to the phone's network, then look again.",
          ),
        ),
        again,
      ];
    }
    return [
      createElement(
        "div",
        { class: "camera-phone" },
        createElement("img", {
          src: address("/camera-code/secure.svg"),
          alt: t("The code that leads a phone to the camera's page"),
        }),
        createElement(
          "div",
          {},
          createElement(
            "p",
            {},
            ...withNodes(t("Scan this with the phone, then tap %(button)s."), {
              button: createElement("b", {}, t("Start the camera")),
            }),
          ),
          createElement(
            "p",
            { class: "note" },
            t("Its browser warns the first time."),
            " ",
            createElement(
              "a",
              { href: address("/camera-code"), target: "_blank", rel: "noopener" },
              t("What to tap then"),
            ),
          ),
          createElement("p", { class: "note address" }, code),
        ),
      ),
    ];
  }

  /** @param {string} text */
  showStatus(text) {
    this.status.textContent = text;
  }
}

/** @param {string} address */
function withScheme(address) {
  return address.includes("://") ? address : `http://${address}`;
}
