import { json, repeat } from "./api.js";
import { byId, element, figures } from "./dom.js";
import { duration, number } from "./format.js";

const QUEUE_LENGTH = 256;

function bar(processor) {
  return element("div", { class: processor.idle ? "idle" : "" },
    element("span", {}, `P${processor.id}`),
    element("progress", { max: String(QUEUE_LENGTH), value: String(processor.runQueueDepth), "aria-label": `Run queue of P${processor.id}` }),
    element("span", {}, processor.idle ? "idle" : number(processor.runQueueDepth)));
}

/** An ISO-8601 duration of seconds, such as PT0.000128S, in the unit that suits it. */
function latency(iso) {
  const seconds = /^PT([\d.E-]+)S$/.exec(iso ?? "")?.[1];
  if (seconds === undefined) return undefined;
  const micros = Number(seconds) * 1e6;
  return micros < 1000 ? `≤ ${number(Math.ceil(micros))} µs` : `≤ ${duration(micros / 1000)}`;
}

/** Shows the first scheduler there is: this application has one. */
function show({ schedulers }) {
  const [name, scheduler] = Object.entries(schedulers)[0] ?? [];
  if (!scheduler) {
    note("The application has no gmp scheduler: its tasks run on another executor.");
    return;
  }
  note();
  const { machines, goroutines, counters } = scheduler;
  byId("scheduler-name").textContent = name;
  byId("processors").replaceChildren(...scheduler.processors.map(bar));
  figures(byId("scheduler-figures"), [
    ["Global queue", number(scheduler.globalQueueDepth)],
    ["Goroutines runnable", number(goroutines.runnable)],
    ["Goroutines running", number(goroutines.running)],
    ["Goroutines in system calls", number(goroutines.syscall)],
    ["Threads running", number(machines.running)],
    ["Threads spinning (nmspinning)", number(machines.spinning)],
    ["Threads blocked", number(machines.blocked)],
    ["Threads in overtime", number(machines.overtime)],
    ["Threads idle", number(machines.idle)],
    ["Scheduling latency, p99", latency(scheduler.schedulingLatency?.p99)],
    ["Completed", number(counters.completed)],
    ["Preemptions", number(counters.cooperativePreemptions + counters.handoffPreemptions)],
    ["Steals", number(counters.steals)],
    ["Queue overflows", number(counters.runQueueOverflows)],
    ["Parks", number(counters.machineParks)],
  ]);
}

function note(message) {
  byId("scheduler-note").hidden = !message;
  byId("scheduler-note").textContent = message ?? "";
}

export function startScheduler() {
  repeat(async () => {
    try {
      show(await json("actuator/gmp"));
      return 1000;
    } catch (error) {
      if (error.status !== 404) throw error;
      note("The application has no gmp endpoint: its tasks run on another executor.");
      return 10000;
    }
  }, 1000);
}
