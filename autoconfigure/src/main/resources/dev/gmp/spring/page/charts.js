import { element, part, svg, text } from "./dom.js";
import { edge, number, rate } from "./format.js";
import { isGap, quantile } from "./history.js";

const WIDTH = 300;
const HEIGHT = 60;

/** Each chart: a title, lines with a name and a value of a sample, how to write a value, and the least top of its scale. */
const CHARTS = [
  { title: "Tasks waiting", least: 4, write: number, lines: [["waiting", (sample) => sample.waiting]] },
  { title: "Scheduling latency, p99 of 10 s", least: 1, write: edge, scale: doubling, lines: [["p99", (sample) => sample.latency]] },
  {
    title: "Busy processors, and worker threads that look for work", least: 1, write: number,
    lines: [["busy", (sample) => sample.busy], ["nmspinning", (sample) => sample.spinning]],
  },
  {
    title: "Preemptions and hand-offs per second", least: 10, write: rate,
    lines: [["preemptions", (sample) => sample.preemptions], ["hand-offs", (sample) => sample.handoffs]],
  },
  {
    title: "Worker threads that have a task", least: 4, write: number,
    lines: [
      ["running", (sample) => sample.machines.running],
      ["blocked", (sample) => sample.machines.blocked],
      ["overtime", (sample) => sample.machines.overtime],
    ],
  },
  { title: "Tasks completed per second", least: 10, write: rate, lines: [["completed", (sample) => sample.completed]] },
];

function make(chart) {
  const lines = chart.lines.map(([name], index) => svg("path", { class: `line line-${index}`, "data-line": name }));
  const legend = chart.lines.map(([name], index) =>
    element("span", {}, element("span", { class: `key key-${index}`, "aria-hidden": "true" }), chart.lines.length > 1 ? `${name} ` : "", element("b", { "data-value": name })));
  return element("figure", { class: "chart" },
    element("figcaption", {}, element("span", { class: "chart-title" }, chart.title), element("span", { class: "chart-now" }, ...legend)),
    element("div", { class: "plot" },
      element("span", { class: "top", "data-part": "top", "aria-hidden": "true" }),
      svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "data-part": "svg" },
        svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), ...lines)),
    element("div", { class: "axis", "aria-hidden": "true" }, element("span", { "data-part": "begin" }), element("span", {}, "now")));
}

/** A power of two of microseconds, in milliseconds. */
function doubling(value) {
  return 2 ** Math.ceil(Math.log2(1000 * value)) / 1000;
}

/** A number of one, two or five and zeros, at least as large. */
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((nice) => nice >= value * 0.999);
}

function path(samples, value, from, seconds, top) {
  let previous;
  return samples
    .map((sample) => {
      const number = value(sample);
      if (number === undefined) return "";
      const x = (WIDTH * (sample.at - from)) / (seconds * 1000);
      const y = HEIGHT - (HEIGHT - 2) * Math.min(1, number / top) - 1;
      const starts = isGap(previous, sample);
      previous = sample;
      return `${starts ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** The latency of a sample is known from those before it: few tasks are timed, so a second alone says little. */
export function addLatency(history) {
  history.now.latency = quantile(history.latencies(10), 0.99);
}

export function startCharts(container) {
  container.replaceChildren(...CHARTS.map(make));
}

export function showCharts(container, history, seconds) {
  const samples = history.last(seconds);
  const { now } = history;
  CHARTS.forEach((chart, index) => {
    const node = container.children[index];
    const values = samples.flatMap((sample) => chart.lines.map(([, value]) => value(sample) ?? 0));
    const top = (chart.scale ?? niceAbove)(Math.max(chart.least, ...values));
    text(part(node, "top"), chart.write(top));
    text(part(node, "begin"), `${seconds / 60} min ago`);
    for (const [name, value] of chart.lines) {
      node.querySelector(`[data-line="${name}"]`).setAttribute("d", path(samples, value, now.at - seconds * 1000, seconds, top));
      text(node.querySelector(`[data-value="${name}"]`), chart.write(value(now)));
    }
    part(node, "svg").setAttribute("aria-label", `${chart.title}: ${chart.lines.map(([name, value]) => `${name} ${chart.write(value(now))}`).join(", ")}`);
  });
}
