// Talking with the server, and saying what went wrong.

const SHOWN_SECONDS = 8;
let hiding = 0;

export function showTrouble(text) {
  const place = document.getElementById("trouble");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, SHOWN_SECONDS * 1000);
}

// Whether the program answers: said until it does again.
export function showAway(isAway) {
  const was = document.body.classList.contains("is-away");
  document.body.classList.toggle("is-away", isAway);
  if (isAway) showTrouble("The program does not answer. The page goes on by itself as soon as it does.");
  else if (was) showTrouble("");
  if (isAway) clearTimeout(hiding);
}

export async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

// The answer to a post, or null where it was refused; `refused` hears why.
export async function post(path, body = {}, refused = showTrouble) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    if (answer.ok) return said;
    refused(sentence(said.error));
  } catch {
    refused("The program does not answer. Is it still running?");
  }
  return null;
}

// Capital and full stop for what the program says of itself; an address stays as it is written.
export function sentence(text) {
  if (!text) return "";
  const begun = /^\w+:\/\//.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return begun + (/[.!?]$/.test(text) ? "" : ".");
}

// An element with properties and children; `class`, `dataset` and aria attributes too.
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
