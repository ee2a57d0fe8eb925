"""What is wrong with a page in a browser: what axe finds, and text that is cut off."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
SCHEMES = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""axe's options for each colour scheme: of all its rules, contrast alone depends on the colours."""
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true})) return false;
  if (element.closest(".unseen, .language ul, svg")) return false;
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
}).map((element) => `${element.tagName} ${element.id || element.className}: ${element.textContent.slice(0, 60)}`)"""
"""The elements with text of their own that is wider or higher than they or what they lie in, or beyond the screen."""
WIDE_PAGE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def axe_faults(page, *schemes):
    """What axe finds on a page or in its open dialog, in light and in dark, as "rule in scheme: the elements"."""
    found = []
    for scheme in schemes or SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for violation in AXE.run(page, options=SCHEMES[scheme]).response["violations"]:
            elements = ", ".join(str(node["target"][0]) for node in violation["nodes"])
            found.append(f"{violation['id']} in {scheme}: {elements}")
    return found


def cut_off(page):
    """What is larger than its place, and how far the page is wider than the screen."""
    return page.evaluate(CUT), page.evaluate(WIDE_PAGE)
