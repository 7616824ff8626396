const PERIOD_MILLIS = 1000;
const PATIENCE_MILLIS = 5000;
/** As many as an answer may have. The busy ones come first. */
const MACHINES = 1000;

/**
 * Asks the endpoint once a second, one question at a time, and not while the page is hidden or paused.
 *
 * States: "connecting" before the first answer, "live", "paused", "lost" when nobody answers, "refused" when the answer
 * is no, or that somebody has to sign in first. onState is told each of them with a sentence; onAnswer, each answer.
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
    try {
      const response = await fetch(`${this.#url}?limit=${MACHINES}`, {
        headers: { Accept: "application/json" },
        cache: "no-store",
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MILLIS),
      });
      if (response.ok) {
        const answer = await response.json();
        if (this.#paused) return;
        this.#lastAnswer = Date.now();
        this.#onAnswer(answer);
        this.#onState("live", "");
      } else if (!this.#paused) {
        this.#onState("refused", refusal(response));
      }
    } catch {
      if (!this.#paused) this.#onState("lost", this.#silence());
    }
  }

  #silence() {
    if (this.#lastAnswer === undefined) return "The application does not answer.";
    const since = new Date(this.#lastAnswer).toLocaleTimeString("en-GB");
    return `Connection lost: the application has not answered since ${since}. What you see is old; the page keeps trying.`;
  }
}

/** The endpoint itself redirects nobody: whoever does wants a sign-in, and the browser tells no more of such an answer. */
function refusal({ type, status }) {
  if (type === "opaqueredirect") return mayNot("redirected");
  switch (status) {
    case 401:
    case 403:
      return mayNot(`status ${status}`);
    case 404:
      return "The endpoint gmp is not exposed. Add gmp to management.endpoints.web.exposure.include.";
    default:
      return `The endpoint gmp answered with status ${status}.`;
  }
}

const mayNot = (answer) => `You may not read the endpoint gmp (${answer}). Sign in as somebody who may, then load this page again.`;
