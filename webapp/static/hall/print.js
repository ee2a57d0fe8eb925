// @ts-check
// The button that prints the page.

import { byId, query } from "../lib/dom.js";

byId("print").addEventListener("click", () => print());
query("main").inert = false;
