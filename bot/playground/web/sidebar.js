/** Where one can go: channels, direct messages, the app. */

import { el, icon } from "./dom.js";
import { keyed } from "./keyed.js";
import { avatar } from "./people.js";
import { channelGroups, channelName } from "./selectors.js";

const SIGNS = { channel: "hash", group: "lock", mpim: "people" };

/** `onGo(channel id)`, `onApp()` opens the conversation with the app, made when it is missing. */
export function createSidebar(host, { onGo, onApp }) {
  const lists = { channels: list(), direct: list(), app: list() };
  host.append(
    group("Channels", lists.channels),
    group("Direct messages", lists.direct),
    group("Apps", lists.app),
  );

  return function update({ state, people, channel, unreadOf }) {
    const { channels, direct, app } = channelGroups(state);
    const entry = (each) =>
      place(each, people, each.id === channel, unreadOf(each.id), () => onGo(each.id));
    keyed(lists.channels, channels.map(entry));
    keyed(lists.direct, direct.map(entry));
    keyed(lists.app, [appPlace(state, people, app, channel, app ? unreadOf(app.id) : 0, onApp)]);
    lists.direct.parentNode.hidden = direct.length === 0;
  };
}

const list = () => el("ul", { class: "places" });

const group = (words, places) =>
  el("section", {}, el("h2", { class: "places-title" }, words), places);

function place(channel, people, current, count, onClick) {
  const name = channelName(channel, people);
  const sign =
    channel.kind === "im"
      ? avatar(people.get(channel.with[0]), "small")
      : icon(SIGNS[channel.kind]);
  return entry(channel.id, name, sign, current, count, onClick);
}

function appPlace(state, people, app, channel, count, onApp) {
  const bot = people.get(state.app.user_id);
  const current = Boolean(app) && app.id === channel;
  return entry(
    "app",
    bot?.real_name ?? state.app.name,
    avatar(bot, "small"),
    current,
    count,
    onApp,
  );
}

function entry(key, name, sign, current, count, onClick) {
  const draw = () =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: count ? "place unread" : "place",
          "aria-current": current ? "page" : null,
          "data-focus": "place",
          on: { click: onClick },
        },
        sign,
        el("span", { class: "place-name" }, name),
        count ? el("span", { class: "count", "aria-label": `${count} new` }, count) : null,
      ),
    );
  return { key, mark: JSON.stringify([name, current, count]), draw };
}
