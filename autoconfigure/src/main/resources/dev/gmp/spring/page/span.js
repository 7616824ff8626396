/** What a timeline shows: a span of time, which never leaves the whole. */
const LEAST_MILLIS = 0.001;

/** Shows more, or less, of it: what is at a time stays where it is. */
export function zoomed({ from, to }, factor, at, whole) {
  const length = Math.min(whole, Math.max(LEAST_MILLIS, (to - from) * factor));
  return within(at - ((at - from) / (to - from)) * length, length, whole);
}

export const moved = ({ from, to }, by, whole) => within(from + by, to - from, whole);

/** Around a run, with as much again at both sides. */
export function around({ start, end }, whole) {
  const length = Math.min(whole, Math.max(LEAST_MILLIS, 3 * (end - start)));
  return within((start + end - length) / 2, length, whole);
}

function within(from, length, whole) {
  const begin = Math.max(0, Math.min(from, whole - length));
  return { from: begin, to: begin + length };
}
