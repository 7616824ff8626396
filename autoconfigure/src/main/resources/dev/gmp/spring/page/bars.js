const LEAST_PIXELS = 2;

/**
 * The bars of a lane: one for each run that is wide enough to see, and one for many short runs beside each other. So there are never
 * more bars than pixels.
 */
export function barsOf(runs, { from, to }, width) {
  const least = (LEAST_PIXELS * (to - from)) / width;
  const bars = [];
  for (const run of runs) {
    if (run.end < from || run.start > to) continue;
    const last = bars.at(-1);
    if (run.end - run.start >= least) bars.push({ start: run.start, end: run.end, runs: [run] });
    else if (last && last.isShort && run.start - last.end < least) {
      last.end = Math.max(last.end, run.end);
      last.runs.push(run);
    } else bars.push({ start: run.start, end: run.end, runs: [run], isShort: true });
  }
  return bars;
}

/** The events in view, which are in the order of time: of each kind at most one in two pixels. */
export function ticksOf(events, { from, to }, width) {
  const least = (LEAST_PIXELS * (to - from)) / width;
  const last = new Map();
  return events.filter(({ kind, start }) => {
    const isShown = start >= from && start <= to && !(start - last.get(kind) < least);
    if (isShown) last.set(kind, start);
    return isShown;
  });
}

/** The longest runs, the longest first. */
export function longestOf(lanes, { from, to }, isSought, most) {
  const longest = [];
  const lengthOf = ({ start, end }) => end - start;
  for (const { runs } of lanes) {
    for (const run of runs) {
      if (run.end < from || run.start > to || !isSought(run)) continue;
      if (longest.length === most && lengthOf(run) <= lengthOf(longest.at(-1))) continue;
      longest.push(run);
      longest.sort((one, other) => lengthOf(other) - lengthOf(one));
      longest.length = Math.min(longest.length, most);
    }
  }
  return longest;
}
