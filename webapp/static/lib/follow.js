// @ts-check
// In a hall a table may move to another program: when one ends, another keeps its tables. Pages go after it.

import { root } from "./address.js";

const PAUSE_MILLISECONDS = 2000;

/** The addresses of the hall's other programs, each with a slash at its end; none for a dashboard of its own. */
const others = (document.documentElement.dataset.others ?? "").split(" ").filter(Boolean);
/** The number of the table; "" in the lobby. */
const table = root.split("/").pop() ?? "";
let triedAt = -PAUSE_MILLISECONDS;

/**
 * Goes where this page is served now, if that is elsewhere. Called whenever the program does not answer as it should.
 * @param {Record<string, string>} extra added to the query of the page
 */
export async function followTable(extra = {}) {
  if ((!root && !others.length) || performance.now() - triedAt < PAUSE_MILLISECONDS) return;
  triedAt = performance.now();
  try {
    const answer = await fetch(location.href, { redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") go(location.origin, extra);
    return;
  } catch {
    // nobody answers here
  }
  for (const other of others) {
    if (await answers(other)) {
      go(other, extra);
      return;
    }
  }
}

/** @param {string} address */
async function answers(address) {
  try {
    // What it says may not be read from here, and the request fails where it does not keep the table.
    await fetch(`${address}api/hall/here${table ? `?table=${table}` : ""}`, { mode: "no-cors", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} base
 * @param {Record<string, string>} extra
 */
function go(base, extra) {
  const page = new URL(location.pathname + location.search, base);
  for (const [name, value] of Object.entries(extra)) page.searchParams.set(name, value);
  location.replace(page.href);
}
