import { element, keyed, part, text } from "./dom.js";
import { millis, number, shortName } from "./format.js";

const SECONDS = 60;
const MOST = 20;
const TIMES = ["running", "waiting", "blocked"];
const FIGURES = [...TIMES, "preemptions", "failures"];

const make = () =>
  element("tr", {},
    element("th", { scope: "row", "data-part": "name" }),
    ...FIGURES.map((figure) => element("td", { class: "number", "data-part": figure })));

/** What each kind of task has cost so far, by name. */
export const kindsOf = (scheduler) => new Map((scheduler.taskKinds ?? []).map((kind) => [kind.name, {
  running: millis(kind.running),
  waiting: millis(kind.waiting),
  blocked: millis(kind.blocked),
  preemptions: kind.preemptions,
  failures: kind.failures,
}]));

/** Kinds by what they cost in the last minute: how many of them ran and waited for a processor, on average. */
export function showKinds(card, body, history) {
  const samples = history.last(SECONDS);
  const [first, last] = [samples[0], samples.at(-1)];
  const period = Math.max(1, last.at - first.at);
  const kinds = [...last.kinds].map(([name, total]) => {
    const before = first.kinds.get(name);
    return { name, ...Object.fromEntries(FIGURES.map((figure) => [figure, total[figure] - (before?.[figure] ?? 0)])) };
  });
  kinds.sort((a, b) => b.running + b.waiting - a.running - a.waiting || a.name.localeCompare(b.name));
  const shown = kinds.filter((kind) => FIGURES.some((figure) => kind[figure] > 0)).slice(0, MOST);
  card.hidden = shown.length === 0;
  keyed(body, shown, (kind) => kind.name, make, (node, kind) => {
    text(part(node, "name"), shortName(kind.name));
    part(node, "name").title = kind.name;
    for (const time of TIMES) text(part(node, time), (kind[time] / period).toFixed(2));
    text(part(node, "preemptions"), number(kind.preemptions));
    text(part(node, "failures"), number(kind.failures));
  });
}
