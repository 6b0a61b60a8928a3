/** The message box: Enter sends, Shift+Enter begins a line, `@`, `#` and `/` offer completions. */

import { complete } from "./completion.js";
import { el, icon } from "./dom.js";
import { avatar } from "./people.js";

const TALLEST = 8;
let count = 0;

/** `known()` is what can be completed; `onSend(text)` resolves when it is sent, or rejects. */
export function createComposer({ label, known, onSend }) {
  const id = `completions-${(count += 1)}`;
  const drafts = new Map();
  let place = "";
  let offered = null;
  let chosen = 0;

  const box = el("textarea", {
    class: "composer-box",
    rows: "1",
    "aria-label": label,
    "aria-autocomplete": "list",
    "aria-controls": id,
    on: { input: typed, keydown: key, click: offer, blur: () => close() },
  });
  const list = el("ul", {
    class: "popup completions",
    role: "listbox",
    id,
    "aria-label": "Suggestions",
    hidden: true,
  });
  const send = el(
    "button",
    {
      type: "button",
      class: "send",
      "aria-label": "Send",
      title: "Send (Enter)",
      on: { click: submit },
    },
    icon("send"),
  );
  const note = el("p", { class: "composer-note", role: "alert", hidden: true });
  const root = el(
    "div",
    { class: "composer" },
    note,
    list,
    el("div", { class: "composer-frame" }, box, send),
  );

  function typed() {
    complain("");
    fit();
    offer();
  }

  function fit() {
    box.rows = Math.min(box.value.split("\n").length, TALLEST);
    send.disabled = box.value.trim() === "";
  }

  function offer() {
    offered = complete(box.value, box.selectionStart, known());
    chosen = 0;
    show();
  }

  function close() {
    offered = null;
    show();
  }

  function show() {
    list.hidden = !offered;
    list.replaceChildren(...(offered?.items ?? []).map((item, index) => option(item, index)));
    if (offered) box.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    else box.removeAttribute("aria-activedescendant");
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function option(item, index) {
    const attributes = {
      id: `${id}-${index}`,
      role: "option",
      "aria-selected": String(index === chosen),
    };
    const pick = (event) => {
      event.preventDefault();
      take(item);
    };
    return el(
      "li",
      { ...attributes, on: { pointerdown: pick } },
      item.person && avatar(item.person, "small"),
      el("span", {}, item.label),
      el("span", { class: "hint" }, item.hint),
    );
  }

  function take(item) {
    const rest = box.value.slice(box.selectionStart);
    box.setRangeText(
      item.insert,
      offered.from,
      box.selectionStart + (rest.startsWith(" ") ? 1 : 0),
      "end",
    );
    typed();
  }

  function key(event) {
    if (event.isComposing) return;
    if (offered && keyInList(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  }

  function keyInList(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      chosen = (chosen + step + offered.items.length) % offered.items.length;
      show();
    } else if (event.key === "Enter" || event.key === "Tab") take(offered.items[chosen]);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  async function submit() {
    const text = box.value.trim();
    if (!text) return;
    box.value = "";
    typed();
    close();
    try {
      await onSend(text);
    } catch (error) {
      if (!box.value) box.value = text;
      fit();
      complain(error.message);
    }
  }

  function complain(words) {
    note.textContent = words;
    note.hidden = !words;
  }

  /** Another place has its own draft; `refusal` says why nothing can be written there. */
  function update({ place: next, placeholder, refusal = "" }) {
    if (next !== place) {
      drafts.set(place, box.value);
      box.value = drafts.get(next) ?? "";
      place = next;
      complain("");
      close();
    }
    box.placeholder = refusal || placeholder;
    box.disabled = Boolean(refusal);
    fit();
  }

  return { root, box, update };
}
