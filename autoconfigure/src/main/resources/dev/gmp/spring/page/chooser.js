import { element, keyed, text } from "./dom.js";

/** The application's own scheduler. */
const OWN = "default";

const MARKS = { bad: " – in trouble", warn: " – worth a look" };

/** The scheduler that is shown: what somebody has chosen, while there is one of that name, else the application's own. */
export function choose(names, chosen) {
  if (names.includes(chosen)) return chosen;
  return names.includes(OWN) ? OWN : names[0];
}

/** Offers all of them, where there are several, with the level of each one's verdict: the page says what it is of one only. */
export function offer({ chooser, list, only }, names, chosen, levelOf) {
  chooser.hidden = names.length < 2;
  only.hidden = names.length !== 1;
  text(only, names.length === 1 ? names[0] : "");
  keyed(list, names, (name) => name, (name) => element("option", { value: name }),
    (option, name) => text(option, name + (MARKS[levelOf(name)] ?? "")));
  list.value = chosen ?? "";
}
