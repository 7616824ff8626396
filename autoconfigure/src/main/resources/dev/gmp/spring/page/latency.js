import { element, keyed, part, text } from "./dom.js";
import { count, edge, number } from "./format.js";
import { quantile, upperEdge } from "./history.js";

const WINDOW_SECONDS = 60;
/** Buckets that are always shown: to a millisecond. */
const LEAST = 10;

const make = ({ bucket }) =>
  element("div", { class: "bucket" },
    element("span", { class: "edge" }, `< ${edge(upperEdge(bucket))}`),
    element("span", { class: "track" }, element("span", { class: "fill", "data-part": "fill" })),
    element("span", { class: "number", "data-part": "count" }));

/** Pairs of buckets, so that the whole range fits: each row is four times the one before. */
export function showLatency(chart, words, history) {
  const buckets = history.latencies(WINDOW_SECONDS);
  const last = Math.max(LEAST, buckets.findLastIndex((each) => each > 0));
  const rows = [];
  for (let bucket = 1; bucket <= last + 1 && bucket <= buckets.length; bucket += 2) {
    rows.push({ bucket, count: buckets[bucket - 1] + (buckets[bucket] ?? 0) });
  }
  const most = Math.max(1, ...rows.map((row) => row.count));
  keyed(chart, rows, (row) => row.bucket, make, (node, row) => {
    part(node, "fill").style.width = `${(100 * row.count) / most}%`;
    text(part(node, "count"), row.count === 0 ? "" : number(row.count));
    node.classList.toggle("slow", upperEdge(row.bucket) > 20);
  });
  const samples = buckets.reduce((sum, each) => sum + each, 0);
  text(words, samples === 0
    ? "No sample yet: one in 64 tasks is timed."
    : `${count(samples, "sample", "samples")}: half below ${edge(quantile(buckets, 0.5))}, 99 % below ${edge(quantile(buckets, 0.99))}.`);
}
