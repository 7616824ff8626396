import { byId, text } from "./dom.js";
import { count, duration, edge, millis, number, percent, rate, shortName, UNNAMED } from "./format.js";
import { quantile, waitingOf } from "./history.js";
import { recentLosses } from "./hogs.js";
import { computes } from "./stacks.js";

const LONG_RUN_MILLIS = 1000;
const SLOW_LATENCY_MILLIS = 100;
const GREEDY_SHARE = 0.5;
const SEE_HOGS = "See “Tasks by processor time” on the tab “Now”.";
const READ_PROFILE = "Read a profile on the tab “Goroutines”: it shows where they wait.";

/** What is the matter, worst first. Each says what it is and what to do. */
const RULES = [shutDown, stalled, refusing, outOfMachines, deadlocked, nearlyFull, held, storm, crowded, leaking, blocked, slow, calm];

/** The worst. A deadlock lasts until the restart, so it hides no other trouble, and no other trouble hides it. */
export function verdictOf(history, hogs) {
  const moment = { scheduler: history.latest, now: history.now, history, hogs };
  const [worst, ...others] = RULES.map((rule) => rule(moment)).filter(Boolean);
  const also = worst.kind === "deadlocked" ? others[0] : others.find(({ kind }) => kind === "deadlocked");
  return also && also.level !== "good" ? { ...worst, advice: `${worst.advice} Also: ${also.headline}` } : worst;
}

/** The announcement changes with the kind of verdict only: its figures change every second. */
export function showVerdict({ level, kind, headline, advice }) {
  const section = byId("verdict");
  if (section.dataset.kind !== kind) {
    section.dataset.kind = kind;
    section.dataset.level = level;
    text(byId("announcement"), headline);
  }
  text(byId("verdict-headline"), headline);
  text(byId("verdict-advice"), advice);
}

function shutDown({ scheduler }) {
  return scheduler.phase !== "running" && {
    level: "bad", kind: "shut-down",
    headline: "The scheduler is shut down and accepts no task.",
    advice: "This is expected only while the application stops.",
  };
}

function deadlocked({ scheduler: { deadlocks } }) {
  return deadlocks > 0 && {
    level: "bad", kind: "deadlocked",
    headline: `${count(deadlocks, "deadlock", "deadlocks")}: threads wait for each other, and never go on.`,
    advice: READ_PROFILE,
  };
}

function stalled({ scheduler, now, hogs }) {
  return scheduler.stalled && {
    level: "bad", kind: "stalled",
    headline: `Stalled: ${count(scheduler.goroutines.runnable, "task waits", "tasks wait")} and none has started.`,
    advice: `${culprit(now, hogs)}The health of the application shows what its worker threads do, if details are shown.`,
  };
}

function refusing({ history, scheduler }) {
  const refused = history.growth("rejections", 10);
  const capacity = scheduler.settings.queueCapacity;
  return refused > 0 && {
    level: "bad", kind: "refusing",
    headline: `${count(refused, "task was", "tasks were")} refused in the last 10 seconds.`,
    advice: capacity == null
      ? "A queue without a limit refuses only idle-priority tasks, and tasks after shutdown."
      : `The queue takes ${number(capacity)} tasks (gmp.queue-capacity). ${SEE_HOGS}`,
  };
}

function outOfMachines({ scheduler, now, hogs }) {
  const { machines, settings } = scheduler;
  const all = machines.running + machines.spinning + machines.overtime + heldThreads(machines);
  return all >= settings.maxMachines && machines.idle === 0 && waitingOf(scheduler) > 0 && {
    level: "bad", kind: "machines",
    headline: `All ${number(settings.maxMachines)} worker threads that gmp.threads.max allows are in use, and tasks wait.`,
    advice: `${culprit(now, hogs)}Each task that blocks or is locked to a thread holds one of them. Find out what these tasks wait for.`,
  };
}

function nearlyFull({ scheduler }) {
  const capacity = scheduler.settings.queueCapacity;
  const waiting = scheduler.queued;
  return capacity != null && waiting > 0.9 * capacity && {
    level: "warn", kind: "nearly-full",
    headline: `The queue is nearly full: ${number(waiting)} of ${number(capacity)} tasks wait.`,
    advice: `When it is full, tasks are refused or their submitters wait. ${SEE_HOGS}`,
  };
}

/** One goroutine that has run for seconds: it does not meet the scheduler, or nothing else wants to run. */
function held({ now, scheduler, hogs }) {
  const longest = now.tasks
    .filter((task) => computes(task) && (task.millis ?? 0) >= LONG_RUN_MILLIS)
    .sort((a, b) => b.millis - a.millis)[0];
  if (!longest) return false;
  const name = shortName(longest.name);
  const share = hogs.find((hog) => hog.name === longest.name)?.share ?? 0;
  return longest.processor != null
    ? {
      level: "warn", kind: `held ${longest.name}`,
      headline: `P${longest.processor} is held for ${duration(longest.millis)} by ${name}.`,
      advice: waitingOf(scheduler) > 0
        ? `${waiting(scheduler)} ${SEE_HOGS}`
        : `No other task waits there. When one does, ${name} loses its processor. ${SEE_HOGS}`,
    }
    : {
      level: "warn", kind: `held ${longest.name}`,
      headline: `${name} has computed for ${duration(longest.millis)} without a break.`,
      advice: `It lost its processor to others and goes on beside them, with ${percent(share)} of the time lately. ${SEE_HOGS}`,
    };
}

/** Tasks that wait for each other in a loop use a processor up and get nothing done. */
function storm({ scheduler, history }) {
  const [latest] = recentLosses(scheduler, 10).filter((loss) => loss.kind === "yields");
  return latest && {
    level: "warn", kind: `storm ${latest.task}`,
    headline: `${shortName(latest.task ?? UNNAMED)} yields again and again: ${rate(history.growth("repeatedYields", 10) / 10)} times a second.`,
    advice: `It waits in a loop for another task. Other tasks run before it, but the loop uses processor time. ${SEE_HOGS}`,
  };
}

/** Nobody runs for long at a stretch, and yet one kind of task gets most of the time, or all processors are busy. */
function crowded({ history, scheduler, now, hogs }) {
  const samples = history.last(5);
  const crowds = samples.filter((sample) => sample.full && sample.waiting > 0);
  const full = samples.length >= 3 && crowds.length > samples.length / 2;
  const [top] = [...hogs].sort((a, b) => b.recentShare - a.recentShare);
  const procs = scheduler.procs === 1 ? "The only processor is" : `All ${scheduler.procs} processors are`;
  if (top && top.recentShare >= GREEDY_SHARE) {
    return {
      level: full ? "warn" : "note", kind: `crowded ${full} ${top.name}`,
      headline: `${shortName(top.name)} takes ${percent(top.recentShare)} of the processors' time.`,
      advice: full ? `${procs} busy. ${waiting(scheduler)} ${SEE_HOGS}` : `Few tasks wait, so other tasks are not delayed. ${SEE_HOGS}`,
    };
  }
  return full && now.waiting > now.procs && {
    level: "warn", kind: "crowded",
    headline: `${procs} busy, and ${count(waitingOf(scheduler), "task waits", "tasks wait")}.`,
    advice: `No kind of task takes most of the time. There is more work than processors. ${SEE_HOGS}`,
  };
}

function leaking({ scheduler: { suspectedGoroutines } }) {
  return suspectedGoroutines > 0 && {
    level: "warn", kind: "leaking",
    headline: `${count(suspectedGoroutines, "goroutine seems", "goroutines seem")} to be forgotten.`,
    advice: `Their groups only grow, and the oldest never goes on. ${READ_PROFILE}`,
  };
}

function blocked({ scheduler, hogs, history }) {
  const blocking = heldThreads(scheduler.machines);
  if (blocking <= Math.max(8, 2 * scheduler.procs)) return false;
  const top = most(hogs, blockedNow);
  const held = top && (blockedNow(top) > blocking / 2 ? "most" : number(blockedNow(top)));
  return {
    level: "note", kind: "blocked",
    headline: `${number(blocking)} threads are held by tasks that block${top ? `, ${held} of them by ${shortName(top.name)}` : ""}.`,
    advice: `Others go on: ${number(history.growth("handoffs", 10))} processors were handed off in the last 10 seconds.`,
  };
}

function slow({ history }) {
  const p99 = quantile(history.latencies(10), 0.99);
  return p99 > SLOW_LATENCY_MILLIS && {
    level: "warn", kind: "slow",
    headline: `Tasks wait for up to ${edge(p99)} before they run.`,
    advice: history.last(10).some((sample) => sample.full)
      ? `There was more work than processors in the last 10 seconds. ${SEE_HOGS}`
      : "Processors were idle in each sample. Other threads or processes had the CPUs, or the CPU quota was used up.",
  };
}

function calm({ scheduler, now }) {
  const wait = millis(scheduler.oldestRunnable);
  return {
    level: "good", kind: "calm",
    headline: now.busy === 0 ? "All is well: the processors are idle." : `All is well: ${now.busy} of ${count(now.procs, "processor", "processors")} busy.`,
    advice: waitingOf(scheduler) === 0
      ? idleWork(now) ?? "No task waits."
      : `${waiting(scheduler)}${wait ? ` The oldest has waited for ${duration(wait)}.` : ""}`,
  };
}

const idleWork = ({ idleWaiting }) =>
  idleWaiting > 0 ? `${count(idleWaiting, "idle-priority task waits", "idle-priority tasks wait")} until nothing else does.` : undefined;

const waiting = (scheduler) =>
  waitingOf(scheduler) === 0 ? "No task waits just now." : `${count(waitingOf(scheduler), "task waits", "tasks wait")} for a turn.`;

const blockedNow = (hog) => hog.now.filter((task) => !computes(task)).length;

const heldThreads = ({ blocked, locked }) => blocked + locked;

/** The kind of task of which there are most, if there are any. */
function most(hogs, countOf) {
  const [first] = [...hogs].sort((a, b) => countOf(b) - countOf(a));
  return first && countOf(first) > 0 ? first : undefined;
}

/** Of all threads that have a task: an answer may leave some out. */
function culprit({ machines }, hogs) {
  const top = most(hogs, (hog) => hog.now.length);
  if (!top) return "";
  const held = top.now.length;
  const all = machines.running + machines.overtime + heldThreads(machines);
  const name = shortName(top.name);
  return held > all / 2 ? `Most threads are held by ${name}. ` : `${name} holds ${number(held)} of the ${number(all)} threads that have a task. `;
}
