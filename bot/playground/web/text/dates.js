/** Points in time in the reader's zone and language, and Slack's date tokens. */

const DAY = 86_400_000;

const PATTERNS = {
  date_num: (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join("-"),
  date: (at) => format(at, { year: "numeric", month: "long", day: "numeric" }),
  date_short: (at) => format(at, { year: "numeric", month: "short", day: "numeric" }),
  date_long: (at) =>
    format(at, { weekday: "long", year: "numeric", month: "long", day: "numeric" }),
  time: (at) => format(at, { hour: "2-digit", minute: "2-digit" }),
  time_secs: (at) => format(at, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
};
for (const name of ["date", "date_short", "date_long"]) {
  PATTERNS[`${name}_pretty`] = (at, now) => nearDay(at, now) ?? PATTERNS[name](at);
}
PATTERNS.date_long_full = PATTERNS.date_long;
PATTERNS.day_divider_pretty = PATTERNS.date_long_pretty;
PATTERNS.ago = (at, now) => ago(at, now);

/** The words of a date token such as `{date_short_pretty} {time}`; unknown parts stay. */
export function dateToken(seconds, pattern, now = new Date()) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return null;
  const words = pattern.replace(/\{(\w+)\}/g, (whole, name) => {
    return Object.hasOwn(PATTERNS, name) ? PATTERNS[name](at, now) : whole;
  });
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `14:05` of a message's ts. */
export const clockTime = (ts) => PATTERNS.time(new Date(Number(ts) * 1000));

/** Everything there is to know about a moment, for a tooltip. */
export const fullTime = (ts) =>
  `${PATTERNS.date_long(new Date(ts * 1000))}, ${PATTERNS.time_secs(new Date(ts * 1000))}`;

/** `Today`, `Yesterday`, or the date. */
export const dayName = (ts, now = new Date()) => dateToken(Number(ts), "{date_long_pretty}", now);

export const dayKey = (ts) => PATTERNS.date_num(new Date(Number(ts) * 1000));

/** `just now`, `3 min ago`, and so on. */
export function ago(at, now) {
  const seconds = Math.round((now - at) / 1000);
  const [past, amount] = [seconds >= 0, Math.abs(seconds)];
  if (amount < 5) return "just now";
  const [size, unit] =
    amount < 60
      ? [1, "sec"]
      : amount < 3600
        ? [60, "min"]
        : amount < 86_400
          ? [3600, "h"]
          : [86_400, "d"];
  const words = `${Math.floor(amount / size)} ${unit}`;
  return past ? `${words} ago` : `in ${words}`;
}

function nearDay(at, now) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  return { "-1": "yesterday", 0: "today", 1: "tomorrow" }[days] ?? null;
}

function format(at, options) {
  return new Intl.DateTimeFormat(undefined, { hourCycle: "h23", ...options }).format(at);
}

function two(number) {
  return String(number).padStart(2, "0");
}
