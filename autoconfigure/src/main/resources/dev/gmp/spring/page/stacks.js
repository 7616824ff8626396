import { UNNAMED } from "./format.js";

const BUSY = new Set(["running", "overtime", "blocked"]);

/** Whether a machine runs a task, and not the request that is answered. */
export const hasTask = (machine) => BUSY.has(machine.state) && !machine.observing;

/**
 * What a task of a scheduler is doing at this moment: asked when somebody wants to see it, since a stack costs its thread some
 * time. Empty when it is at nothing just now.
 */
export async function stackOf(scheduler, task) {
  const { endpoint } = document.documentElement.dataset;
  const response = await fetch(`${endpoint}/${encodeURIComponent(scheduler)}?stacks=true`, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (!response.ok) return [];
  const { machineDetails } = await response.json();
  const machine = machineDetails.find((each) => hasTask(each) && (each.running ?? UNNAMED) === task && each.stack?.length > 0);
  return machine?.stack ?? [];
}
