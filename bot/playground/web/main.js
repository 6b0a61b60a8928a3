/** Puts the page together: one state, its parts, and what keeps it up to date. */

import { createAnnouncer, createToasts, newsOf } from "./announce.js";
import { createChannel } from "./channel.js";
import { createDeeds, settled } from "./deeds.js";
import { createFleet } from "./fleet.js";
import { createGuide, hasAsked, isApproved, isWaiting, progress } from "./guide.js";
import { createLive } from "./live.js";
import { createModal } from "./modal.js";
import { cast, createActAs } from "./people.js";
import { linkedPlace, readPlace, writePlace } from "./place.js";
import { byId, unread } from "./selectors.js";
import { createSidebar } from "./sidebar.js";
import { createStore } from "./store.js";
import { createSurfaces } from "./surface.js";
import { createThread } from "./thread.js";

const $ = (id) => document.getElementById(id);
const loadedAt = String(Date.now() / 1000);
const first = document.body.dataset.first;
const place = readPlace();

const store = createStore({
  state: null,
  panels: {},
  connection: "connecting",
  viewer: place.viewer ?? first,
  channel: place.channel,
  thread: place.thread,
  awaited: null,
  wantsApp: false,
  tab: "messages",
  pane: "chat",
  approving: null,
  approved: false,
  guideClosed: false,
});

const announce = createAnnouncer($("news"));
const tell = createToasts($("toasts"));

const live = createLive({
  onState: (state) => store.set((before) => taken(before, state)),
  onPanel: (name, value) => store.set(({ panels }) => ({ panels: { ...panels, [name]: value } })),
  onConnection: connected,
});

/** Where the address names somebody who is not there, the first person is taken instead. */
function connected(connection) {
  const { connection: before, viewer } = store.get();
  if (before === "connecting" && connection === "lost" && viewer !== first) deeds.actAs(first);
  else if (connection !== before) store.set({ connection });
}

function taken(before, state) {
  const approved = before.approved || isApproved(state, before.approving);
  return { ...settled(before, state), state, viewer: state.me, approved };
}

const known = () => {
  const { state } = store.get();
  if (!state) return { people: [], groups: [], channels: [], commands: [], app: "" };
  return {
    people: state.users,
    groups: state.groups,
    channels: state.channels,
    commands: state.app.commands,
    app: state.app.user_id,
  };
};

const deeds = createDeeds({ store, live, known, tell });
const surfaces = createSurfaces(deeds.use);
const shortcuts = () =>
  (store.get().state?.app.shortcuts ?? []).map(({ callback_id, name }) => ({
    words: name,
    run: (message) => deeds.shortcut(callback_id, message),
  }));

const parts = {
  actAs: createActAs($("act-as"), deeds.actAs),
  sidebar: createSidebar($("places"), { onGo: deeds.go, onApp: deeds.openApp }),
  channel: createChannel($("channel"), { go: { ...deeds, openThread }, known, shortcuts }),
  thread: createThread($("thread"), {
    go: deeds,
    known,
    shortcuts,
    onLeft: (root) => parts.channel.focusMessage(root),
  }),
  fleet: createFleet($("fleet-body"), { announce }),
  guide: createGuide($("guide"), { onClose: () => store.set({ guideClosed: true }) }),
  modal: createModal({ act: deeds.use, surfaces, sceneOf: sceneOfView, tell }),
};

let lookups = null;
const seen = new Map();
let heard = { place: "", ts: loadedAt };

function openThread(root) {
  deeds.openThread(root);
  queueMicrotask(() => parts.thread.enter());
}

function scene() {
  const { state } = store.get();
  if (lookups?.state !== state) {
    const [people, channels, groups] = [
      byId(state.users),
      byId(state.channels),
      byId(state.groups),
    ];
    lookups = { state, viewer: state.me, people, channels, groups, tell };
  }
  return lookups;
}

function sceneOf(message) {
  const target = { channel: message.channel, ts: message.ts };
  return { ...scene(), surface: surfaces.surface(`${scene().viewer} ${message.ts}`, target) };
}

function sceneOfView(view) {
  return {
    ...scene(),
    surface: surfaces.surface(
      view.id,
      { view: view.id },
      { given: view.values, errors: view.errors },
    ),
  };
}

function render(now) {
  document.body.dataset.pane = now.pane;
  document.body.dataset.connection = now.connection;
  document.body.toggleAttribute("data-thread", Boolean(now.thread));
  $("offline").hidden = now.connection !== "lost";
  for (const tab of document.querySelectorAll("[data-goes]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.goes === now.pane));
  }
  if (!now.state || !now.channel) return;
  const { people, channels } = scene();
  const channel = channels.get(now.channel);
  if (!channel) return;
  const players = cast(now.state);
  const [asked, waiting] = [hasAsked(now.state), isWaiting(now.state)];
  markSeen(now);
  parts.actAs(players, now.viewer);
  const unreadOf = (id) =>
    id === now.channel ? 0 : unread(now.state, id, seen.get(`${now.viewer} ${id}`) ?? loadedAt);
  parts.sidebar({ state: now.state, people, channel: now.channel, unreadOf });
  parts.channel.update({
    ...now,
    people,
    channel,
    sceneOf,
    sceneOfHome: sceneOfView,
    asked,
    waiting,
  });
  parts.thread.update({ ...now, people, channel, sceneOf });
  parts.modal.update(now.state.modals);
  parts.fleet(now.panels.fleet, people);
  $("fleet").hidden = !now.panels.fleet;
  guide(now, players, waiting);
  tellNews(now, people);
  writePlace(now);
}

function guide(now, players, waiting) {
  const playing = players.find((each) => each.person.id === now.viewer);
  const done = progress({ waiting, actingAs: playing?.what, approved: now.approved });
  const first = (what) =>
    players.find((each) => each.what === what)?.person.real_name.split(" ")[0];
  const app = scene().people.get(now.state.app.user_id)?.real_name ?? now.state.app.name;
  parts.guide({
    done,
    approver: first("approver"),
    bystander: first("bystander"),
    appName: app,
    fleet: Boolean(now.panels.fleet),
    closed: now.guideClosed,
  });
}

function markSeen({ state, viewer, channel }) {
  const newest = state.messages[channel]?.at(-1)?.ts;
  if (newest) seen.set(`${viewer} ${channel}`, newest);
}

function tellNews({ state, viewer, channel }, people) {
  const messages = state.messages[channel] ?? [];
  const here = `${viewer} ${channel}`;
  const words = here === heard.place ? newsOf(messages, heard.ts, state.me, people) : "";
  if (words) announce(words);
  heard = { place: here, ts: messages.at(-1)?.ts ?? heard.ts };
}

for (const tab of document.querySelectorAll("[data-goes]")) {
  tab.addEventListener("click", () =>
    store.set({
      pane: tab.dataset.goes,
      thread: tab.dataset.goes === "chat" ? store.get().thread : null,
    }),
  );
}
document.addEventListener("click", (event) => {
  const address = event.target.closest("a.link")?.href;
  const linked = address ? linkedPlace(address) : null;
  if (!linked || !scene().channels.has(linked.channel)) return;
  event.preventDefault();
  deeds.go(linked.channel);
  openThread(linked.thread);
});
store.subscribe(render);
live.follow(store.get().viewer);
