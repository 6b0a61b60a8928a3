/** The menu behind three dots. */

import { el, icon } from "../dom.js";
import { safeAddress } from "../text/links.js";
import { plainWords } from "../text/object.js";
import { focusName } from "./doing.js";
import { chosen } from "./menu.js";

export function overflow(element, block, scene) {
  const opener = el(
    "button",
    {
      type: "button",
      class: "button quiet",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": "More actions",
      "data-focus": focusName(block, element),
      on: { click: () => toggle(list.hidden), keydown: (event) => event.key === "ArrowDown" && opened(event) },
    },
    icon("more"),
  );
  const items = element.options.map((option) =>
    el("button", { type: "button", role: "menuitem", tabindex: "-1", on: { click: () => pick(option) } }, plainWords(option.text)),
  );
  const list = el("div", { class: "popup", role: "menu", hidden: true, on: { keydown: move } }, items);
  const frame = el("span", { class: "overflow", on: { focusout: left } }, opener, list);

  function toggle(open) {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) items[0].focus();
  }

  function opened(event) {
    event.preventDefault();
    toggle(true);
  }

  function left(event) {
    if (!frame.contains(event.relatedTarget)) toggle(false);
  }

  function move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const at = items.indexOf(document.activeElement);
      items[(at + step + items.length) % items.length].focus();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      toggle(false);
      opener.focus();
    }
  }

  function pick(option) {
    toggle(false);
    opener.focus();
    const address = option.url && safeAddress(option.url);
    if (address) open(address, "_blank", "noopener,noreferrer");
    chosen(opener, element, block, scene, option.value);
  }
  return frame;
}
