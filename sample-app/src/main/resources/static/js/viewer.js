import { text } from "./api.js";
import { byId, element } from "./dom.js";

/** Lines shown on each side of the one asked for; the whole file is a link away. */
const CONTEXT = 400;

/** How often something has been asked for: an answer that was overtaken is of no use. */
let asked = 0;

export async function view(file, line) {
  const mine = ++asked;
  const link = `files?path=${encodeURIComponent(file)}`;
  byId("viewer-title").textContent = `${file}:${line}`;
  byId("viewer-raw").href = link;
  const place = byId("viewer-text");
  place.textContent = "";
  byId("viewer").showModal();
  try {
    const lines = (await text(link)).split("\n");
    if (mine !== asked) return;
    const from = Math.max(0, line - 1 - CONTEXT);
    place.replaceChildren(...lines.slice(from, line + CONTEXT).map((content, i) =>
      element("div", { class: from + i + 1 === line ? "here" : "" },
        element("span", {}, String(from + i + 1)), element("code", {}, content))));
    place.querySelector(".here")?.scrollIntoView({ block: "center", inline: "start" });
    place.focus();
  } catch (error) {
    if (mine === asked) place.textContent = error.message;
  }
}
