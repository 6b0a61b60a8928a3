/** People: their faces, what they are to the demo, and the choice of whom to act as. */

import { el } from "./dom.js";

const HUES = 8;

export function initials(name) {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? "?"];
  return letters
    .map((word) => [...word][0])
    .join("")
    .toUpperCase();
}

/** A person's colour, always the same one. */
export function hue(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 33 + character.codePointAt(0)) % 65_521;
  return (sum >> 3) % HUES;
}

/** A face made of initials; the app has a mark of its own. */
export function avatar(person, size = "") {
  const known = person ?? { id: "?", real_name: "?" };
  const kind = known.is_bot ? "face face-bot" : `face hue-${hue(known.id)}`;
  return el(
    "span",
    { class: size ? `${kind} face-${size}` : kind, "aria-hidden": "true" },
    initials(known.real_name),
  );
}

/**
 * Who can be acted as: the first who is in no user group asks, the members of one approve,
 * another one looks on. `[{person, role, detail?, what}]`.
 */
export function cast({ users, groups }) {
  const able = users.filter(
    (u) => !u.is_bot && !u.deleted && !u.is_guest && !u.is_external && u.id !== "USLACKBOT",
  );
  const groupOf = (user) => groups.find((group) => group.members.includes(user.id));
  const others = able.filter((user) => !groupOf(user));
  const approvers = able.filter(groupOf).slice(0, 2);
  return [
    ...others.slice(0, 1).map((person) => ({ person, role: "asks", what: "requester" })),
    ...approvers.map((person) => ({
      person,
      role: "approves",
      detail: `@${groupOf(person).handle}`,
      what: "approver",
    })),
    ...others.slice(1, 2).map((person) => ({ person, role: "looks on", what: "bystander" })),
  ];
}

/** The radio group; arrow keys move and choose. */
export function createActAs(host, onChoose) {
  let shown = "";
  return function update(people, viewer) {
    const mark = JSON.stringify([people, viewer]);
    if (mark === shown) return;
    shown = mark;
    const hadFocus = host.contains(document.activeElement);
    host.replaceChildren(...people.map((each) => radio(each, each.person.id === viewer)));
    if (hadFocus) host.querySelector('[aria-checked="true"]')?.focus();
  };

  function radio({ person, role, detail, what }, checked) {
    return el(
      "button",
      {
        type: "button",
        role: "radio",
        class: "actor",
        "aria-checked": String(checked),
        tabindex: checked ? "0" : "-1",
        "data-user": person.id,
        "data-what": what,
        title: `${person.real_name}, ${role}`,
        on: { click: () => onChoose(person.id), keydown: move },
      },
      avatar(person),
      el(
        "span",
        { class: "actor-words" },
        el("span", { class: "actor-name" }, person.real_name.split(" ")[0]),
        el(
          "span",
          { class: "actor-role" },
          role,
          detail && el("span", { class: "actor-detail" }, ` · ${detail}`),
        ),
      ),
    );
  }

  function move(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...host.children];
    const next = all[(all.indexOf(event.currentTarget) + step + all.length) % all.length];
    next.focus();
    onChoose(next.dataset.user);
  }
}
