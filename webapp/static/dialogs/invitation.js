// What lets others in: a picture to scan, the code, and who has sat down already.

import { get, make, post } from "../lib/api.js";
import { ask } from "./dialog.js";

export async function showInvitation(game) {
  let invitation = await get("/api/invitation");
  for (;;) {
    const buttons = [{ value: "", text: "Close", primary: true }];
    if (invitation.address) buttons.unshift({ value: "code", text: "Another code" });
    const chosen = await ask("Join on your own phone", partsOf(invitation), [
      ...invitation.taken.map((player) => ({ value: `free ${player}`, text: `Free the seat of ${player}` })), ...buttons,
    ]);
    if (!chosen) return;
    invitation = (chosen === "code" ? await post("/api/code")
      : await post("/api/seats/free", { player: chosen.slice("free ".length) })) ?? invitation;
  }
}

function partsOf({ code, join, address, taken }) {
  if (!address) {
    return [make("p", {}, "This dashboard is served to this machine alone. Start the program with --phones, "
      + "and the players' phones on the same network can join here.")];
  }
  return [make("div", { class: "invitation" },
    make("img", { src: `/api/invitation.svg?${code}`, alt: "The address as a picture to scan" }),
    make("div", {}, make("p", {}, "Scan the picture, or open"), make("p", { class: "address" }, join),
      make("p", {}, "and type"), make("p", { class: "code" }, code),
      taken.length ? make("p", { class: "note" }, `Seated: ${taken.join(", ")}.`) : null))];
}
