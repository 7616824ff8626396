import { text } from "./dom.js";

const PATIENCE_MILLIS = 5000;
const JSON_TYPE = "application/json";
const MOST_CHARACTERS = 200;

/**
 * Asks an endpoint, and never fails. The state is "live" where there is an answer; "refused" where the answer is no, or that
 * somebody has to sign in first, with the reason as a sentence; and "lost" where nobody answers, or not in time. A body is
 * sent as JSON with POST.
 */
export async function ask(url, { endpoint = "gmp", patience = PATIENCE_MILLIS, accept = JSON_TYPE, body, read = (response) => response.json() } = {}) {
  try {
    const response = await fetch(url, {
      headers: { Accept: accept, ...(body && { "Content-Type": JSON_TYPE }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    return response.ok ? { state: "live", answer: await read(response) } : { state: "refused", reason: await refusal(response, endpoint, body !== undefined) };
  } catch {
    return { state: "lost" };
  }
}

/** The answer. Where there is none, the words say why, and the result is undefined. A button is disabled meanwhile. */
export async function answerTo(url, words, { button, ...options }) {
  if (button) button.disabled = true;
  const { state, answer, reason } = await ask(url, options);
  if (button) button.disabled = false;
  if (state !== "live") text(words, reason ?? "The application does not answer.");
  return answer;
}

/** The beginning of a query about a scheduler. The only one needs no name. */
export const about = (scheduler) => (scheduler === undefined ? "?" : `?scheduler=${encodeURIComponent(scheduler)}&`);

/** The endpoint itself redirects nobody: whoever does wants a sign-in, and the browser tells no more of such an answer. */
async function refusal(response, endpoint, isPost) {
  const { type, status } = response;
  if (type === "opaqueredirect") return mayNot("redirected", endpoint);
  const { message, path } = await saidBy(response);
  const said = typeof message === "string" ? message : undefined;
  const answer = `status ${status}${said ? `: ${said}` : ""}`;
  if (status === 403 && isPost) return mayNotPost(answer, endpoint);
  if (status === 401 || status === 403) return mayNot(answer, endpoint);
  if (said !== undefined && path === undefined) return `The endpoint ${endpoint} refused: ${said}.`;
  switch (status) {
    case 404:
      return `The endpoint ${endpoint} is not exposed, or its access is none. Add ${endpoint} to management.endpoints.web.exposure.include, and check management.endpoint.${endpoint}.access.`;
    case 405:
      return `The endpoint ${endpoint} may only be read. The setting management.endpoint.${endpoint}.access=unrestricted allows more.`;
    default:
      return `The endpoint ${endpoint} answered with status ${status}.`;
  }
}

/** Our endpoints say why, and nothing else. Boot's own answers have a path, and Spring Security's on WebFlux are text. */
async function saidBy(response) {
  try {
    if (!response.headers?.get("Content-Type")?.startsWith("text/plain")) return (await response.json()) ?? {};
    return { message: (await response.text()).slice(0, MOST_CHARACTERS), path: "" };
  } catch {
    return {};
  }
}

const mayNot = (answer, endpoint) => `This user may not use the endpoint ${endpoint} (${answer}). Sign in as a user with access, then load this page again.`;

/** The same page reads, so its user has signed in. Spring Security answers both in the same way, and on Tomcat without a reason. */
const mayNotPost = (answer, endpoint) => `The endpoint ${endpoint} takes no POST from this page (${answer}). Either this user may only read it, or Spring Security expects a CSRF token, which this page does not have. Endpoints take JSON alone, so CSRF protection can be off for them.`;
