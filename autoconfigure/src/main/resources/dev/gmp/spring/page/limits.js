import { element, keyed, part, text } from "./dom.js";
import { number, percent } from "./format.js";

const MOST_WORKS = 20;

const makeWork = () =>
  element("li", {},
    element("span", { class: "work-name", "data-part": "name" }),
    element("span", { class: "work-done", "data-part": "done" }),
    element("progress", { "data-part": "bar" }));

/** Long work: a bar that is full at the end, or that only says that it goes on while nobody knows the end. */
export function showProgress({ card, list, more }, works) {
  card.hidden = works.length === 0;
  more.hidden = works.length <= MOST_WORKS;
  text(more, `${number(works.length - MOST_WORKS)} more are not shown.`);
  keyed(list, works.slice(0, MOST_WORKS), (work) => work.name, makeWork, (node, work) => {
    text(part(node, "name"), work.name);
    const known = work.total != null;
    text(part(node, "done"), known
      ? `${number(work.done)} of ${number(work.total)} ${work.unit}${work.total > 0 ? `, ${percent(work.done / work.total)}` : ""}`
      : `${number(work.done)} ${work.unit} so far`);
    const bar = part(node, "bar");
    bar.setAttribute("aria-label", work.name);
    if (known && work.total > 0) {
      bar.max = work.total;
      bar.value = work.done;
    } else {
      bar.removeAttribute("value");
    }
  });
}

const makeLimit = () =>
  element("tr", {},
    element("th", { scope: "row", "data-part": "name" }),
    element("td", { "data-part": "use" }),
    element("td", { class: "number", "data-part": "waiting" }),
    element("td", { class: "number", "data-part": "rejected" }));

/** Bulkheads, where the endpoint tells of any. */
export function showLimits(card, body, bulkheads) {
  card.hidden = bulkheads.length === 0;
  keyed(body, bulkheads, (each) => each.name, makeLimit, (node, each) => {
    text(part(node, "name"), each.name);
    text(part(node, "use"), `${number(each.live)} of ${number(each.maxGoroutines)}`);
    text(part(node, "waiting"), each.queueCapacity == null ? number(each.queued) : `${number(each.queued)} of ${number(each.queueCapacity)}`);
    text(part(node, "rejected"), number(each.rejections));
  });
}
