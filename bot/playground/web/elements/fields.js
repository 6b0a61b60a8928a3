/** Fields to type in: text, numbers, dates, times. */

import { el } from "../dom.js";
import { plainWords } from "../text/object.js";
import { doing, focusName, tied } from "./doing.js";

const TYPES = { email_text_input: "email", url_text_input: "url", number_input: "number" };

export function textField(element, block, scene) {
  const shared = {
    class: "field",
    placeholder: plainWords(element.placeholder) || null,
    "data-focus": focusName(block, element),
    "aria-label": scene.field ? null : plainWords(element.placeholder) || "Text",
    autofocus: element.focus_on_load,
    ...tied(scene.field),
  };
  const control = element.multiline
    ? el("textarea", { ...shared, rows: 4 })
    : el("input", {
        ...shared,
        type: TYPES[element.type] ?? "text",
        autocomplete: "off",
        step: element.is_decimal_allowed ? "any" : null,
      });
  return typed(control, element, block, scene, (words) => words || null);
}

export function richTextField(element, block, scene) {
  const control = el("textarea", {
    class: "field",
    rows: 4,
    "data-focus": focusName(block, element),
    ...tied(scene.field),
  });
  const wrap = (words) => {
    const section = { type: "rich_text_section", elements: [{ type: "text", text: words }] };
    return words ? { type: "rich_text", elements: [section] } : null;
  };
  const unwrap = (value) =>
    value?.elements?.flatMap((line) => line.elements.map((part) => part.text ?? "")).join("") ?? "";
  return typed(control, element, block, scene, wrap, unwrap);
}

export const dateField = (element, block, scene) => picker("date", element, block, scene);
export const timeField = (element, block, scene) => picker("time", element, block, scene);

/** Seconds since 1970 in the payload, local time on the screen. */
export function dateTimeField(element, block, scene) {
  const toSeconds = (words) => (words ? Math.floor(new Date(words).getTime() / 1000) : null);
  const toWords = (seconds) => {
    if (!seconds) return "";
    const at = new Date(seconds * 1000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  return picker("datetime-local", element, block, scene, toSeconds, toWords);
}

function picker(
  type,
  element,
  block,
  scene,
  wrap = (words) => words || null,
  unwrap = (value) => value ?? "",
) {
  const label = scene.field ? null : plainWords(element.placeholder) || "Date";
  const control = el("input", {
    type,
    class: "field short",
    "data-focus": focusName(block, element),
    "aria-label": label,
    ...tied(scene.field),
  });
  return typed(control, element, block, scene, wrap, unwrap, "change");
}

/** Ties a control to what its surface holds; Enter or a change tells the app where it wants to know. */
function typed(
  control,
  element,
  block,
  scene,
  wrap,
  unwrap = (value) => value ?? "",
  when = "enter",
) {
  const { surface } = scene;
  control.value = unwrap(surface.read(block, element));
  control.addEventListener("input", () => surface.put(block, element, wrap(control.value)));
  const tells = block.type !== "input" || block.dispatch_action;
  const tell = () => doing(control, scene, () => surface.pick(block, element, wrap(control.value)));
  if (tells && when === "change") control.addEventListener("change", tell);
  if (tells && when === "enter") {
    control.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || element.multiline) return;
      event.preventDefault();
      tell();
    });
  }
  return control;
}
