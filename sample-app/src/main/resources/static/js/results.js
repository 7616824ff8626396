import { byId, element } from "./dom.js";
import { count } from "./format.js";
import { view } from "./viewer.js";

function hitRow(hit) {
  const { snippet, matchStart, matchEnd } = hit;
  return element("button", { type: "button", class: "hit", onclick: () => view(hit.file, hit.line), "aria-label": `${hit.file} line ${hit.line}: ${snippet.trim()}` },
    element("span", { class: "line" }, String(hit.line)),
    element("code", {}, snippet.slice(0, matchStart), element("mark", {}, snippet.slice(matchStart, matchEnd)), snippet.slice(matchEnd)));
}

/** Appends a page of hits, under one heading a file. */
export function showHits(hits) {
  const results = byId("results");
  let block = results.lastElementChild;
  for (const hit of hits) {
    if (block?.dataset.file !== hit.file) {
      block = element("section", { class: "file", "data-file": hit.file },
        element("h3", {}, hit.file, element("span", {})));
      results.append(block);
    }
    block.append(hitRow(hit));
    block.querySelector("h3 span").textContent = count(block.childElementCount - 1, "line", "lines");
  }
}

/** Arrow keys go from hit to hit. */
export function startResultKeys() {
  byId("results").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const rows = [...document.querySelectorAll(".hit")];
    rows[rows.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
}
