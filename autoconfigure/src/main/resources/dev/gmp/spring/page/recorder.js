import { about, answerTo } from "./ask.js";
import { element, text } from "./dom.js";
import { count, duration, moment, number } from "./format.js";
import { Timeline } from "./timeline.js";
import { readTrace } from "./trace.js";
import { entriesOf } from "./zip.js";

/** A trace of a full recorder takes seconds to write. */
const PATIENCE_MILLIS = 60_000;
const MEGABYTES = 64;
const TRACE = "trace.json";

/** Traces come from the flight recorder, and from files: traces, and capsules of incidents. Nothing of a file leaves the browser. */
export function startRecorder({ read, file, search, words, parts, ...timelineParts }, url, chosen) {
  const timeline = new Timeline(timelineParts);
  const showTrace = (answer) => {
    const trace = readTrace(answer);
    text(words, wordsOf(trace));
    timeline.show(trace);
  };
  const open = async (buffer, name) => {
    try {
      const entries = isZip(buffer) ? entriesOf(buffer) : new Map([[TRACE, () => new TextDecoder().decode(buffer)]]);
      parts.replaceChildren(...[...entries].filter(([entry]) => entry !== TRACE).map(partOf));
      showTrace(JSON.parse(await entries.get(TRACE)()));
      words.scrollIntoView({ block: "start" });
    } catch {
      text(words, `${name} is neither a trace nor a capsule of this scheduler.`);
    }
  };
  read.addEventListener("click", async () => {
    text(words, "Reading …");
    const answer = await answerTo(`${url}${about(chosen())}megabytes=${MEGABYTES}`, words, { button: read, endpoint: "gmprecorder", patience: PATIENCE_MILLIS });
    if (!answer) return;
    parts.replaceChildren();
    showTrace(answer);
  });
  file.addEventListener("change", async () => {
    const [one] = file.files;
    if (one) await open(await one.arrayBuffer(), one.name);
  });
  search.addEventListener("input", () => timeline.search(search.value));
  return open;
}

export function wordsOf({ scheduler, began, length, dropped, missing, lanes, events }) {
  if (missing) return `No timeline: ${missing}.`;
  const runs = lanes.reduce((sum, lane) => sum + lane.runs.length, 0);
  return `${count(runs, "run", "runs")} of tasks on ${count(lanes.length, "processor", "processors")} of scheduler ${scheduler}, in ${duration(length)}${Number.isFinite(began) ? ` from ${moment(began)} on` : ""}.`
    + (dropped > 0 ? ` ${number(dropped)} events are missing.` : "")
    + events.filter(({ kind }) => kind === "file full").map(({ detail }) => ` Not all of it: ${detail}.`).join("");
}

const isZip = (buffer) => buffer.byteLength > 4 && new DataView(buffer).getUint32(0, true) === 0x04034b50;

/** Read when it is opened. */
function partOf([name, read]) {
  const content = element("pre", { tabindex: "0" }, "Loading …");
  const details = element("details", {}, element("summary", {}, name), content);
  details.addEventListener("toggle", async () => text(content, await read()), { once: true });
  return element("li", {}, details);
}
