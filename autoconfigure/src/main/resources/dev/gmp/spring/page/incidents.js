import { ask } from "./ask.js";
import { element, text } from "./dom.js";
import { count, moment, number } from "./format.js";

const ENDPOINT = "gmpincidents";
/** Refusals are JSON. */
const ACCEPT = "application/zip, application/json;q=0.5";
/** A capsule is written before the answer comes. */
const PATIENCE_MILLIS = 60_000;

const CAUSES = {
  requested: "captured on request", "health-down": "health went down", stall: "no task began", latency: "tasks waited for too long",
  overtime: "too many long tasks", deadlock: "a deadlock was found",
};

/** Capsules of incidents: what led to an alarm, the latest first. One is opened on this page, or saved as a file. */
export function startIncidents({ capture, list, words }, url, chosen, open) {
  const answerOf = async (address, options) => {
    const { state, answer, reason } = await ask(address, { endpoint: ENDPOINT, patience: PATIENCE_MILLIS, ...options });
    if (state === "live") return answer;
    text(words, reason ?? "The application does not answer.");
    return undefined;
  };
  const show = async ({ name }, button) => {
    button.disabled = true;
    const buffer = await answerOf(addressOf(url, name), { accept: ACCEPT, read: (response) => response.arrayBuffer() });
    button.disabled = false;
    if (buffer) await open(buffer, name);
  };
  const refresh = async () => {
    const answer = await answerOf(url);
    if (!answer) return;
    text(words, wordsOf(answer));
    list.replaceChildren(...answer.incidents.map((incident) => nodeOf(incident, url, show)));
  };
  capture.addEventListener("click", async () => {
    capture.disabled = true;
    text(words, "Capturing …");
    const captured = await answerOf(url, { body: { scheduler: chosen() } });
    if (captured) await refresh();
    capture.disabled = false;
  });
  return refresh;
}

export const wordsOf = ({ watching, incidents }) =>
  `${count(incidents.length, "capsule", "capsules")}. `
  + (watching ? "The application also captures by itself, when something goes wrong." : "The application captures only on request: the setting gmp.incidents.enabled changes that.");

const addressOf = (url, name) => `${url}/${encodeURIComponent(name)}`;

function nodeOf(incident, url, show) {
  const { name, time, cause, scheduler, bytes } = incident;
  const facts = `${scheduler ? `scheduler ${scheduler}, ` : ""}${number(bytes / 1000)} kB`;
  const words = `${moment(time)}: ${CAUSES[cause] ?? cause}`;
  const button = element("button", { type: "button" }, "Open");
  button.addEventListener("click", () => show(incident, button));
  return element("li", { class: "tools" }, button, element("strong", {}, words), facts,
    element("a", { href: addressOf(url, name), download: name, "aria-label": `Save ${name}` }, "Save"));
}
