import { json, repeat } from "./api.js";
import { byId, element, figures, progress } from "./dom.js";
import { count, duration, number, size } from "./format.js";

const ENDED = ["READY", "FAILED", "CANCELLED"];
const REASONS = {
  BINARY: "binary", TOO_LONG: "too long", MEMORY_LIMIT: "over the memory limit", FILE_LIMIT: "or more over the file limit", UNREADABLE: "unreadable",
};
let lastShown = "";

function problem(message) {
  byId("index-problem").hidden = !message;
  byId("index-problem").textContent = message ?? "";
}

function skipped(run) {
  const parts = Object.entries(run.skipped).map(([reason, files]) => `${number(files)} ${REASONS[reason] ?? reason}`);
  return parts.length > 0 ? parts.join(", ") : undefined;
}

function show({ corpus, run, nextRun }) {
  const under = run && !ENDED.includes(run.state);
  progress(byId("indexing"), under ? run.percent : null);
  byId("cancel-index").hidden = !under;
  byId("corpus").textContent = corpus
    ? `${count(corpus.files, "file", "files")}, ${count(corpus.lines, "line", "lines")} of ${corpus.source}`
    : under ? "The first index is being built …" : "Nothing is indexed yet";
  byId("corpus").title = corpus?.source ?? "";
  figures(byId("index-figures"), [
    ["State", run && (run.state === "READING" ? `reading, ${run.percent} %` : run.state.toLowerCase())],
    ["Files", run && (under ? `${number(run.done)} of ${number(run.found)}` : number(corpus?.files))],
    ["Lines", !under && corpus ? number(corpus.lines) : undefined],
    ["Read", run && size(run.bytes)],
    ["Heap", !under && corpus ? size(corpus.memory) : undefined],
    ["Took", run && duration(run.tookMillis)],
    ["Goroutines", run && number(run.goroutines)],
    ["Left out", run && skipped(run)],
    ["Next run", !under && corpus && nextRun ? new Date(nextRun).toLocaleTimeString() : undefined],
  ]);
  byId("source").placeholder = corpus?.source ?? run?.source ?? "/a/folder/or.zip";
  const state = `${run?.id} ${run?.state}`;
  if (state !== lastShown) {
    lastShown = state;
    problem(run?.failure);
    showHistory();
  }
  return under ? 250 : 1000;
}

async function showHistory() {
  const runs = await json("index/history?limit=8");
  byId("history").replaceChildren(...runs.map((run) => element("tr", { title: `${run.source}, ${new Date(run.startedAt).toLocaleString()}` },
    element("td", {}, String(run.id)),
    element("td", {}, run.state.toLowerCase()),
    element("td", { class: "number" }, number(run.files)),
    element("td", { class: "number" }, number(run.lineCount)),
    element("td", { class: "number" }, duration(run.tookMillis)))));
}

export function startIndexing() {
  byId("reindex").addEventListener("submit", async (event) => {
    event.preventDefault();
    const path = byId("source").value.trim();
    problem();
    try {
      await json("index", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(path ? { path } : {}),
      });
      show(await json("index"));
    } catch (error) {
      problem(error.message);
    }
  });
  byId("cancel-index").addEventListener("click", async () => {
    problem();
    try {
      await json("index/run", { method: "DELETE" });
    } catch (error) {
      if (error.status !== 404) problem(error.message); // 404: it has just ended by itself
    }
  });
  repeat(async () => show(await json("index")), 1000);
}
