import { element, foldout } from "./dom.js";
import { showFlame } from "./flame.js";
import { duration, millis, number, shortName } from "./format.js";

const SHOWN = 50;

/** Groups that have the sought text in a frame, a task, a label or a wait. */
export function showGroups(list, flame, { groups }, sought) {
  const wanted = sought.trim().toLowerCase();
  const found = groups.filter((group) => textOf(group).includes(wanted));
  list.replaceChildren(...found.slice(0, SHOWN).map((group) => groupNode(group)));
  const unlisted = found.length - SHOWN;
  if (unlisted > 0) list.append(noteOf(`${number(unlisted)} smaller groups are not listed. The search finds them.`));
  else if (found.length === 0 && wanted) list.append(noteOf("No group has this text."));
  showFlame(flame, found);
}

const noteOf = (words) => element("li", { class: "empty" }, words);

const textOf = ({ stack, tasks, labels, waits, peers = {} }) =>
  [...(stack ?? []), ...[tasks, labels, waits, peers].flatMap(Object.keys)].join("\n").toLowerCase();

/** A line that opens to the stack. More words may follow it. */
export function groupNode({ count: members, stack, tasks, labels, waits, peers = {}, states, oldestWait }, more = "") {
  const [task] = Object.keys(tasks);
  const [wait, ...others] = Object.keys(waits);
  const summary = [
    element("strong", {}, number(members)),
    task ? element("span", { title: task }, ` × ${shortName(task)}`) : "",
    wait ? `, waiting for ${wait}` : states?.runnable === members ? ", waiting for a processor" : "",
    others.length > 0 ? ` and ${number(others.length)} more` : "",
    oldestWait ? `, the oldest for ${duration(millis(oldestWait))}` : "",
    more,
  ];
  const facts = [...lines("task", tasks), ...lines("label", labels), ...lines("waits for", waits), ...lines("peer", peers)];
  return element("li", {}, foldout(summary, [...facts, ...(stack ?? [])]));
}

const lines = (name, counts) => Object.entries(counts).map(([what, times]) => `${name}: ${what} (${number(times)})`);
