/** The open channel: its head, its messages or the app's home, its message box. */

import { drawBlocks } from "./blocks/index.js";
import { createComposer } from "./composer.js";
import { el, icon } from "./dom.js";
import { prompts } from "./guide.js";
import { keyed } from "./keyed.js";
import { avatar } from "./people.js";
import {
  channelName,
  inChannel,
  isAppDirect,
  replySummaries,
  session,
  typing,
} from "./selectors.js";
import { createTimeline } from "./timeline.js";

/** `go`: {say, openThread, openHome, prompt}; `known()` for completions; `shortcuts()` of messages. */
export function createChannel(host, { go, known, shortcuts }) {
  const head = el("header", { class: "pane-head" });
  const timeline = createTimeline({
    label: "Messages",
    onThread: (message) => go.openThread(message.ts),
    shortcuts,
  });
  const home = el("div", {
    class: "home scroller",
    hidden: true,
    tabindex: "0",
    role: "region",
    "aria-label": "Home",
  });
  const chips = el("div", { class: "prompts", role: "group", "aria-label": "Things to try" });
  const composer = createComposer({ label: "Message", known, onSend: go.say });
  const foot = el("div", { class: "pane-foot" }, chips, composer.root);
  host.append(head, timeline.root, home, foot);

  function update(view) {
    const { state, people, channel, tab, sceneOf, sceneOfHome } = view;
    const name = channelName(channel, people);
    const withApp = isAppDirect(channel, state.app.user_id);
    const atHome = withApp && tab === "home";
    keyed(head, [headItem(channel, name, people, withApp, tab, go)]);
    timeline.root.hidden = foot.hidden = atHome;
    home.hidden = !atHome;
    if (atHome) return keyed(home, [homeItem(state, sceneOfHome)]);
    const messages = inChannel(state, channel.id);
    keyed(timeline.top, [topItem(view, name, withApp)]);
    timeline.update({
      place: `${channel.id} ${state.me}`,
      viewer: state.me,
      messages,
      summaries: replySummaries(state, channel.id),
      typing: typingWords(state, channel.id, people, withApp),
      scene: sceneOf,
    });
    keyed(chips, promptItems(view, withApp));
    chips.hidden = chips.childElementCount === 0;
    composer.update({
      place: channel.id,
      placeholder: placeholder(channel, name),
      refusal: refusal(channel, name),
    });
  }

  function promptItems({ state, people, channel, waiting, approved, panels }, withApp) {
    const app = people.get(state.app.user_id);
    const given = session(state, channel.id, "")?.prompts ?? [];
    const offered = given.map(({ title, message }) => [title, message]);
    const here = withApp || channel.members.includes(state.app.user_id);
    const command = state.app.commands[0] ?? "/agent";
    const ours =
      !here || offered.length
        ? []
        : prompts(calledBy(app, state), command, { waiting, approved, fleet: panels.fleet });
    const own = withApp ? ours.map((words) => words.replace(/^@\S+ /, "")) : ours;
    return [...offered, ...own.map((words) => [words, words])].map(([title, message]) => ({
      key: title,
      mark: message,
      draw: () =>
        el(
          "button",
          {
            type: "button",
            class: "prompt",
            "data-focus": title,
            on: { click: () => go.prompt(message) },
          },
          title,
        ),
    }));
  }

  /** Puts the focus on a message, on its replies if there are any. */
  function focusMessage(ts) {
    const found = [...host.querySelectorAll("[data-ts]")].find((node) => node.dataset.ts === ts);
    (found?.querySelector(".replies") ?? found ?? composer.box).focus();
  }

  return { update, focusMessage };
}

/** The name a person would type: the real one where it is a single word. */
function calledBy(app, state) {
  if (!app) return state.app.name;
  return /^[\w-]+$/.test(app.real_name) ? app.real_name : app.name;
}

function headItem(channel, name, people, withApp, tab, go) {
  const draw = () =>
    el(
      "div",
      { class: "pane-title", tabindex: "-1" },
      el("h1", {}, sign(channel), name),
      withApp ? tabs(tab, go) : el("span", { class: "members" }, memberWords(channel, people)),
    );
  return { key: channel.id, mark: JSON.stringify([name, tab, withApp, channel.members]), draw };
}

function sign(channel) {
  const name = { channel: "hash", group: "lock", mpim: "people", im: "chat" }[channel.kind];
  return icon(name);
}

function memberWords(channel, people) {
  const persons = channel.members
    .map((id) => people.get(id))
    .filter((each) => each && !each.deleted);
  return [
    el(
      "span",
      { class: "faces" },
      persons
        .filter((each) => !each.is_bot)
        .slice(0, 4)
        .map((each) => avatar(each, "small")),
    ),
    el("span", {}, `${persons.length} members`),
  ];
}

function tabs(tab, go) {
  const one = (name, words) =>
    el(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String(tab === name),
        "data-focus": name,
        on: { click: () => go.openHome(name) },
      },
      words,
    );
  return el(
    "span",
    { class: "tabs", role: "group", "aria-label": "View" },
    one("messages", "Messages"),
    one("home", "Home"),
  );
}

function homeItem(state, sceneOfHome) {
  const { home } = state;
  const draw = () =>
    home
      ? el("div", { class: "home-page" }, drawBlocks(home.blocks, sceneOfHome(home)))
      : el("p", { class: "hint" }, "The app has not published a home for this person yet.");
  return { key: "home", mark: JSON.stringify([home?.hash, home?.blocks, state.me]), draw };
}

function topItem({ state, people, channel, asked }, name, withApp) {
  const app = people.get(state.app.user_id)?.real_name ?? state.app.name;
  const here = channel.members.includes(state.app.user_id);
  if (here && !asked)
    return { key: "welcome", mark: app, draw: () => welcome(app, people.get(state.app.user_id)) };
  const words = withApp
    ? "Ask anything here, no mention needed."
    : channel.kind === "im" || channel.kind === "mpim"
      ? `The beginning of your conversation with ${name}.`
      : `The beginning of #${name}.`;
  return { key: "top", mark: words, draw: () => el("p", { class: "beginning" }, words) };
}

function welcome(app, bot) {
  return el(
    "div",
    { class: "welcome" },
    avatar(bot, "large"),
    el("h2", {}, `${app} acts once a teammate signs off`),
    el(
      "p",
      {},
      `Ask for something below. What ${app} only looks up, it tells at once; what it would change waits in the thread until somebody else approves it.`,
    ),
  );
}

function typingWords(state, channel, people, withApp) {
  const words = withApp ? typing(state, channel, "") : "";
  return words ? `${people.get(state.app.user_id)?.real_name ?? "The app"} ${words}` : "";
}

const placeholder = (channel, name) =>
  channel.kind === "im" ? `Message ${name}` : `Message #${name}`;

function refusal(channel, name) {
  if (channel.is_archived) return `#${name} is archived.`;
  return channel.is_member ? "" : `This person is not in #${name}.`;
}
