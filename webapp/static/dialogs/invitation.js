// @ts-check
// The invitation: the QR code, the code to type, and the seats that are taken.

import { address as addressOf } from "../lib/address.js";
import { get, post, signOut } from "../lib/api.js";
import { createElement } from "../lib/dom.js";
import { t, tp } from "../lib/text.js";
import { openDialog } from "./dialog.js";

/** @import { Invitation } from "../lib/types.js" */
/** @import { DialogButton } from "./dialog.js" */

export async function showInvitation() {
  /** @type {Invitation} */
  let invitation = await get("/api/invitation");
  let trouble = "";
  for (;;) {
    /** @type {DialogButton[]} */
    const buttons = [{ value: "", text: t("Close"), primary: true }];
    if (!invitation.address) {
      buttons.unshift({ value: "phones", text: t("Let phones in") });
    } else {
      buttons.unshift(
        { value: "code", text: t("Another code") },
        { value: "keys", text: t("New keys") },
        { value: "leave", text: t("Sign out on this device") },
      );
    }
    const body = createElement("div");
    const draw = () => {
      body.replaceChildren(...invitationParts(invitation, choose), createElement("p", { role: "alert" }, trouble));
    };
    const choose = async (/** @type {string} */ address) => {
      invitation = (await post("/api/invitation", { address })) ?? invitation;
      draw();
    };
    draw();
    const chosen = await openDialog(
      t("Join on your own phone"),
      [body],
      [
        ...invitation.taken.map((player) => ({
          value: `free ${player}`,
          text: t("Free the seat of %(player)s", { player }),
        })),
        ...buttons,
      ],
    );
    if (!chosen) return;
    if (chosen === "leave") return signOut();
    if (chosen === "keys") {
      await renewKeys();
      invitation = await get("/api/invitation");
      continue;
    }
    invitation =
      (chosen === "code"
        ? await post("/api/code")
        : chosen === "phones"
          ? await post("/api/phones", {}, (text) => {
              trouble = text;
            })
          : await post("/api/seats/free", { player: chosen.slice("free ".length) })) ?? invitation;
  }
}

/** Asks, makes all keys new, and shows the host's address from now on. */
async function renewKeys() {
  const asks = t("Everybody else, other hosts too, has to come in again, and the host's address is another.");
  const chosen = await openDialog(
    t("Make new keys?"),
    [createElement("p", {}, asks)],
    [
      { value: "renew", text: t("New keys") },
      { value: "", text: t("Cancel"), primary: true },
    ],
  );
  const renewed = chosen ? await post("/api/keys") : null;
  if (!renewed) return;
  const address = createElement("p", { class: "address" }, location.origin + addressOf(renewed.path));
  await openDialog(
    t("Your address from now on, for you alone"),
    [address],
    [{ value: "", text: t("Close"), primary: true }],
  );
}

/**
 * @param {Invitation} invitation
 * @param {(address: string) => void} choose called with another address of this machine
 */
function invitationParts({ code, join, address, addresses, taken }, choose) {
  if (!address) {
    return [
      createElement(
        "p",
        {},
        t(
          "So far this table is served to this machine alone. Let phones in, and those on the same network can join with a code.",
        ),
      ),
    ];
  }
  return [
    createElement(
      "div",
      { class: "invitation" },
      createElement("img", {
        src: addressOf(`/api/invitation.svg?${encodeURIComponent(address)}`),
        alt: t("The address as a QR code"),
      }),
      createElement(
        "div",
        {},
        createElement("p", {}, tp("then an address", "Scan the QR code, or open")),
        createElement("p", { class: "address" }, join),
        createElement("p", {}, tp("then a code", "and type")),
        createElement("p", { class: "code" }, code),
        taken.length
          ? createElement("p", { class: "note" }, t("Seated: %(players)s.", { players: taken.join(", ") }))
          : null,
      ),
    ),
    addresses.length > 1 ? addressChoice(addresses, choose) : null,
    address.startsWith("https:") ? warningNote() : null,
  ].filter((part) => part !== null);
}

function warningNote() {
  const link = createElement(
    "a",
    { href: addressOf("/trust"), target: "_blank", rel: "noopener" },
    t("No more warnings"),
  );
  return createElement("p", { class: "note" }, t("Its browser warns the first time."), " ", link);
}

/**
 * @param {string[]} addresses
 * @param {(address: string) => void} choose
 */
function addressChoice(addresses, choose) {
  const options = addresses.map((value) => createElement("option", { value }, new URL(value).hostname));
  const select = createElement("select", {}, ...options);
  select.addEventListener("change", () => choose(select.value));
  return createElement(
    "label",
    { class: "field" },
    t("If phones do not find it: this machine's other addresses"),
    select,
  );
}
