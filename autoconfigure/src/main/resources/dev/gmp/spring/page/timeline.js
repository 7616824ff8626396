import { barsOf, longestOf, ticksOf } from "./bars.js";
import { element, keyed, text } from "./dom.js";
import { clock, count, duration, number, shortName } from "./format.js";
import { around, moved, zoomed } from "./span.js";

const COLOURS = 8;
const LONGEST = 5;
const STEP = 1.5;
const LEAP = 5;
const LEAST_PIXELS_OF_A_NAME = 36;
/** Less is a click. */
const LEAST_PIXELS_OF_A_DRAG = 4;

/**
 * A trace as lanes of processors. It is dragged, and zoomed with buttons, with keys, or with the wheel while Ctrl is held. A
 * click on a run or an event tells of it, and a click on many short runs zooms in. Enter goes from event to event.
 */
export class Timeline {
  #parts;
  #trace;
  #span;
  #sought = "";
  #chosen;
  #bars = new WeakMap();

  constructor(parts) {
    this.#parts = parts;
    const { lanes, closer, farther, all } = parts;
    closer.addEventListener("click", () => this.#zoom(1 / STEP));
    farther.addEventListener("click", () => this.#zoom(STEP));
    all.addEventListener("click", () => this.#see(this.#whole()));
    lanes.addEventListener("click", (event) => this.#click(event));
    lanes.addEventListener("keydown", (event) => this.#press(event));
    lanes.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    lanes.addEventListener("pointerdown", (event) => this.#drag(event));
    new ResizeObserver(() => this.#trace && this.#draw()).observe(lanes);
  }

  show(trace) {
    this.#trace = trace;
    this.#chosen = undefined;
    this.#parts.longest.replaceChildren();
    this.#parts.box.hidden = trace.lanes.length === 0 && trace.events.length === 0;
    text(this.#parts.details, "");
    this.#see(this.#whole());
  }

  search(sought) {
    this.#sought = sought.trim().toLowerCase();
    if (this.#trace) this.#draw();
  }

  #whole() {
    return { from: 0, to: Math.max(this.#trace.length, 0.001) };
  }

  #see(span) {
    this.#span = span;
    this.#draw();
  }

  #zoom(factor, at = (this.#span.from + this.#span.to) / 2) {
    this.#see(zoomed(this.#span, factor, at, this.#whole().to));
  }

  #move(share) {
    const { from, to } = this.#span;
    this.#see(moved(this.#span, share * (to - from), this.#whole().to));
  }

  #draw() {
    const { lanes, begin, width, end, longest } = this.#parts;
    const { from, to } = this.#span;
    const row = (name, ...bars) => element("div", { class: "trace-lane" }, element("span", { class: "trace-name" }, name), element("div", { class: "trace-track" }, ...bars));
    const pixels = Math.max(300, lanes.clientWidth);
    const ticks = ticksOf(this.#trace.events, this.#span, pixels);
    lanes.replaceChildren(
      row("Events", ...ticks.map((event) => this.#tickOf(event))),
      ...this.#trace.lanes.map((lane) => row(`P${lane.processor}`, ...barsOf(lane.runs, this.#span, pixels).map((bar) => this.#nodeOf(bar, pixels)))));
    text(begin, this.#clock(from));
    text(width, duration(to - from));
    text(end, this.#clock(to));
    keyed(longest, longestOf(this.#trace.lanes, this.#span, (run) => this.#isSought(run), LONGEST), ({ processor, start }) => `${processor} ${start}`, (run) => this.#longNode(run), () => {});
  }

  #nodeOf(bar, pixels) {
    const [run] = bar.runs;
    const isOne = bar.runs.length === 1;
    const widthInPixels = (pixels * (bar.end - bar.start)) / (this.#span.to - this.#span.from);
    const node = element("div", {
      class: `run ${isOne ? `task-${colourOf(run.name)}` : "many"}`,
      title: isOne ? sentenceOf(run) : manyOf(bar),
    }, isOne && widthInPixels >= LEAST_PIXELS_OF_A_NAME ? shortName(run.name) : "");
    node.classList.toggle("cut", isOne && run.how.startsWith("lost"));
    node.classList.toggle("chosen", bar.runs.includes(this.#chosen));
    node.classList.toggle("dim", !bar.runs.some((each) => this.#isSought(each)));
    this.#place(node, bar.start, bar.end);
    this.#bars.set(node, bar);
    return node;
  }

  #tickOf(event) {
    const node = element("div", { class: "tick", "data-kind": event.kind, title: `${event.kind} ${event.detail}` });
    node.classList.toggle("chosen", event === this.#chosen);
    this.#place(node, event.start, event.start);
    this.#bars.set(node, { event });
    return node;
  }

  #longNode(run) {
    const button = element("button", { type: "button", class: "link" }, sentenceOf(run));
    button.addEventListener("click", () => {
      this.#choose(run);
      this.#see(around(run, this.#whole().to));
    });
    return element("li", {}, button);
  }

  #place(node, start, end) {
    const { from, to } = this.#span;
    const share = (at) => (100 * (Math.min(to, Math.max(from, at)) - from)) / (to - from);
    node.style.left = `${share(start)}%`;
    node.style.width = `${share(end) - share(start)}%`;
  }

  #isSought({ task }) {
    return task.toLowerCase().includes(this.#sought);
  }

  #click(event) {
    const bar = this.#bars.get(event.target);
    if (!bar) return;
    if (bar.runs?.length > 1) this.#zoom(1 / LEAP, this.#timeAt(event));
    else {
      this.#choose(bar.event ?? bar.runs[0]);
      this.#draw();
    }
  }

  /** The event in view after the chosen one, or the first. */
  #chooseNextEvent() {
    const { from, to } = this.#span;
    const inView = this.#trace.events.filter(({ start }) => start >= from && start <= to);
    const next = inView[inView.indexOf(this.#chosen) + 1] ?? inView[0];
    if (!next) return;
    this.#choose(next);
    this.#draw();
  }

  /** A run or an event. */
  #choose(chosen) {
    this.#chosen = chosen;
    const lines = chosen.kind ? [`${chosen.kind} ${chosen.detail}`, ...chosen.stack] : [sentenceOf(chosen), chosen.task];
    text(this.#parts.details, `${this.#clock(chosen.start)}: ${lines.join("\n")}`);
  }

  #press(event) {
    const acts = {
      "+": () => this.#zoom(1 / STEP), "=": () => this.#zoom(1 / STEP), "-": () => this.#zoom(STEP), 0: () => this.#see(this.#whole()),
      ArrowLeft: () => this.#move(-0.2), ArrowRight: () => this.#move(0.2), Enter: () => this.#chooseNextEvent(),
    };
    if (event.ctrlKey || event.altKey || event.metaKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#zoom(event.deltaY < 0 ? 1 / STEP : STEP, this.#timeAt(event));
  }

  #timeAt({ clientX }) {
    const { left, width } = this.#track();
    const { from, to } = this.#span;
    return from + ((to - from) * (clientX - left)) / width;
  }

  /** The pointer is caught once it has moved: a click that is caught would tell of no run. */
  #drag(down) {
    const { lanes } = this.#parts;
    const { width } = this.#track();
    let last = down.clientX;
    const follow = (event) => {
      if (!lanes.hasPointerCapture(event.pointerId) && Math.abs(event.clientX - last) < LEAST_PIXELS_OF_A_DRAG) return;
      lanes.setPointerCapture(event.pointerId);
      this.#move((last - event.clientX) / width);
      last = event.clientX;
    };
    const stop = () => {
      lanes.removeEventListener("pointermove", follow);
      ["pointerup", "pointercancel"].forEach((type) => window.removeEventListener(type, stop));
    };
    lanes.addEventListener("pointermove", follow);
    ["pointerup", "pointercancel"].forEach((type) => window.addEventListener(type, stop));
  }

  #track() {
    return this.#parts.lanes.querySelector(".trace-track").getBoundingClientRect();
  }

  #clock(at) {
    return Number.isFinite(this.#trace.began) ? clock(this.#trace.began + at) : duration(at);
  }
}

/** The same for each run of a task. */
function colourOf(name) {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (31 * hash + name.charCodeAt(i)) | 0;
  return Math.abs(hash) % COLOURS;
}

function sentenceOf({ name, processor, start, end, how, waited, goroutine }) {
  return `${shortName(name)} ran ${duration(end - start)} on P${processor}`
    + (how ? `, then ${how}` : "")
    + (waited > 0 ? `, after it had waited ${duration(waited)}` : "")
    + (goroutine ? ` (G${goroutine})` : "");
}

function manyOf({ runs }) {
  const byName = new Map();
  for (const { name } of runs) byName.set(name, (byName.get(name) ?? 0) + 1);
  const most = [...byName].sort(([, one], [, other]) => other - one).slice(0, 3);
  return `${count(runs.length, "short run", "short runs")}: ${most.map(([name, times]) => `${number(times)} × ${shortName(name)}`).join(", ")}`;
}
