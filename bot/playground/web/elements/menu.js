/** Menus that choose one of a list, or several. */

import { confirmed } from "../confirm.js";
import { el } from "../dom.js";
import { plainWords } from "../text/object.js";
import { doing, focusName, tied } from "./doing.js";

export function menu(element, block, scene) {
  const held = scene.surface.read(block, element);
  const placeholder = plainWords(element.placeholder) || "Choose…";
  const attributes = {
    class: "menu",
    "data-focus": focusName(block, element),
    "aria-label": scene.field ? null : placeholder,
    ...tied(scene.field),
  };
  const empty = el("option", { value: "" }, placeholder);
  const select = el("select", attributes, empty, groups(element, scene).map(drawGroup));
  select.value = held ?? "";
  select.addEventListener("change", () =>
    chosen(select, element, block, scene, select.value || null),
  );
  return select;
}

export function severalMenu(element, block, scene) {
  const held = scene.surface.read(block, element) ?? [];
  const options = groups(element, scene).flatMap((group) => group.options);
  const boxes = options.map((option, index) => {
    const box = el("input", {
      type: "checkbox",
      value: option.value,
      "data-focus": focusName(block, element, index),
    });
    box.checked = held.includes(option.value);
    return el("label", { class: "choice" }, box, option.words);
  });
  const summary = el("summary", { class: "menu", "aria-describedby": scene.field?.describedBy });
  const details = el(
    "details",
    { class: "several" },
    summary,
    el("div", { class: "several-list" }, boxes),
  );
  const read = () =>
    boxes
      .map((label) => label.firstChild)
      .filter((box) => box.checked)
      .map((box) => box.value);
  const name = () => {
    const words = options
      .filter((option) => read().includes(option.value))
      .map((option) => option.words);
    summary.textContent = words.join(", ") || plainWords(element.placeholder) || "Choose…";
  };
  name();
  details.addEventListener("change", () => {
    name();
    chosen(summary, element, block, scene, read());
  });
  return details;
}

/**
 * Keeps a choice and, outside of a form, tells the app at once.
 *
 * A choice the person takes back (they said no to the question) leaves everything as it was.
 */
export async function chosen(control, element, block, scene, value) {
  const before = scene.surface.read(block, element);
  scene.surface.put(block, element, value);
  if (block.type === "input" && !block.dispatch_action) return;
  if (element.confirm && !(await confirmed(element.confirm, scene))) {
    scene.surface.put(block, element, before);
    if ("value" in control) control.value = before ?? "";
    return;
  }
  await doing(control, scene, () => scene.surface.pick(block, element, value));
}

/** `[{label, options: [{value, words}]}]`, whatever the menu offers. */
function groups(element, scene) {
  if (element.option_groups) {
    return element.option_groups.map(({ label, options }) => ({
      label: plainWords(label),
      options: options.map(named),
    }));
  }
  if (element.options) return [{ label: "", options: element.options.map(named) }];
  if (element.type.endsWith("users_select")) {
    const people = [...scene.people.values()].filter((person) => !person.deleted);
    return [
      { label: "", options: people.map(({ id, real_name: words }) => ({ value: id, words })) },
    ];
  }
  const channels = [...scene.channels.values()].filter((channel) => channel.name);
  return [
    { label: "", options: channels.map(({ id, name }) => ({ value: id, words: `#${name}` })) },
  ];
}

const named = (option) => ({ value: option.value, words: plainWords(option.text) });

function drawGroup({ label, options }) {
  const nodes = options.map(({ value, words }) => el("option", { value }, words));
  return label ? el("optgroup", { label }, nodes) : nodes;
}
