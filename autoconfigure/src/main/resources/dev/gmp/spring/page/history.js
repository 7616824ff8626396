import { millis } from "./format.js";
import { tasksOf, WINDOW_SECONDS } from "./hogs.js";
import { kindsOf } from "./kinds.js";

/** Samples kept: one a second for the longest range that can be shown. */
const KEPT = 900;

const NONE = new Map();

/** A longer silence is a gap: the page was hidden, paused or cut off. */
const GAP_MILLIS = 6000;

/** Whether nothing is known of the time between two samples, or there is no earlier one. */
export const isGap = (previous, sample) => previous === undefined || sample.at - previous.at > GAP_MILLIS;

/**
 * What the page remembers of one scheduler: a sample for each answer, without the request that asked for it, and with the
 * tasks while they count. Times are by the application's clock: an answer may take long to a busy browser. A restart of the
 * application begins anew, and so does a clock that was set back.
 */
export class History {
  samples = [];
  latest = undefined;

  add(scheduler, at) {
    if (this.latest && (isRestarted(this.latest, scheduler) || at < this.now.at)) this.samples = [];
    const previous = this.samples.at(-1);
    this.samples.push(sample(scheduler, previous, at));
    if (this.samples.length > KEPT) this.samples.shift();
    for (const each of this.samples) {
      if (each.at < at - WINDOW_SECONDS * 1000) {
        each.tasks = [];
        each.kinds = NONE;
      }
    }
    this.latest = scheduler;
  }

  get now() {
    return this.samples.at(-1);
  }

  /** The samples of the last so many seconds. */
  last(seconds) {
    const from = this.now.at - seconds * 1000;
    return this.samples.filter((each) => each.at >= from);
  }

  /** What a counter has grown by in the last so many seconds. */
  growth(counter, seconds) {
    return this.now.counters[counter] - this.#begin(seconds).counters[counter];
  }

  /** The latency samples of the last so many seconds, by bucket. */
  latencies(seconds) {
    const begin = this.#begin(seconds).buckets;
    return this.now.buckets.map((value, index) => value - (begin[index] ?? 0));
  }

  #begin(seconds) {
    return this.last(seconds)[0];
  }
}

/** It may be up for longer already than the one before was when that answered last, but then it has done less. */
function isRestarted(before, scheduler) {
  return millis(scheduler.uptime) < millis(before.uptime)
    || scheduler.counters.created < before.counters.created
    || scheduler.counters.completed < before.counters.completed;
}

/** Tasks that wait for a turn. Idle-priority work is there to wait until nothing else does. */
export const waitingOf = ({ goroutines, idleQueued }) => Math.max(0, goroutines.runnable - (idleQueued ?? 0));

function sample(scheduler, previous, at) {
  const { counters, goroutines } = scheduler;
  const self = scheduler.machineDetails.find((machine) => machine.observing);
  const machines = { ...scheduler.machines };
  if (self) machines[self.state]--;
  // What waits would run where the request runs now; where nothing waits, that processor would be idle.
  const isOurs = (processor) => processor.id === self?.processor && goroutines.runnable === 0;
  const seconds = previous ? (at - previous.at) / 1000 : undefined;
  const perSecond = (...names) =>
    previous ? names.reduce((sum, name) => sum + counters[name] - previous.counters[name], 0) / seconds : 0;
  const buckets = scheduler.schedulingLatency.buckets.map((bucket) => bucket.count);
  return {
    at,
    counters,
    buckets,
    machines,
    queue: scheduler.runQueueDepth,
    busy: scheduler.processors.filter((p) => !p.idle && !isOurs(p)).length,
    procs: scheduler.procs,
    full: scheduler.idleProcs === 0,
    waiting: waitingOf(scheduler),
    idleWaiting: scheduler.idleQueued ?? 0,
    spinning: scheduler.spinningMachines,
    completed: perSecond("completed"),
    preemptions: perSecond("cooperativePreemptions", "handoffPreemptions"),
    handoffs: perSecond("handoffs"),
    lanes: scheduler.processors.map((p) => ({ idle: p.idle || isOurs(p), depth: p.runQueueDepth })),
    tasks: tasksOf(scheduler),
    kinds: kindsOf(scheduler),
    // Few goroutines are sampled, so the latency is that of ten seconds.
    latency: undefined,
  };
}

/** The upper edge in milliseconds of the bucket in which the quantile falls; undefined without samples. */
export function quantile(buckets, q) {
  const samples = buckets.reduce((sum, each) => sum + each, 0);
  if (samples === 0) return undefined;
  let seen = 0;
  const bucket = buckets.findIndex((each) => (seen += each) >= Math.max(1, Math.ceil(q * samples)));
  return upperEdge(bucket);
}

/** Bucket 0 counts what is below 2 microseconds, and each edge is twice the one before. In milliseconds. */
export const upperEdge = (bucket) => 2 ** (bucket + 1) / 1000;
