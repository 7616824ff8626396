const PATIENCE_MILLIS = 5000;

/**
 * Asks the endpoint, and never fails. The state is "live" where there is an answer; "refused" where the answer is no, or that
 * somebody has to sign in first, with the reason as a sentence; and "lost" where nobody answers, or not in time.
 */
export async function ask(url, endpoint = "gmp") {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    return response.ok ? { state: "live", answer: await response.json() } : { state: "refused", reason: refusal(response, endpoint) };
  } catch {
    return { state: "lost" };
  }
}

/** The endpoint itself redirects nobody: whoever does wants a sign-in, and the browser tells no more of such an answer. */
function refusal({ type, status }, endpoint) {
  if (type === "opaqueredirect") return mayNot("redirected", endpoint);
  switch (status) {
    case 401:
    case 403:
      return mayNot(`status ${status}`, endpoint);
    case 404:
      return `The endpoint ${endpoint} is not exposed, or its access is none. Add ${endpoint} to management.endpoints.web.exposure.include, and check management.endpoint.${endpoint}.access.`;
    default:
      return `The endpoint ${endpoint} answered with status ${status}.`;
  }
}

const mayNot = (answer, endpoint) => `This user may not read the endpoint ${endpoint} (${answer}). Sign in as a user with access, then load this page again.`;
