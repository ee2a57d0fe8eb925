// @ts-check
// Single pictures from the phone's own camera app: on plain HTTP a page may not use the camera itself.

import { byId } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { sendPicture, shrinkPhoto, tableKey } from "../lib/upload.js";

const key = tableKey();

async function take() {
  const [photo] = byId("photo").files;
  if (!photo) return;
  say(t("The picture is being sent."));
  try {
    const { ok, says } = await sendPicture(await shrinkPhoto(photo), { single: "yes" });
    say(ok ? t("The picture has arrived. Take the next one after the next play.") : says);
  } catch (error) {
    say(
      error instanceof Error && ["InvalidStateError", "EncodingError"].includes(error.name)
        ? t("This picture cannot be opened here: set the phone's camera to save JPEG.")
        : t("The program does not answer. Is it running, and is the phone on the same network?"),
    );
  }
  byId("photo").value = "";
}

/** @param {string} text */
function say(text) {
  byId("camera").textContent = text;
}

byId("photo").addEventListener("change", take);
byId("photo").disabled = !key;
if (key) {
  const secure = byId("secure");
  if (secure) secure.href += `?key=${encodeURIComponent(key)}`;
} else {
  say(t("To send pictures, scan the code on the table's screen."));
}
