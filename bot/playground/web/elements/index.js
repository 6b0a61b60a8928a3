/** Draws the interactive elements of blocks. */

import { el, icon } from "../dom.js";
import { button, feedback, iconButton } from "./button.js";
import { checkboxes, radioButtons } from "./choices.js";
import { dateField, dateTimeField, richTextField, textField, timeField } from "./fields.js";
import { menu, severalMenu } from "./menu.js";
import { overflow } from "./overflow.js";

const DRAW = {
  button,
  workflow_button: button,
  icon_button: iconButton,
  feedback_buttons: feedback,
  overflow,
  checkboxes,
  radio_buttons: radioButtons,
  static_select: menu,
  external_select: textField,
  users_select: menu,
  conversations_select: menu,
  channels_select: menu,
  multi_static_select: severalMenu,
  multi_users_select: severalMenu,
  multi_conversations_select: severalMenu,
  multi_channels_select: severalMenu,
  plain_text_input: textField,
  email_text_input: textField,
  url_text_input: textField,
  number_input: textField,
  rich_text_input: richTextField,
  datepicker: dateField,
  timepicker: timeField,
  datetimepicker: dateTimeField,
  image: picture,
};

/** `scene.field`, set inside an input block, carries the ids that tie the control to its label. */
export function drawElement(element, block, scene) {
  const draw = Object.hasOwn(DRAW, element.type) ? DRAW[element.type] : null;
  return draw
    ? draw(element, block, scene)
    : el("span", { class: "block-strange" }, `(${element.type})`);
}

function picture(element) {
  const words = element.alt_text || "Image";
  return el(
    "span",
    { class: "thumb", role: "img", "aria-label": words, title: words },
    icon("image"),
  );
}
