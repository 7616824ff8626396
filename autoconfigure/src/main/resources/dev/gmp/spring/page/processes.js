import { element, keyed, part, text } from "./dom.js";
import { count, edge, millis, number } from "./format.js";

const FIGURES = ["ready", "running", "blocked", "idle", "ended", "failed", "waiting", "deepest", "step"];

const make = () =>
  element("tr", {},
    element("th", { scope: "row", "data-part": "name" }),
    ...FIGURES.map((figure) => element("td", { class: "number", "data-part": figure })));

/** Processes by type, where the scheduler has any; who has none sees no card. */
export function showProcesses({ card, body, examined, misdirected }, runtimes) {
  const types = runtimes.flatMap((runtime) => runtime.types.map((type) => ({ ...type, title: titleOf(type, runtime) })));
  card.hidden = types.length === 0;
  keyed(body, types, (type) => type.title, make, (node, type) => {
    const figures = {
      ready: number(type.states.ready),
      running: number(type.states.running),
      blocked: number(type.states.blocked),
      idle: number(type.states.idle),
      ended: number(type.completed + type.failed + type.cancelled),
      failed: number(type.failed),
      waiting: number(type.waitingMessages),
      deepest: number(type.deepestMailbox),
      step: type.stepTime.samples === 0 ? "–" : `< ${edge(millis(type.stepTime.p99))}`,
    };
    text(part(node, "name"), type.title);
    for (const figure of FIGURES) text(part(node, figure), figures[figure]);
  });
  const partial = runtimes.filter((runtime) => runtime.examined < runtime.live);
  examined.hidden = partial.length === 0;
  text(examined, partial.map(({ name, examined, live }) =>
    `States and mailboxes are those of ${number(examined)} among ${number(live)} processes of ${name}.`).join(" "));
  const lost = runtimes.reduce((sum, runtime) => sum + runtime.sentToEnded + runtime.sentToUnknown, 0);
  misdirected.hidden = lost === 0;
  text(misdirected, `${count(lost, "message", "messages")} went to processes that had ended or never existed.`);
}

/** A runtime with a name of its own says it: another one may have a type that is called the same. */
function titleOf(type, runtime) {
  return runtime.name === runtime.scheduler ? type.name : `${runtime.name}: ${type.name}`;
}
