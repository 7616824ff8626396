import { element, foldout, text } from "./dom.js";
import { duration, number, shortName } from "./format.js";
import { groupNode } from "./groups.js";

/** Groups that only grow, and whose oldest goroutine has waited for very long. */
export function showSuspects({ suspectsBox, suspects }, { time, suspects: found = [] }) {
  const ago = ({ since }) => duration(Date.parse(time) - Date.parse(since));
  suspectsBox.hidden = found.length === 0;
  suspects.replaceChildren(...found.map((group) => groupNode(group, `, ${number(group.grown)} more than ${ago(group)} ago`)));
}

/** Each thread of a cycle waits for what the next one holds, and the last for what the first holds. */
export function showDeadlocks({ deadlocksBox, deadlocks, notTold }, { deadlocks: found = [], notTold: sentences = [] }) {
  deadlocksBox.hidden = found.length === 0;
  deadlocks.replaceChildren(...found.map(({ threads }) => element("li", {}, element("ul", { class: "events" },
    ...threads.map((thread, index) => threadNode(thread, threads[(index + 1) % threads.length]))))));
  text(notTold, sentences.length > 0 ? `Not all deadlocks can be found: ${sentences.join("; ")}.` : "");
}

const nameOf = ({ task, name, id }) => `${task ? shortName(task) : name} (thread ${id})`;

function threadNode(thread, next) {
  const { task, waitsFor, labels, stack } = thread;
  const holder = next === thread ? "which it must give itself" : `which ${nameOf(next)} holds`;
  const facts = [`task: ${task ?? "none"}`, `thread: ${thread.name}`, ...Object.entries(labels).map(([key, value]) => `label: ${key}=${value}`)];
  return element("li", {}, foldout([element("strong", {}, nameOf(thread)), ` waits for ${waitsFor}, ${holder}`], [...facts, ...(stack ?? [])]));
}
