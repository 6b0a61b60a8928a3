/** Where the reader is, kept in the address, so that a reload or a link comes back to it. */

const NAMES = { viewer: "as", channel: "in", thread: "thread" };

export function readPlace() {
  const found = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.entries(NAMES).map(([name, short]) => [name, found.get(short)]));
}

export function writePlace(place) {
  const parts = Object.entries(NAMES).filter(([name]) => place[name]);
  const hash = `#${new URLSearchParams(parts.map(([name, short]) => [short, place[name]]))}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
