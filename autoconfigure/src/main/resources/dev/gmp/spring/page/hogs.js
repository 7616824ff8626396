import { element, keyed, part, text } from "./dom.js";
import { count, duration, labelLine, millis, number, percent, shortName, UNNAMED } from "./format.js";
import { computes, hasTask, stackOf } from "./stacks.js";

export const WINDOW_SECONDS = 60;
const LATELY_SECONDS = 10;
const SHOWN = 8;
const MACHINES_NAMED = 8;
const AGAIN_MILLIS = 1000;
/** The search that goes on for a stack that is open, by its details: the one that was begun last. */
const searches = new WeakMap();

/** What each machine with a task runs, but for the one that answers this page: its name, the machine, its state, its processor if it has one, and for how long. */
export function tasksOf(scheduler) {
  return scheduler.machineDetails
    .filter(hasTask)
    .map((machine) => ({
      name: machine.running ?? UNNAMED,
      machine: machine.id,
      state: machine.state,
      processor: machine.processor,
      millis: millis(machine.runningFor),
    }));
}

/**
 * Everything that ran in the last minute, by name: those that compute, by their share of the processors' time, then those
 * that block. The share is that of the moments at which the page looked.
 */
export function hogsOf(history) {
  const samples = history.last(WINDOW_SECONDS);
  const lately = history.now.at - LATELY_SECONDS * 1000;
  const losses = recentLosses(history.latest, WINDOW_SECONDS);
  const ofKind = { preemption: 0, handoff: 0, yields: 0 };
  losses.forEach((loss) => ofKind[loss.kind]++);
  const byName = new Map();
  const hog = (name) => {
    if (!byName.has(name)) byName.set(name, { name, computing: 0, lately: 0, blocking: 0, longest: 0, now: [], losses: [], stack: [] });
    return byName.get(name);
  };
  samples.forEach((sample, index) => {
    for (const task of sample.tasks) {
      const entry = hog(task.name);
      if (computes(task)) entry.computing++;
      else entry.blocking++;
      if (computes(task) && sample.at >= lately) entry.lately++;
      entry.longest = Math.max(entry.longest, task.millis ?? 0);
      if (index === samples.length - 1) entry.now.push(task);
    }
  });
  for (const loss of losses) {
    const entry = hog(loss.task ?? UNNAMED);
    entry.losses.push(loss);
    entry.longest = Math.max(entry.longest, millis(loss.ran) ?? 0);
    entry.ofKind = ofKind;
    if (entry.stack.length === 0 && loss.stack?.length > 0) entry.stack = loss.stack;
    entry.labels ||= labelLine(loss.labels);
  }
  const all = [...byName.values()];
  for (const entry of all) {
    entry.share = entry.computing / slots(samples);
    entry.recentShare = entry.lately / slots(samples.filter((sample) => sample.at >= lately));
  }
  return all.sort((a, b) => b.share - a.share || b.blocking - a.blocking || b.losses.length - a.losses.length);
}

/**
 * How many tasks could have been seen: one a processor, and those that go on without one. Where an answer leaves some out,
 * those that it shows stand for all.
 */
function slots(samples) {
  return samples.reduce((sum, { procs, machines, tasks }) => {
    const seen = tasks.filter(computes).length;
    const computing = Math.max(seen, machines.running + machines.overtime);
    return sum + (seen === 0 ? procs : (Math.max(procs, computing) * seen) / computing);
  }, 0);
}

/** The processors that were taken, or taken up by yields, in the last so many seconds, the latest first, where the endpoint tells. By its clock, not the browser's. */
export function recentLosses(scheduler, seconds) {
  const from = Date.parse(scheduler.time) - seconds * 1000;
  return (scheduler.recentLosses ?? []).filter((loss) => Date.parse(loss.time) >= from);
}

/** What a hog is doing now, in a few words. */
export function doing(hog) {
  const computing = hog.now.filter(computes);
  const more = computing.length - MACHINES_NAMED;
  const named = computing.slice(0, MACHINES_NAMED).map((task) => `M${task.machine}`).join(", ");
  if (computing.length > 0) return `running on ${named}${more > 0 ? ` and ${number(more)} more` : ""}`;
  if (hog.now.length > 0) return `blocks ${count(hog.now.length, "thread", "threads")}`;
  return "not running now";
}

function make() {
  return element("li", { class: "hog" },
    element("div", { class: "hog-head" },
      element("strong", { "data-part": "name" }),
      element("span", { class: "hog-share", "data-part": "share" })),
    element("progress", { max: "1", "data-part": "bar" }),
    element("p", { class: "hog-facts", "data-part": "facts" }),
    element("p", { class: "labels", "data-part": "labels" }),
    where());
}

/** Opened, it shows what the task is doing now, or else where it was when it lost its processor. */
function where() {
  const frames = element("pre", { tabindex: "0", "data-part": "frames" });
  const details = element("details", { "data-part": "stack" }, element("summary", {}, "Stack trace"), frames);
  details.addEventListener("toggle", () => {
    text(frames, details.dataset.before || "Loading …");
    look(details);
  });
  return details;
}

/** Looks until it finds it running, as long as somebody wants to know; and only while the page itself asks and is answered. */
async function look(details) {
  const search = {};
  searches.set(details, search);
  while (details.open && details.isConnected && searches.get(details) === search) {
    const asks = !document.hidden && document.documentElement.dataset.connection === "live";
    const stack = asks ? await stackOf(details.dataset.scheduler, details.dataset.task) : [];
    if (stack.length > 0) {
      text(part(details, "frames"), stack.join("\n"));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLIS));
  }
}

function update(node, hog, scheduler, stacksAllowed) {
  const name = part(node, "name");
  text(name, shortName(hog.name));
  name.title = hog.name;
  text(part(node, "share"), percent(hog.share));
  const bar = part(node, "bar");
  bar.value = hog.share;
  bar.setAttribute("aria-label", `Share of the processors' time of ${shortName(hog.name)}`);
  const known = (kind) => hog.losses.filter((loss) => loss.kind === kind).length;
  const [preempted, handedOff, yielded] = ["preemption", "handoff", "yields"].map(known);
  text(part(node, "facts"), [
    doing(hog),
    hog.longest > 0 && `longest run ${duration(hog.longest)}`,
    preempted > 0 && `${preempted} of the last ${hog.ofKind.preemption} preemptions`,
    handedOff > 0 && `${handedOff} of the last ${hog.ofKind.handoff} hand-offs`,
    yielded > 0 && `${yielded} of the last ${hog.ofKind.yields} storms of yields`,
  ].filter(Boolean).join(" · "));
  text(part(node, "labels"), hog.labels && `Labels of the latest event: ${hog.labels}`);
  const stack = part(node, "stack");
  stack.hidden = !stacksAllowed;
  stack.dataset.scheduler = scheduler;
  stack.dataset.task = hog.name;
  stack.dataset.before = hog.stack.join("\n");
}

export function showHogs({ list, none, noStacks }, hogs, scheduler, { latest }) {
  none.hidden = hogs.length > 0;
  noStacks.hidden = latest.stacksAllowed;
  keyed(list, hogs.slice(0, SHOWN), (hog) => `${scheduler} ${hog.name}`, make, (node, hog) => update(node, hog, scheduler, latest.stacksAllowed));
}
