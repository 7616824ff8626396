const whole = new Intl.NumberFormat("en");

export const number = (value) => (value == null ? "–" : whole.format(Math.round(value)));

/** A rate: small ones with a digit behind the point. */
export const rate = (value) => (value > 0 && value < 10 ? value.toFixed(1) : number(value));

export const percent = (share) => `${Math.round(100 * share)} %`;

/** A duration in the unit that suits it. */
export function duration(millis) {
  if (millis == null) return "–";
  if (millis < 1) return `${Math.round(millis * 1000)} µs`;
  if (millis < 10) return `${Number(millis.toFixed(1))} ms`;
  if (millis < 1000) return `${Math.round(millis)} ms`;
  const seconds = millis / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
}

const timeOfDay = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
const dateAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** The time of the day, to the millisecond. */
export const clock = (at) => timeOfDay.format(new Date(at));

/** The date too, to the second. */
export const moment = (at) => dateAndTime.format(new Date(at));

/** The milliseconds of an ISO-8601 duration such as PT1M2.5S, as Java writes them; undefined for none. */
export function millis(iso) {
  if (typeof iso !== "string") return undefined;
  const match = /^PT(?:(-?[\d.]+)H)?(?:(-?[\d.]+)M)?(?:(-?[\d.E-]+)S)?$/.exec(iso);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((amount) => Number(amount ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** The edge of a bucket: powers of two microseconds, of which people read 1 ms for 1,024 µs. */
export function edge(millis) {
  if (millis === undefined) return "–";
  const micros = Math.round(1000 * millis);
  if (micros < 1000) return `${micros} µs`;
  if (micros < 1_000_000) return `${Math.round(micros / 1024)} ms`;
  return `${Math.round(micros / 1_048_576)} s`;
}

export const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

/** What a task is called that has no name. */
export const UNNAMED = "(unnamed task)";

/** The labels of a goroutine on one line; empty where it has none, or they are hidden. */
export const labelLine = (labels) => Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`).join(", ");

/** A class name without its packages, and without the number that the JVM gives to a lambda. */
export function shortName(name) {
  return name.replace(/\$\$Lambda.*$/, "").replace(/^(?:[a-z_][\w]*\.)+(?=[A-Z])/, "");
}
