import { ask } from "./ask.js";

const PERIOD_MILLIS = 1000;
/** As many as an answer may have. The busy ones come first. */
const MACHINES = 1000;

/**
 * Asks the endpoint once a second, one question at a time, and not while the page is hidden or paused.
 *
 * States: "connecting" before the first answer, "paused", and those of ask.js. onState is told each of them with a sentence;
 * onAnswer, each answer.
 */
export class Feed {
  #url;
  #onAnswer;
  #onState;
  #paused = false;
  #timer = 0;
  #asking = false;
  #lastAnswer = undefined;

  constructor(url, onAnswer, onState) {
    this.#url = url;
    this.#onAnswer = onAnswer;
    this.#onState = onState;
    document.addEventListener("visibilitychange", () => this.#askNow());
  }

  start() {
    this.#askNow();
  }

  get paused() {
    return this.#paused;
  }

  pause(paused) {
    this.#paused = paused;
    if (paused) this.#onState("paused", "Paused: the figures stand still.");
    else this.#onState("connecting", "");
    this.#askNow();
  }

  #askNow() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#paused || this.#asking) return;
    this.#asking = true;
    const began = performance.now();
    this.#ask().finally(() => {
      this.#asking = false;
      const rest = Math.max(100, PERIOD_MILLIS - (performance.now() - began));
      this.#timer = setTimeout(() => this.#askNow(), rest);
    });
  }

  async #ask() {
    const { state, answer, reason } = await ask(`${this.#url}?limit=${MACHINES}`);
    if (this.#paused) return;
    if (state === "refused") this.#onState(state, reason);
    else if (state === "live" && this.#isTaken(answer)) this.#onState(state, "");
    else this.#onState("lost", this.#silence());
  }

  /** Whether the page can show it: JSON of somebody else is no answer. */
  #isTaken(answer) {
    try {
      this.#onAnswer(answer);
      this.#lastAnswer = Date.now();
      return true;
    } catch {
      return false;
    }
  }

  #silence() {
    if (this.#lastAnswer === undefined) return "The application does not answer.";
    const since = new Date(this.#lastAnswer).toLocaleTimeString("en-GB");
    return `Connection lost: the application has not answered since ${since}. The figures are old. The page tries again.`;
  }
}
