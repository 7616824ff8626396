import { element, keyed, part, text } from "./dom.js";
import { count, edge, millis, number } from "./format.js";

const FIGURES = ["ready", "running", "blocked", "idle", "ended", "failed", "waiting", "deepest", "step"];

const make = () =>
  element("tr", {},
    element("th", { scope: "row", "data-part": "name" }),
    ...FIGURES.map((figure) => element("td", { class: "number", "data-part": figure })));

/** Processes by type, where the application has any; who has none sees no card. */
export function showProcesses({ card, body, misdirected }, processes) {
  const types = processes?.types ?? [];
  card.hidden = types.length === 0;
  keyed(body, types, (type) => type.name, make, (node, type) => {
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
    text(part(node, "name"), type.name);
    for (const figure of FIGURES) text(part(node, figure), figures[figure]);
  });
  const lost = processes ? processes.sentToEnded + processes.sentToUnknown : 0;
  misdirected.hidden = lost === 0;
  text(misdirected, `${count(lost, "message", "messages")} went to processes that had ended or never were.`);
}
