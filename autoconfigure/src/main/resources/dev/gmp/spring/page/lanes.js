import { element, keyed, part, svg, text } from "./dom.js";
import { count, duration, number, shortName } from "./format.js";
import { isGap } from "./history.js";
import { computes } from "./stacks.js";

const SECONDS = 60;
const HEIGHT = 24;

function make(processor) {
  return element("li", { class: "lane" },
    element("span", { class: "lane-name" }, `P${processor.id}`),
    svg("svg", { class: "strip", viewBox: `0 0 ${SECONDS} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "data-part": "strip" },
      svg("path", { class: "strip-busy", "data-part": "busy" }),
      svg("path", { class: "strip-depth", "data-part": "depth" })),
    element("span", { class: "lane-depth", "data-part": "queue" }),
    element("span", { class: "lane-task", "data-part": "task" }));
}

/** Where a sample stands on a strip that ends now. */
const place = (sample, now) => SECONDS - (now - sample.at) / 1000;

/** The stretches of time in which it was busy, as one path of rectangles. */
function busyPath(samples, id, now) {
  return samples
    .map((sample, index) => {
      const lane = sample.lanes[id];
      const from = isGap(samples[index - 1], sample) ? place(sample, now) - 1 : place(samples[index - 1], now);
      return lane && !lane.idle ? `M${from.toFixed(2)} 0H${place(sample, now).toFixed(2)}V${HEIGHT}H${from.toFixed(2)}Z` : "";
    })
    .join("");
}

function depthPath(samples, id, now, most) {
  return samples
    .map((sample, index) => {
      const depth = sample.lanes[id]?.depth ?? 0;
      const at = place(sample, now).toFixed(2);
      const begins = isGap(samples[index - 1], sample) ? `M${at} ${HEIGHT}` : "";
      const next = samples[index + 1];
      const ends = !next || isGap(sample, next) ? `V${HEIGHT}Z` : "";
      return `${begins}L${at} ${(HEIGHT - (HEIGHT * depth) / most).toFixed(2)}${ends}`;
    })
    .join("");
}

/** All lanes have one scale, so that their queues can be compared. */
export function showLanes(list, global, history) {
  const samples = history.last(SECONDS);
  const { latest, now } = history;
  const most = Math.max(8, ...samples.flatMap((sample) => sample.lanes.map((lane) => lane.depth)));
  keyed(list, latest.processors, (processor) => processor.id, make, (node, processor) => {
    const { idle } = now.lanes[processor.id];
    const task = now.tasks.find((each) => each.processor === processor.id && computes(each));
    node.classList.toggle("idle", idle);
    part(node, "busy").setAttribute("d", busyPath(samples, processor.id, now.at));
    part(node, "depth").setAttribute("d", depthPath(samples, processor.id, now.at, most));
    part(node, "strip").setAttribute("aria-label", `P${processor.id}: ${idle ? "idle" : "busy"}, ${count(processor.runQueueDepth, "task", "tasks")} in its queue`);
    text(part(node, "queue"), number(processor.runQueueDepth));
    text(part(node, "task"), idle ? "idle" : work(processor, task, latest.machineDetails));
    part(node, "task").title = task?.name ?? "";
  });
  text(global, `${count(latest.globalQueueDepth, "task", "tasks")} in the global queue, which all processors share.`);
}

function work(processor, task, machines) {
  if (task) return `M${task.machine} runs ${shortName(task.name)}${task.millis ? `, ${duration(task.millis)}` : ""}`;
  if (machines.some((machine) => machine.observing && machine.processor === processor.id)) return "answers this page just now";
  if (processor.machine == null) return "changes its worker thread";
  const isShown = machines.some((machine) => machine.id === processor.machine);
  return `M${processor.machine} ${isShown ? "looks for work" : "is not among the worker threads shown"}`;
}
