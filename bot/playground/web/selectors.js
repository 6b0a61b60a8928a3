/** What a part of the page shows of the state. Pure. */

export const message = (state, channel, ts) =>
  (state.messages[channel] ?? []).find((each) => each.ts === ts) ?? null;

export const isReply = (message) => Boolean(message.thread_ts) && message.thread_ts !== message.ts;

/** What stands in the channel itself: no replies, but private words that are in no open thread. */
export const inChannel = (state, channel) =>
  (state.messages[channel] ?? []).filter(
    (each) => !isReply(each) || each.subtype === "thread_broadcast",
  );

export const inThread = (state, channel, root) =>
  (state.messages[channel] ?? []).filter((each) => each.ts === root || each.thread_ts === root);

/** `{root ts: {count, last, authors: [user id]}}`; private replies are not counted. */
export function replySummaries(state, channel) {
  const found = {};
  for (const each of state.messages[channel] ?? []) {
    if (!isReply(each) || each.is_private) continue;
    const summary = (found[each.thread_ts] ??= { count: 0, last: "", authors: [] });
    summary.count += 1;
    summary.last = each.ts;
    if (!summary.authors.includes(each.user)) summary.authors.push(each.user);
  }
  return found;
}

export const session = (state, channel, thread) =>
  state.sessions.find((each) => each.channel === channel && each.thread_ts === thread) ?? null;

/** The status line of a thread, or of any of a channel's threads. */
export function typing(state, channel, thread) {
  const busy = state.sessions.filter(
    (each) => each.channel === channel && (each.typing || each.loading_messages.length),
  );
  const found = thread === undefined ? busy[0] : busy.find((each) => each.thread_ts === thread);
  return found ? found.typing || found.loading_messages[0] : "";
}

/** The name a channel goes by for its reader. */
export function channelName(channel, people) {
  if (!channel) return "";
  if (channel.kind === "channel" || channel.kind === "group") return channel.name;
  return channel.with.map((id) => people.get(id)?.real_name ?? id).join(", ") || "You";
}

export function channelGroups(state) {
  const mine = state.channels.filter((channel) => channel.is_member && !channel.is_archived);
  const named = (channel) => channel.kind === "channel" || channel.kind === "group";
  const app = state.app.user_id;
  return {
    channels: mine.filter(named),
    direct: mine.filter((channel) => !named(channel) && !isAppDirect(channel, app)),
    app: mine.find((channel) => isAppDirect(channel, app)) ?? null,
  };
}

export const isAppDirect = (channel, app) => channel.kind === "im" && channel.with.includes(app);

/** Where somebody is best shown first: where the app listens. */
export function firstChannel(state) {
  const { channels } = channelGroups(state);
  const withApp = channels.filter((channel) => channel.members.includes(state.app.user_id));
  return (withApp[0] ?? channels[0] ?? state.channels[0])?.id ?? null;
}

/** How many messages of others came after `since`, a ts. */
export const unread = (state, channel, since) =>
  (state.messages[channel] ?? []).filter(
    (each) => each.user !== state.me && Number(each.ts) > Number(since),
  ).length;

/** Index by id. */
export const byId = (records) => new Map(records.map((record) => [record.id, record]));
