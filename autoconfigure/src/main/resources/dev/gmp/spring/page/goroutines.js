import { ask } from "./ask.js";
import { element, text } from "./dom.js";
import { showFlame } from "./flame.js";
import { count, duration, millis, number, shortName } from "./format.js";

const SHOWN = 50;

/** A profile is read on request alone, since it costs time. What was read stays until the next one. */
export function startGoroutines({ button, search, words, groups, flame }, url, chosen) {
  let profile;
  const show = () => {
    if (profile) showGroups(groups, flame, profile, search.value);
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { state, answer, reason } = await ask(`${url}?scheduler=${encodeURIComponent(chosen())}&limit=1000`, "gmpgoroutines");
    button.disabled = false;
    profile = state === "live" ? answer : profile;
    text(words, state === "live" ? wordsOf(answer) : reason ?? "The application does not answer.");
    show();
  });
  search.addEventListener("input", show);
}

export function wordsOf({ live, examined, sampled, groupCount, took, stacksAllowed }) {
  const found = `${count(live, "goroutine", "goroutines")} in ${count(groupCount, "group", "groups")}, read in ${duration(millis(took))}. `;
  return found
    + (sampled ? `The numbers are of ${number(examined)}, a random sample of those reached. ` : "")
    + (stacksAllowed ? "" : "Stack traces are hidden. The setting management.endpoint.gmp.show-stacks shows them.");
}

/** Groups that have the sought text in a frame, a task, a label or a wait. */
export function showGroups(list, flame, { groups }, sought) {
  const wanted = sought.trim().toLowerCase();
  const found = groups.filter((group) => textOf(group).includes(wanted));
  list.replaceChildren(...found.slice(0, SHOWN).map(make));
  showFlame(flame, found);
}

const textOf = ({ stack, tasks, labels, waits, peers }) =>
  [...(stack ?? []), ...[tasks, labels, waits, peers].flatMap(Object.keys)].join("\n").toLowerCase();

function make(group) {
  const { stack, tasks, labels, waits, peers, states, oldestWait } = group;
  const [task] = Object.keys(tasks);
  const [wait] = Object.keys(waits);
  const summary = [
    element("strong", {}, number(group.count)),
    task ? element("span", { title: task }, ` × ${shortName(task)}`) : "",
    wait ? `, waiting for ${wait}` : states.runnable === group.count ? ", waiting for a processor" : "",
    oldestWait ? `, the oldest for ${duration(millis(oldestWait))}` : "",
  ];
  const facts = [...lines("task", tasks), ...lines("label", labels), ...lines("waits for", waits), ...lines("peer", peers)];
  return element("li", {}, element("details", {},
    element("summary", {}, ...summary),
    element("pre", { tabindex: "0" }, [...facts, ...(stack ?? [])].join("\n"))));
}

const lines = (name, counts) => Object.entries(counts).map(([what, times]) => `${name}: ${what} (${number(times)})`);
