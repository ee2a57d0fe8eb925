// @ts-check
// Where this dashboard stands: its own machine's first address, or a table of a hall, for example /table/7.

/** The path before the path of each page; "" for a dashboard of its own. */
export const root = document.documentElement.dataset.root ?? "";

/**
 * The address of something of this dashboard.
 * @param {string} path begins with a slash
 */
export function address(path) {
  return root + path;
}
