/** What the reader does: goes somewhere, acts as somebody, writes, clicks. */

import { act as post } from "./api.js";
import { readCommand } from "./commands.js";
import { withHandles } from "./completion.js";
import { channelGroups, firstChannel, inThread, isReply } from "./selectors.js";

export function createDeeds({ store, live, known, tell }) {
  const act = (deed) => post(store.get().viewer, deed);
  const tried = (deed) => act(deed).catch((error) => tell(error.message));

  const deeds = {
    act,

    /** Uses a control; the card on which Approve was pressed is remembered for the tour. */
    async use(deed, words = "") {
      if (deed.do === "click" && deed.ts) {
        store.set({
          approving: words.startsWith("Approve") ? { channel: deed.channel, ts: deed.ts } : null,
        });
      }
      await act(deed);
    },

    actAs(viewer) {
      if (viewer === store.get().viewer) return;
      store.set({ viewer, state: null });
      live.follow(viewer);
    },

    go: (channel) =>
      store.set({ channel, thread: null, awaited: null, tab: "messages", pane: "chat" }),

    openThread: (thread) => store.set({ thread, awaited: null, pane: "chat" }),

    closeThread: () => store.set({ thread: null }),

    async openApp() {
      await deeds.openHome("messages");
      store.set((now) => {
        const wanted = { ...now, wantsApp: true, thread: null, pane: "chat" };
        return now.state ? settled(wanted, now.state) : wanted;
      });
    },

    async openHome(tab) {
      store.set({ tab });
      await tried({ do: "open_home", tab });
    },

    async say(text) {
      const { channel, state } = store.get();
      const command = readCommand(text);
      if (command) {
        return act({ do: "command", channel, ...command, text: withHandles(command.text, known()) });
      }
      const newest = state?.messages[channel]?.at(-1)?.ts ?? "0";
      store.set({ awaited: { channel, since: newest } });
      return act({ do: "say", channel, text: withHandles(text, known()) });
    },

    reply(text) {
      const { channel, thread } = store.get();
      if (readCommand(text))
        throw new Error("Commands do not work in threads; write it in the channel.");
      return act({ do: "say", channel, thread_ts: thread, text: withHandles(text, known()) });
    },

    prompt: (text) => deeds.say(text).catch((error) => tell(error.message)),

    shortcut: (callback_id, { channel, ts }) => tried({ do: "shortcut", callback_id, channel, ts }),

    stop() {
      const { channel, thread } = store.get();
      return tried({ do: "stop", channel, thread_ts: thread });
    },
  };
  return deeds;
}

/** Keeps the reader's place sensible for a new state of the workspace. Pure. */
export function settled(place, state) {
  const { app } = channelGroups(state);
  const visible = state.channels.some((each) => each.id === place.channel);
  if (place.wantsApp && app) return { ...place, channel: app.id, thread: null, wantsApp: false };
  if (!visible)
    return { ...place, channel: firstChannel(state), thread: null, tab: "messages", awaited: null };
  const thread = answered(place.awaited, state);
  if (thread) return { ...place, thread, awaited: null };
  const open = place.thread && inThread(state, place.channel, place.thread).length > 0;
  return open ? place : { ...place, thread: null };
}

/** The thread in which the app took up what was just asked, or null. */
function answered(awaited, state) {
  if (!awaited) return null;
  const messages = state.messages[awaited.channel] ?? [];
  const mine = messages.filter(
    (each) => each.user === state.me && !isReply(each) && Number(each.ts) > Number(awaited.since),
  );
  const busy = new Set(
    state.sessions.filter((each) => each.channel === awaited.channel).map((each) => each.thread_ts),
  );
  const replied = new Set(messages.filter(isReply).map((each) => each.thread_ts));
  return mine.find((each) => busy.has(each.ts) || replied.has(each.ts))?.ts ?? null;
}
