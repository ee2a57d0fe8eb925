"""What is wrong with a page in a browser: what axe finds, text that is cut off, and text that is in no catalogue."""

import re
import socket

from axe_playwright_python.base import AXE_SCRIPT

AXE = """async () => (await axe.run({resultTypes: ["violations"], preload: false})).violations
  .map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target[0]).join(", ")}`)"""
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true})) return false;
  if (element.closest(".unseen, .language ul, svg")) return false;
  if (element.matches("input") && element.value)
    return element.scrollWidth > element.clientWidth + 1;
  if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) return false;
  const {display, overflowX, overflowY, fontSize} = getComputedStyle(element);
  if (display !== "inline" && overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1) return true;
  // Letters of a line that is set tight reach out of it by a part of their height; half of it is a line too many.
  const letter = parseFloat(fontSize);
  const overflow = element.scrollHeight - element.clientHeight;
  if (display !== "inline" && overflowY !== "auto" && overflow > letter / 2) return true;
  const {right, bottom, top} = element.getBoundingClientRect();
  for (let frame = element.parentElement; frame; frame = frame.parentElement) {
    const {overflowY} = getComputedStyle(frame);
    if (overflowY === "auto" || overflowY === "scroll") break;
    const edges = frame.getBoundingClientRect();
    const isHidden = overflowY === "hidden" || overflowY === "clip";
    if (isHidden && (bottom > edges.bottom + letter / 4 || top < edges.top - letter / 4)) return true;
  }
  return !element.closest(".wide, .moves") && right > innerWidth + 1;
}).map((element) => {
  const text = element.matches("input") ? element.value : element.textContent;
  return `${element.tagName} ${element.id || element.className}: ${text.slice(0, 60)}`;
})"""
"""The fields and elements with text of their own that is wider or higher than they or what they lie in, or beyond the
screen."""
COVERED = """() => {
  const boxes = [];
  const add = (element, {left, top, right, bottom}) => {
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return;
    if (element.closest("svg, .unseen, .language ul, #trouble")) return;
    const box = {element, left, top, right, bottom};
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      const {overflowX, overflowY, position} = getComputedStyle(frame);
      if (position === "fixed" || position === "sticky") box.floats = true;
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edges = frame.getBoundingClientRect();
      box.left = Math.max(box.left, edges.left); box.right = Math.min(box.right, edges.right);
      box.top = Math.max(box.top, edges.top); box.bottom = Math.min(box.bottom, edges.bottom);
    }
    if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push(box);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || node.parentElement.closest("script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const {fontSize, clipPath} = getComputedStyle(node.parentElement);
    if (clipPath !== "none") continue;
    for (const {left, right, top, bottom} of range.getClientRects()) {
      // The letters alone: of lines that are set tight the boxes overlap.
      const middle = (top + bottom) / 2, half = parseFloat(fontSize) * 0.35;
      add(node.parentElement, {left, right, top: middle - half, bottom: middle + half});
    }
  }
  const others = "button, a.button, input:not(.choice input), select, .panes figure, .board svg";
  for (const each of document.querySelectorAll(others)) add(each, each.getBoundingClientRect());
  const name = ({element}) => `${element.tagName} ${element.id || element.textContent.trim().slice(0, 30)}`;
  const found = [];
  boxes.forEach((one, place) => {
    const isBeyond = (one.left < -1 || one.right > innerWidth + 1) && !one.element.closest(".wide");
    if (isBeyond) found.push(`${name(one)} beyond the screen`);
    for (const other of boxes.slice(place + 1)) {
      if (one.floats || other.floats) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 3 && high > 3) found.push(`${name(one)} over ${name(other)}`);
    }
  });
  return [...new Set(found)];
}"""
"""The texts, buttons and pictures that cover one another, and what lies beyond the sides of the screen."""
BROKEN = """(buttons) => [...document.querySelectorAll(buttons)].flatMap((button) => {
  const found = [], walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    for (const {0: word, index} of walk.currentNode.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      const side = getComputedStyle(button).writingMode === "horizontal-tb" ? "top" : "left";
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line[side])));
      if (lines.size > 1) found.push(word);
    }
  }
  return found;
})"""
"""The words of buttons that are broken."""
TINY = """() => [...document.querySelectorAll(".holes")].flatMap((holes) => {
  const {width} = holes.querySelector(".hole").getBoundingClientRect();
  return width && width < 4 ? [`holes ${width.toFixed(1)} px wide`] : [];
})"""
"""The pegboards whose holes are smaller than on a phone."""
WIDE_PAGE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAMES = {
    *("Ann", "Bob", "muggins", "English", "Esperanto", "CSV", "JSON", "Lines", "EO", "camera"),
    *("Tridek", "Dudek", "dek", "unu", "Crown", "Cid", "Dee", "Eve", "Fay", "Gus", "Pat", "Open", "Swiss"),
    *re.findall("[a-z]+", socket.gethostname().lower()),
}
"""What is written alike in all languages, this machine's name too.

"camera" is the source in these tests; numbers are Esperanto."""
UNTRANSLATED = re.compile(r"\((all-fives-first-double|mexican-train)\)|(https?|rtsp)://\S*")
"""The ids by which the command knows games, which scoresheets name, and addresses."""
SHOWN = """() => {
  const shown = (element) => element.checkVisibility({visibilityProperty: true});
  const texts = [];
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const place = walk.currentNode.parentElement;
    if (place.closest("script, style, time, .address, .code, [lang]:not(html)")) continue;
    if (place.closest("head") || shown(place)) texts.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "aria-valuetext", "alt", "title", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.closest("[lang]:not(html)")) texts.push(element.getAttribute(name));
  return texts;
}"""


def axe_faults(page):
    """What axe finds on a page or in its open dialog, as "rule: the elements"."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE)


def broken(page, buttons="button, a.button"):
    """The words of buttons that stand in two lines each."""
    return page.evaluate(BROKEN, buttons)


def cut_off(page):
    """What is larger than its place, and how far the page is wider than the screen."""
    wider = page.evaluate(WIDE_PAGE)
    return [*page.evaluate(CUT), *([f"{wider} px wider than the screen"] if wider else [])]


def tiny(page):
    """The pegboards whose holes can hardly be told apart."""
    return page.evaluate(TINY)


def covered(page):
    """What lies over something else, or beyond the sides of the screen."""
    return page.evaluate(COVERED)


def plain_words(page):
    """The words that a page shows, or has read aloud, in letters of no language but English."""
    words = set()
    for text in page.evaluate(SHOWN):
        words |= set(re.findall(r"[A-Za-z]+", UNTRANSLATED.sub("", text))) - NAMES
    return sorted(words)
