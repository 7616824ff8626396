import { element, foldout, keyed } from "./dom.js";
import { clock, duration, labelLine, millis, shortName, UNNAMED } from "./format.js";

const SHOWN = 10;

const WORDS = { preemption: "was preempted", handoff: "blocked", yields: "yielded again and again" };

/** The stack comes a little later than the rest, if at all. */
const keyOf = (event) => `${event.time} ${event.processor} ${event.machine} ${event.stack?.length > 0}`;

function make(event) {
  const stack = event.stack ?? [];
  const words = [
    element("time", { datetime: event.time }, clock(event.time)), " ",
    element("strong", { title: event.task ?? "" }, shortName(event.task ?? UNNAMED)),
    ` ${WORDS[event.kind] ?? event.kind} on P${event.processor}`,
    millis(event.ran) ? ` ${event.kind === "yields" ? "for" : "after"} ${duration(millis(event.ran))}` : "",
  ];
  const said = stack.length === 0 ? words : [foldout(words, stack)];
  const labels = labelLine(event.labels);
  return element("li", {}, ...said, labels && element("p", { class: "labels" }, labels));
}

/** Events do not change but for that: each is written once. While somebody reads one, the list stands still. */
export function showEvents(card, list, losses) {
  card.hidden = losses.length === 0;
  if (list.contains(document.activeElement) || list.querySelector("details[open]")) return;
  keyed(list, losses.slice(0, SHOWN), keyOf, make, () => {});
}
