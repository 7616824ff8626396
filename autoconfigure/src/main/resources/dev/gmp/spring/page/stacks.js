import { ask } from "./ask.js";
import { UNNAMED } from "./format.js";

const BUSY = new Set(["running", "overtime", "blocked", "locked"]);

/** Whether a machine runs or is held by a task, and not by the request that is answered. */
export const hasTask = (machine) => BUSY.has(machine.state) && !machine.observing;

/** Whether a task runs, and does not only hold its machine while it waits for something. */
export const computes = ({ state }) => state !== "blocked" && state !== "locked";

/**
 * What a task of a scheduler is doing at this moment: asked when somebody wants to see it, since a stack costs its thread some
 * time. Empty when it is at nothing just now.
 */
export async function stackOf(scheduler, task) {
  const { endpoint } = document.documentElement.dataset;
  const own = await ask(`${endpoint}/${encodeURIComponent(scheduler)}?stacks=true`);
  // a server or a filter may refuse the path for what is in the name; all schedulers stand at the other
  const details = own.state === "refused" ? (await ask(`${endpoint}?stacks=true`)).answer?.schedulers?.[scheduler] : own.answer;
  const machine = details?.machineDetails?.find((each) => hasTask(each) && (each.running ?? UNNAMED) === task && each.stack?.length > 0);
  return machine?.stack ?? [];
}
