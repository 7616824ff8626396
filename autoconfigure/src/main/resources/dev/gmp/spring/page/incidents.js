import { answerTo } from "./ask.js";
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
  const answerOf = (address, options) => answerTo(address, words, { endpoint: ENDPOINT, patience: PATIENCE_MILLIS, ...options });
  const show = async ({ name }, button) => {
    const buffer = await answerOf(addressOf(url, name), { button, accept: ACCEPT, read: (response) => response.arrayBuffer() });
    if (buffer) await open(buffer, name);
  };
  const refresh = async () => {
    const answer = await answerOf(url);
    if (!answer) return;
    text(words, wordsOf(answer));
    list.replaceChildren(...answer.incidents.map((incident) => nodeOf(incident, url, show)));
  };
  capture.addEventListener("click", async () => {
    text(words, "Capturing …");
    capture.disabled = true;
    if (await answerOf(url, { body: { scheduler: chosen() } })) await refresh();
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
