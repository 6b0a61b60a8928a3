/** The input block: a labelled field, its hint, and what is wrong with it. */

import { el } from "../dom.js";
import { drawElement } from "../elements/index.js";
import { plainWords } from "../text/object.js";

const ONE_CONTROL = new Set([
  "plain_text_input",
  "email_text_input",
  "url_text_input",
  "number_input",
  "rich_text_input",
  "datepicker",
  "timepicker",
  "datetimepicker",
  "static_select",
  "external_select",
  "users_select",
  "conversations_select",
  "channels_select",
]);

export function input(block, scene) {
  const error = scene.surface.errors?.[block.block_id];
  const ids = fieldIds(scene.surface.key, block.block_id);
  const described = [block.hint && ids.hint, error && ids.error].filter(Boolean).join(" ") || null;
  const field = {
    id: ids.field,
    describedBy: described,
    invalid: Boolean(error),
    labelledBy: ids.label,
  };
  const control = drawElement(block.element, block, { ...scene, field });
  const optional = block.optional && el("span", { class: "optional" }, " (optional)");
  const label = ONE_CONTROL.has(block.element.type)
    ? el("label", { for: ids.field, id: ids.label }, plainWords(block.label), optional)
    : el("div", { class: "label", id: ids.label }, plainWords(block.label), optional);
  return el(
    "div",
    { class: error ? "block input has-error" : "block input", "data-block": block.block_id },
    label,
    control,
    el("p", { class: "field-error", id: ids.error, role: "alert", hidden: !error }, error),
    block.hint && el("p", { class: "hint", id: ids.hint }, plainWords(block.hint)),
  );
}

function fieldIds(surface, block) {
  const base = `f-${surface}-${block}`.replace(/[^\w-]/g, "_");
  return { field: base, label: `${base}-label`, hint: `${base}-hint`, error: `${base}-error` };
}
