/** Where the reader is, kept in the address, so that a reload or a link comes back to it. */

const NAMES = { viewer: "as", channel: "in", thread: "thread" };

const PERMALINK = /\/archives\/(\w+)\/p(\d{10})(\d{6})$/;

/** The message a permalink of the workspace leads to, `{channel, thread}`, or null. */
export function linkedPlace(address) {
  const url = new URL(address);
  const found = url.hostname.endsWith(".slack.com") && PERMALINK.exec(url.pathname);
  if (!found) return null;
  const thread = url.searchParams.get("thread_ts") ?? `${found[2]}.${found[3]}`;
  return { channel: found[1], thread };
}

export function readPlace() {
  const found = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.entries(NAMES).map(([name, short]) => [name, found.get(short)]));
}

export function writePlace(place) {
  const parts = Object.entries(NAMES).filter(([name]) => place[name]);
  const hash = `#${new URLSearchParams(parts.map(([name, short]) => [short, place[name]]))}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
