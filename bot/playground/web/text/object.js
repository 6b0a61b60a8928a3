/** Block Kit's text object: `plain_text` or `mrkdwn`. */

import { fragment } from "../dom.js";
import { withEmoji } from "./emoji.js";
import { drawMrkdwn } from "./mrkdwn.js";

export function drawText(text, scene) {
  if (!text) return fragment();
  if (typeof text === "string") return fragment(text);
  if (text.type === "mrkdwn") return drawMrkdwn(text.text, scene, { verbatim: text.verbatim });
  return fragment(plainWords(text));
}

/** The same where only words may stand: labels, options, tooltips. */
export function plainWords(text) {
  if (!text) return "";
  return text.emoji === false ? text.text : withEmoji(text.text);
}
