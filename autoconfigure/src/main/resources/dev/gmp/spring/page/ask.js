const PATIENCE_MILLIS = 5000;

/**
 * Asks the endpoint, and never fails. The state is "live" where there is an answer; "refused" where the answer is no, or that
 * somebody has to sign in first, with the reason as a sentence; and "lost" where nobody answers, or not in time.
 */
export async function ask(url) {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    return response.ok ? { state: "live", answer: await response.json() } : { state: "refused", reason: refusal(response) };
  } catch {
    return { state: "lost" };
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
      return "The endpoint gmp is not exposed, or its access is none. Add gmp to management.endpoints.web.exposure.include, and check management.endpoint.gmp.access.";
    default:
      return `The endpoint gmp answered with status ${status}.`;
  }
}

const mayNot = (answer) => `This user may not read the endpoint gmp (${answer}). Sign in as a user with access, then load this page again.`;
