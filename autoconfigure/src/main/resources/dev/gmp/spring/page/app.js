import { addLatency, showCharts, startCharts } from "./charts.js";
import { choose, offer } from "./chooser.js";
import { showCluster } from "./cluster.js";
import { byId, element, keyed, part, text } from "./dom.js";
import { showEvents } from "./events.js";
import { Feed } from "./feed.js";
import { duration, edge, millis, number, rate } from "./format.js";
import { startGoroutines } from "./goroutines.js";
import { History } from "./history.js";
import { hogsOf, showHogs } from "./hogs.js";
import { showKinds } from "./kinds.js";
import { startIncidents } from "./incidents.js";
import { showLanes } from "./lanes.js";
import { showLatency } from "./latency.js";
import { showLimits, showProgress } from "./limits.js";
import { showMachines } from "./machines.js";
import { showProcesses } from "./processes.js";
import { startRecorder } from "./recorder.js";
import { startTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { showVerdict, verdictOf } from "./verdict.js";

/** By scheduler. All are remembered, so that each has a past when it is chosen. */
const histories = new Map();
let chosen;
let last;

function take(answer) {
  last = answer;
  const names = Object.keys(answer.schedulers);
  for (const name of names) {
    if (!histories.has(name)) histories.set(name, new History());
    const history = histories.get(name);
    const scheduler = answer.schedulers[name];
    history.add(scheduler, Date.parse(scheduler.time));
    addLatency(history);
  }
  chosen = choose(names, chosen);
  offer({ chooser: byId("chooser"), list: byId("scheduler"), only: byId("scheduler-name") }, names, chosen, levelOf);
  show();
}

function levelOf(name) {
  const history = histories.get(name);
  return verdictOf(history, hogsOf(history)).level;
}

function show() {
  const history = histories.get(chosen);
  if (!history) {
    showVerdict({ level: "note", kind: "none", headline: "The application has no gmp scheduler.", advice: "Its tasks run on another executor." });
    return;
  }
  const hogs = hogsOf(history);
  showVerdict(verdictOf(history, hogs));
  showFigures(history);
  showHogs({ list: byId("hogs"), none: byId("no-hogs"), noStacks: byId("no-stacks") }, hogs, chosen, history);
  showLanes(byId("lanes"), byId("global"), history);
  showCharts(byId("charts"), history, Number(byId("range").value));
  showMachines({ bar: byId("machine-bar"), states: byId("machine-states"), title: byId("away-title"), away: byId("away") }, history);
  showLatency(byId("latency"), byId("latency-words"), history);
  showProgress({ card: byId("progress-card"), list: byId("progress"), more: byId("progress-more") }, last.progress ?? []);
  showLimits(byId("limits-card"), byId("limits"), history.latest.bulkheads ?? []);
  showKinds(byId("kinds-card"), byId("kinds"), history);
  showProcesses({ card: byId("processes-card"), body: byId("processes"), examined: byId("examined"), misdirected: byId("misdirected") },
    (last.processes ?? []).filter((each) => each.scheduler === chosen));
  showCluster({ card: byId("cluster-card"), name: byId("cluster-name"), nodes: byId("nodes"), types: byId("keyed-types"), words: byId("cluster-words") },
    last.cluster);
  showEvents(byId("events-card"), byId("events"), history.latest.recentLosses ?? []);
  showFacts(history.latest);
}

function showFigures({ latest, now }) {
  const { machines } = latest;
  const total = machines.running + machines.spinning + machines.blocked + machines.overtime + machines.locked + machines.idle;
  pairs(byId("figures"), [
    ["Processors busy", `${number(now.busy)} of ${number(now.procs)}`],
    ["Tasks waiting", number(now.waiting)],
    ["Latency, p99", now.latency === undefined ? "–" : `< ${edge(now.latency)}`],
    ["Completed per s", rate(now.completed)],
    ["Preemptions per s", rate(now.preemptions)],
    ["Hand-offs per s", rate(now.handoffs)],
    ["Worker threads", number(total)],
    ["nmspinning", number(now.spinning)],
  ]);
}

function showFacts(scheduler) {
  const { settings, counters } = scheduler;
  pairs(byId("facts"), [
    ["Uptime", duration(millis(scheduler.uptime))],
    ["Kind of goroutines", settings.goroutines],
    ["Time slice", duration(millis(settings.timeSlice))],
    ["CPU quota", scheduler.cpuQuota == null ? "none" : `${scheduler.cpuQuota} CPUs`],
    ["Queue capacity", settings.queueCapacity == null ? "no limit" : number(settings.queueCapacity)],
    ["Timers pending", number(scheduler.timersPending)],
    ["Completed", number(counters.completed)],
    ["Steals", number(counters.steals)],
    ["Rejections", number(counters.rejections)],
  ]);
}

function pairs(list, entries) {
  keyed(list, entries, ([term]) => term,
    ([term]) => element("div", {}, element("dt", {}, term), element("dd", { "data-part": "value" })),
    (node, [, value]) => text(part(node, "value"), value));
}

/** What has been lost stays on the page, pale, until there is something newer. */
function connection(state, sentence) {
  document.documentElement.dataset.connection = state;
  byId("connection").dataset.state = state;
  text(byId("connection"), { live: "live", paused: "paused", connecting: "connecting", lost: "connection lost", refused: "no access" }[state]);
  const broken = state === "lost" || state === "refused";
  byId("lost").hidden = !broken;
  text(byId("lost"), broken ? sentence : "");
}

const { endpoint, goroutines, recorder, incidents } = document.documentElement.dataset;
const feed = new Feed(endpoint, take, connection);

startTheme();
startCharts(byId("charts"));
byId("scheduler").addEventListener("change", (event) => {
  chosen = event.target.value;
  show();
});
byId("range").addEventListener("change", show);
startGoroutines({
  button: byId("goroutines-read"), search: byId("goroutines-search"), words: byId("goroutines-words"), groups: byId("groups"), flame: byId("flame"),
  deadlocksBox: byId("deadlocks-box"), deadlocks: byId("deadlocks"), notTold: byId("not-told"), suspectsBox: byId("suspects-box"), suspects: byId("suspects"),
}, goroutines, () => chosen);
const openCapsule = startRecorder({
  read: byId("trace-read"), file: byId("trace-file"), search: byId("trace-search"), words: byId("trace-words"), parts: byId("trace-parts"),
  box: byId("trace"), lanes: byId("trace-lanes"), closer: byId("trace-closer"), farther: byId("trace-farther"), all: byId("trace-all"),
  begin: byId("trace-begin"), width: byId("trace-width"), end: byId("trace-end"), details: byId("trace-details"), longest: byId("trace-longest"),
}, recorder, () => chosen);
const listIncidents = startIncidents({ capture: byId("incidents-capture"), list: byId("incidents"), words: byId("incidents-words") },
  incidents, () => chosen, openCapsule);
startTabs([...document.querySelectorAll("#tabs a")], (tab) => {
  if (tab === "incidents") listIncidents();
});
byId("pause").addEventListener("click", () => {
  feed.pause(!feed.paused);
  byId("pause").setAttribute("aria-pressed", String(feed.paused));
  text(byId("pause"), feed.paused ? "Resume" : "Pause");
});
feed.start();
