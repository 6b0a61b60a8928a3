/** What could be meant by what is typed so far. Pure. */

import { SUBCOMMANDS } from "./commands.js";

const MOST = 8;

/**
 * `{from, items: [{label, hint, insert, person?}]}` for the word at the caret, or null.
 *
 * `known`: {people, groups, channels, commands, app: user id}. In a thread, where slash commands do
 * not work, `commands` is empty.
 */
export function complete(text, caret, known) {
  const typed = text.slice(0, caret);
  for (const [pattern, offer, sign] of OFFERS) {
    const found = pattern.exec(typed);
    if (!found) continue;
    const word = found.at(-1);
    const items = offer(word.toLowerCase(), known, found).slice(0, MOST);
    const from = caret - word.length - sign;
    const complete = items.length === 1 && items[0].insert.trim() === text.slice(from, caret);
    return items.length && !complete ? { from, items } : null;
  }
  return null;
}

/** The words before the caret, what they may become, and how long the sign is that leads them. */
const OFFERS = [
  [/^\/([\w-]*)$/, commands, 1],
  [/^(?:\/[\w-]+)\s+(\w*)$/, subcommands, 0],
  [/(?:^|[\s(])@([\w.-]*)$/, mentions, 1],
  [/(?:^|[\s(])#([\w-]*)$/, channels, 1],
];

function commands(word, known) {
  const fitting = known.commands.filter((name) => name.slice(1).startsWith(word));
  return fitting.map((name) => ({
    label: name,
    hint: "ask the app something",
    insert: `${name} `,
  }));
}

function subcommands(word, known, [typed]) {
  if (!known.commands.includes(typed.split(/\s/)[0])) return [];
  return SUBCOMMANDS.filter(({ name }) => name.startsWith(word)).map(({ name, takes, what }) => ({
    label: takes ? `${name} ${takes}` : name,
    hint: what,
    insert: takes ? `${name} ` : name,
  }));
}

function mentions(word, known) {
  const people = known.people.filter((person) => !person.deleted && isCalled(person, word));
  const rank = (person) => (person.id === known.app ? 0 : person.is_bot ? 2 : 1);
  people.sort((a, b) => rank(a) - rank(b));
  const groups = known.groups.filter(
    (group) => group.members.length && group.handle.startsWith(word),
  );
  return [
    ...people.map((person) => ({
      label: person.real_name,
      hint: `@${person.name}`,
      insert: `@${person.name} `,
      person,
    })),
    ...groups.map((group) => ({
      label: `@${group.handle}`,
      hint: "everybody in it",
      insert: `@${group.handle} `,
    })),
  ];
}

function channels(word, known) {
  const named = known.channels.filter(
    (channel) => channel.name.startsWith(word) && /channel|group/.test(channel.kind),
  );
  return named.map(({ name }) => ({ label: `#${name}`, hint: "", insert: `#${name} ` }));
}

const isCalled = (person, word) =>
  [person.name, ...person.real_name.split(" ")].some((name) => name.toLowerCase().startsWith(word));

/** Typed mentions in the writing of the people they mean: `@Ops` becomes the app's `@ops`. */
export function withHandles(text, known) {
  return text.replace(/(^|[\s(])@([\w.-]*\w)/g, (whole, before, name) => {
    const wanted = name.toLowerCase();
    const person =
      known.people.find((each) => each.name.toLowerCase() === wanted) ??
      known.people.find((each) => each.id === known.app && each.real_name.toLowerCase() === wanted);
    return person ? `${before}@${person.name}` : whole;
  });
}
