import { json, lines } from "./api.js";
import { byId, element, progress } from "./dom.js";
import { count, duration, number, partNumbers } from "./format.js";
import { showHits } from "./results.js";

const PAGE = 50;
let controller = null;
let shown = 0;

/** The search that is shown, or under way: what stands in the form may be changed meanwhile. */
let submitted = new URLSearchParams();

/** The search as the form has it, and as it stands in the page's address. */
function parameters() {
  const values = new URLSearchParams();
  values.set("q", byId("q").value);
  if (byId("path").value) values.set("path", byId("path").value);
  if (byId("ignoreCase").checked) values.set("ignoreCase", "true");
  return values;
}

function status(...content) {
  byId("status").replaceChildren(...content);
}

function describe(result) {
  const parts = [
    element("strong", {}, count(result.total, "line", "lines")),
    ` in ${number(result.matchingFiles)} of ${count(result.searchedFiles, "file", "files")} searched · `,
    `${duration(result.tookMillis)} on `,
    element("strong", {}, count(result.goroutines, "goroutine", "goroutines")),
  ];
  if (result.outcome !== "COMPLETE") {
    parts.push(element("span", { class: "warn" }, " · ended when its time was over: this is what was found until then"));
  }
  if (result.missingParts?.length > 0) {
    parts.push(element("span", { class: "warn" }, ` · without ${partNumbers(result.missingParts)}, until moved to another node`));
  }
  if (result.unsearchableFiles > 0) {
    parts.push(element("span", { class: "warn" }, ` · ${count(result.unsearchableFiles, "file", "files")} left out: the expression nests too deeply in them`));
  }
  return parts;
}

function busy(isBusy) {
  byId("go").hidden = isBusy;
  byId("stop").hidden = !isBusy;
  if (!isBusy) progress(byId("searching"), null);
}

/** Shows hits as they are found, in any files. The answer, which comes last, has them in order. */
async function firstPage(values, signal) {
  for await (const line of lines(`search/stream?${values}`, { signal })) {
    signal.throwIfAborted();
    if (line.hits) {
      byId("results").replaceChildren();
      return line;
    }
    showHits([line]);
  }
  throw new Error("The service ended its answer too early. What was found until then is shown.");
}

async function search(offset) {
  controller?.abort();
  const mine = new AbortController();
  controller = mine;
  if (offset === 0) {
    submitted = parameters();
    history.replaceState(null, "", `?${submitted}`);
    byId("results").replaceChildren();
    status("Searching …");
  }
  byId("more").hidden = true;
  busy(true);
  const values = new URLSearchParams(submitted);
  values.set("offset", String(offset));
  values.set("limit", String(PAGE));
  try {
    const result = offset === 0 ? await firstPage(values, mine.signal) : await json(`search?${values}`, { signal: mine.signal });
    showHits(result.hits);
    shown = offset + result.hits.length;
    byId("more").hidden = result.hits.length < PAGE || shown >= result.total;
    status(...describe(result));
  } catch (error) {
    if (mine !== controller) return;
    status(error.name === "AbortError" ? "Stopped." : element("span", { class: "bad" }, error.message));
  } finally {
    if (mine === controller) {
      controller = null;
      busy(false);
    }
  }
}

/** Shows how far the page's own search is; the service lists all that are under way. */
export function showSearching(running) {
  if (!controller) return;
  const mine = running.find((one) => one.q === submitted.get("q"));
  if (!mine) return;
  progress(byId("searching"), Math.round((100 * mine.ended) / Math.max(1, mine.goroutines)));
  status(`Searching for ${duration(mine.elapsedMillis)} of at most ${duration(mine.timeoutMillis)}, ${mine.ended} of ${count(mine.goroutines, "goroutine", "goroutines")} ended`);
}

export function startSearch() {
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    search(0);
  });
  byId("more").addEventListener("click", () => search(shown));
  byId("stop").addEventListener("click", () => controller?.abort());
  byId("hint").addEventListener("click", (event) => {
    const regex = event.target.dataset.q;
    if (regex) {
      byId("q").value = regex;
      search(0);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input")) {
      event.preventDefault();
      byId("q").select();
    }
  });
  const values = new URLSearchParams(location.search);
  if (values.get("q")) {
    byId("q").value = values.get("q");
    byId("path").value = values.get("path") ?? "";
    byId("ignoreCase").checked = values.get("ignoreCase") === "true";
    search(0);
  }
}
