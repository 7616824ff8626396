import { element, keyed, part, text } from "./dom.js";
import { duration, number, shortName } from "./format.js";

/** In the order of the bar, with what each state means. */
const STATES = [
  ["running", "running", "runs a task on a processor"],
  ["spinning", "spinning", "looks for work (nmspinning)"],
  ["overtime", "overtime", "computes without a processor, after its slice"],
  ["blocked", "blocked", "is held by a task that blocks"],
  ["locked", "locked", "waits with the task that is locked to it"],
  ["idle", "idle", "is parked"],
];
/** What a machine without a processor does, before the name of its task. */
const WITHOUT_PROCESSOR = { blocked: "blocked in", locked: "locked to" };
const SHOWN = 12;

const makeState = ([state, name, meaning]) =>
  element("div", {},
    element("dt", {}, element("span", { class: `key state-${state}`, "aria-hidden": "true" }), name, element("small", {}, meaning)),
    element("dd", { "data-part": "count" }));

const makeAway = () =>
  element("li", {}, element("strong", { "data-part": "machine" }), element("span", { "data-part": "task" }), element("span", { class: "for", "data-part": "for" }));

export function showMachines({ bar, states, title, away }, { latest, now }) {
  const { machines } = latest;
  keyed(bar, STATES.filter(([state]) => machines[state] > 0), ([state]) => state,
    ([state]) => element("span", { class: `state-${state}` }),
    (node, [state]) => (node.style.flexGrow = machines[state]));
  keyed(states, STATES, ([state]) => state, makeState, (node, [state]) => text(part(node, "count"), number(machines[state])));

  const without = now.tasks
    .filter((task) => task.processor == null)
    .sort((a, b) => (b.millis ?? 0) - (a.millis ?? 0));
  title.hidden = without.length === 0;
  keyed(away, without.slice(0, SHOWN), (task) => task.machine, makeAway, (node, task) => {
    text(part(node, "machine"), `M${task.machine}`);
    text(part(node, "task"), `${WITHOUT_PROCESSOR[task.state] ?? "computes"} ${shortName(task.name)}`);
    part(node, "task").title = task.name;
    text(part(node, "for"), task.millis ? duration(task.millis) : "");
  });
}
