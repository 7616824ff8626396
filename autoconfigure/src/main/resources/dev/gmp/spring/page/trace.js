const PROCESSORS = 1;
/** Marks that say what happened to a processor, or to all of them. The others are steps of single threads. */
const EVENTS = new Set(["preemption", "handoff", "stall", "resize", "file full"]);

const inMillis = (micros) => micros / 1000;

/**
 * The lanes of the processors and the events of a trace in Chrome's format, as the scheduler writes it. Times are milliseconds
 * since its beginning. A run knows how long its task waited for it, where the trace tells.
 */
export function readTrace({ traceEvents, otherData }) {
  const { scheduler, began, seconds = 0, procs = 0, droppedEvents = 0, missing } = otherData ?? {};
  const lanes = new Map(Array.from({ length: procs }, (any, processor) => [processor, { processor, runs: [] }]));
  const events = [];
  const readied = new Map();
  const begun = [];
  for (const event of traceEvents) {
    if (event.ph === "X" && event.pid === PROCESSORS) {
      if (!lanes.has(event.tid)) lanes.set(event.tid, { processor: event.tid, runs: [] });
      lanes.get(event.tid).runs.push(runOf(event));
    } else if (event.ph === "i" && EVENTS.has(event.name)) {
      events.push({ kind: event.name, start: inMillis(event.ts), detail: event.args.detail, stack: event.args.stack ?? [] });
    } else if (event.ph === "s") readied.set(event.id, event.ts);
    else if (event.ph === "f" && event.pid === PROCESSORS) begun.push(event);
  }
  const sorted = [...lanes.values()].sort((one, other) => one.processor - other.processor);
  for (const { runs } of sorted) runs.sort((one, other) => one.start - other.start);
  events.sort((one, other) => one.start - other.start);
  tellWaits(sorted, readied, begun);
  return { scheduler, began: Date.parse(began), length: 1000 * seconds, dropped: droppedEvents, missing, lanes: sorted, events };
}

/** The labels of a task follow its name, as in "Owner {key=value}". */
function runOf({ tid, ts, dur, name: title, args }) {
  const task = args.task ?? title;
  const [name] = task.split(" {", 1);
  return { processor: tid, start: inMillis(ts), end: inMillis(ts + dur), goroutine: args.goroutine, task, name, how: args.end ?? "" };
}

/** An arrow ends where a run begins. */
function tellWaits(lanes, readied, begun) {
  const waits = new Map(begun.map(({ id, tid, ts }) => [`${tid} ${inMillis(ts)}`, inMillis(ts - readied.get(id))]));
  for (const { processor, runs } of lanes) {
    for (const run of runs) run.waited = waits.get(`${processor} ${run.start}`);
  }
}
