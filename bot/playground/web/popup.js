/** A button that opens a short menu; arrow keys move in it, Escape closes it. */

import { el, icon } from "./dom.js";

/** `items`: `[{words, run}]`; `attributes` go to the button. */
export function popupMenu(attributes, items) {
  const opener = el(
    "button",
    {
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      ...attributes,
      on: {
        click: () => toggle(list.hidden),
        keydown: (event) => event.key === "ArrowDown" && openByKey(event),
      },
    },
    icon("more"),
  );
  const entries = items.map(({ words, run }) => {
    const used = () => {
      toggle(false);
      opener.focus();
      run(opener);
    };
    return el(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", on: { click: used } },
      words,
    );
  });
  const list = el(
    "span",
    { class: "popup", role: "menu", hidden: true, on: { keydown: move } },
    entries,
  );
  const frame = el("span", { class: "overflow", on: { focusout: left } }, opener, list);

  function toggle(open) {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) entries[0].focus();
  }

  function openByKey(event) {
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
      const at = entries.indexOf(document.activeElement);
      entries[(at + step + entries.length) % entries.length].focus();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      toggle(false);
      opener.focus();
    }
  }
  return frame;
}
