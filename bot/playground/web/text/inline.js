/** Chips and styled runs that mrkdwn, rich text and Markdown have in common. */

import { el } from "../dom.js";
import { dateToken, fullTime } from "./dates.js";
import { link } from "./links.js";

/** Somebody's name; a mention of the reader stands out. */
export function userChip(id, scene, fallback = "") {
  const person = scene.people.get(id);
  const name = person ? person.real_name : fallback || id;
  const mine = id === scene.viewer;
  return el(
    "span",
    { class: mine ? "chip chip-me" : "chip", title: person && `@${person.name}` },
    `@${name}`,
  );
}

export function channelChip(id, scene, fallback = "") {
  const name = scene.channels.get(id)?.name || fallback || id;
  return el("span", { class: "chip" }, `#${name}`);
}

export function groupChip(id, scene, fallback = "") {
  const group = scene.groups.get(id);
  const mine = group?.members?.includes(scene.viewer);
  const name = group ? `@${group.handle}` : fallback || id;
  return el("span", { class: mine ? "chip chip-me" : "chip", title: group?.name }, name);
}

export function broadcastChip(range) {
  return el("span", { class: "chip chip-me" }, `@${range}`);
}

export function dateNode(seconds, pattern, fallback, address, now) {
  const words = dateToken(Number(seconds), pattern, now) ?? fallback ?? "";
  const time = el("time", { title: fullTime(Number(seconds)) }, words);
  return address ? link(address, time) : time;
}

const TAGS = {
  bold: "strong",
  italic: "em",
  strike: "s",
  code: "code",
  underline: "u",
  highlight: "mark",
};

/** Wraps nodes in the tags of their style, `{bold: true, code: true}`. */
export function styled(style, ...nodes) {
  let wrapped = nodes;
  for (const [name, tag] of Object.entries(TAGS)) {
    if (style?.[name]) wrapped = [el(tag, {}, wrapped)];
  }
  return wrapped;
}
