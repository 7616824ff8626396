import { about, answerTo } from "./ask.js";
import { text } from "./dom.js";
import { count, duration, millis, number } from "./format.js";
import { showGroups } from "./groups.js";
import { showDeadlocks, showSuspects } from "./suspects.js";

/** More than the default of the endpoint, so that the answer mostly has all goroutines and no sample. */
const BUDGET_MILLIS = 500;

/** A profile is read on request alone, since it costs time. What was read stays until the next one. */
export function startGoroutines({ button, search, words, groups, flame, ...trouble }, url, chosen) {
  let profile;
  const show = () => {
    if (profile) showGroups(groups, flame, profile, search.value);
  };
  button.addEventListener("click", async () => {
    const answer = await answerTo(`${url}${about(chosen())}limit=1000&budget=${BUDGET_MILLIS}`, words, { button, endpoint: "gmpgoroutines" });
    if (!answer) return;
    profile = answer;
    text(words, wordsOf(profile));
    show();
    showDeadlocks(trouble, profile);
    showSuspects(trouble, profile);
  });
  search.addEventListener("input", show);
}

export function wordsOf({ scheduler, live, examined, sampled, groupCount, took, stacksAllowed }) {
  const found = `${scheduler}: ${count(live, "goroutine", "goroutines")} in ${count(groupCount, "group", "groups")}, read in ${duration(millis(took))}. `;
  return found
    + (sampled ? `The numbers are of ${number(examined)}, a random sample of those reached. ` : "")
    + (stacksAllowed ? "" : "Stack traces are hidden. The setting management.endpoint.gmp.show-stacks shows them.");
}
