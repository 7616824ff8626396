import { json, repeat } from "./api.js";
import { byId, element } from "./dom.js";
import { duration } from "./format.js";
import { showSearching } from "./search.js";

function row(search) {
  return element("li", {},
    element("code", {}, search.q), element("br"),
    element("span", { class: "muted" }, `${duration(search.elapsedMillis)} of ${duration(search.timeoutMillis)} · ${search.ended} of ${search.goroutines} goroutines ended`));
}

export function startRunning() {
  repeat(async () => {
    const running = await json("search/running");
    byId("running-card").hidden = running.length === 0;
    byId("running").replaceChildren(...running.map(row));
    showSearching(running);
    return running.length > 0 ? 300 : 1000;
  }, 1000);
}
