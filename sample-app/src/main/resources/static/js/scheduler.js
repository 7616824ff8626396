import { json, repeat } from "./api.js";
import { byId, element, figures } from "./dom.js";
import { number } from "./format.js";

const QUEUE_LENGTH = 256;

function bar(processor) {
  return element("div", { class: processor.idle ? "idle" : "" },
    element("span", {}, `P${processor.id}`),
    element("progress", { max: String(QUEUE_LENGTH), value: String(processor.runQueueDepth), "aria-label": `Run queue of P${processor.id}` }),
    element("span", {}, processor.idle ? "idle" : number(processor.runQueueDepth)));
}

function show(scheduler) {
  const { machineCounts: machines = {}, goroutines = {}, counters = {} } = scheduler;
  byId("processors").replaceChildren(...(scheduler.processors ?? []).map(bar));
  figures(byId("scheduler-figures"), [
    ["Global queue", number(scheduler.globalQueueDepth)],
    ["Spinning (nmspinning)", number(scheduler.spinningMachines)],
    ["Machines running", number(machines.running)],
    ["Machines blocked", number(machines.blocked)],
    ["Machines idle", number(machines.idle)],
    ["Goroutines runnable", number(goroutines.runnable)],
    ["Goroutines running", number(goroutines.running)],
    ["Completed", number(counters.completed)],
    ["Steals", number(counters.steals)],
    ["Queue overflows", number(counters.runQueueOverflows)],
    ["Machine parks", number(counters.machineParks)],
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
      note();
      return 1000;
    } catch (error) {
      if (error.status !== 404) throw error;
      note("There is no gmp endpoint here: the work runs on another executor.");
      return 10000;
    }
  }, 1000);
}
