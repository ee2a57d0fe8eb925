// @ts-check
// Texts in the language of the page. The page carries those of its language; English texts are in the scripts.

/** @typedef {Record<string, string | number>} Values */

/** @type {{plurals: Record<string, number>, messages: Record<string, string | string[]>}} */
const { plurals, messages } = JSON.parse(
  document.getElementById("texts")?.textContent ?? '{"plurals": {}, "messages": {}}',
);

/** The language of the page, for example "pt-BR". */
export const language = document.documentElement.lang || "en";

const pluralRules = new Intl.PluralRules(language);
// By itself a browser groups the digits of 1000 in every language but Spanish. The server groups them in all.
const numberFormat = new Intl.NumberFormat(language, { useGrouping: "always" });

/**
 * A text in the language of the page, with each %(name)s filled in.
 * @param {string} message in English
 * @param {Values} values
 */
export function t(message, values = {}) {
  return fillIn(found(message) ?? message, values);
}

/**
 * The form of a text that goes with a number, which %(number)s stands for.
 * @param {string} one in English
 * @param {string} many in English
 * @param {number} number
 * @param {Values} values
 */
export function tn(one, many, number, values = {}) {
  const forms = messages[one];
  const form = Array.isArray(forms)
    ? forms[plurals[pluralRules.select(number)] ?? forms.length - 1]
    : number === 1
      ? one
      : many;
  return fillIn(form, { number: formatNumber(number), ...values });
}

/**
 * As `t`, where English has one word for what other languages have several for.
 * @param {string} context
 * @param {string} message in English
 * @param {Values} values
 */
export function tp(context, message, values = {}) {
  return fillIn(found(`${context}\u0004${message}`) ?? message, values);
}

/**
 * The parts of a text whose placeholders stand for elements: `withNodes(t("Tap %(button)s."), {button})`.
 * @param {string} text in which those placeholders are still open
 * @param {Record<string, Node>} nodes
 * @returns {(string | Node)[]}
 */
export function withNodes(text, nodes) {
  return text.split(/(%\(\w+\)s)/).map((part) => nodes[part.slice(2, -2)] ?? part);
}

/**
 * A number as the language writes it.
 * @param {number} number
 */
export function formatNumber(number) {
  return numberFormat.format(number);
}

/**
 * Points with their sign; "" for none.
 * @param {number} points
 */
export function formatGain(points) {
  return points ? `${points > 0 ? "+" : "−"}${formatNumber(Math.abs(points))}` : "";
}

/**
 * A list as the language writes it: "Ann, Bob and Cid".
 * @param {string[]} items
 */
export function formatList(items) {
  return new Intl.ListFormat(language).format(items);
}

/**
 * Who plays with whom: "Ann and Cid against Bob and Dee"; "" where partners do not rotate.
 * @param {string[][]} partners
 */
export function partnersInWords(partners) {
  const [first, second] = partners.map((pair) => formatList(pair));
  return second ? t("%(first)s against %(second)s", { first, second }) : "";
}

/**
 * @param {string} key
 * @returns {string | undefined}
 */
function found(key) {
  const text = messages[key];
  return Array.isArray(text) ? text[0] : text;
}

/**
 * @param {string} text
 * @param {Values} values
 * @returns {string}
 */
function fillIn(text, values) {
  return text.replace(/(?:(\p{L}+) )?%\((\w+)\)s/gu, (open, word, name) => {
    if (!(name in values)) return open;
    const value = String(values[name]);
    if (!word) return value;
    return isCutShort(word, value) ? `${word.slice(0, -1)}’${value}` : `${word} ${value}`;
  });
}

/**
 * Whether a word loses its last letter before a name, as in “d’Ann” in French.
 * @param {string} word
 * @param {string} name
 * @returns {boolean}
 */
function isCutShort(word, name) {
  const words = tp("words that are cut short before some names", "none");
  const beginnings = tp("beginnings of names that cut the word before short", "none");
  return new RegExp(`^(?:${words})$`, "iu").test(word) && new RegExp(`^(?:${beginnings})`, "iu").test(name);
}
