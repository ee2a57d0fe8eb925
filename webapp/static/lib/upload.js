// A picture sent to the table, and what the table says of it.

const PATIENCE_MILLISECONDS = 10_000;

// The key stands in the address that was scanned. It is kept for this tab: a reload may come without it.
export function keyOfTable() {
  const key = new URLSearchParams(location.search).get("key") ?? sessionStorage.getItem("muggins-key") ?? "";
  sessionStorage.setItem("muggins-key", key);
  return key;
}

// The name that this page goes by, of which one at a time is the camera.
export function nameOfPhone() {
  const known = sessionStorage.getItem("muggins-phone");
  if (known) return known;
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(8)), (each) => each.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("muggins-phone", fresh);
  return fresh;
}

// Resolves to {ok, says, rival}; throws where nobody answers.
export async function send(picture, how = {}) {
  const answer = await fetch(`/api/camera?${new URLSearchParams(how)}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", "Phone-Key": keyOfTable(), Phone: nameOfPhone() },
    body: picture,
    signal: AbortSignal.timeout?.(PATIENCE_MILLISECONDS),
  });
  const said = await answer.json();
  return { ok: answer.ok, says: answer.ok ? said.says : sentence(said.error), rival: Boolean(said.rival) };
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
