/** Fetches JSON; a problem (RFC 9457) becomes an Error with its detail as the message and the status beside it. */
export async function json(path, options = {}) {
  const response = await fetch(path, options);
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  const body = isJson ? await response.json() : undefined;
  if (!response.ok) throw problem(response, body);
  return body;
}

function problem(response, body) {
  const error = new Error(body?.detail ?? body?.error ?? `The service answered ${response.status}.`);
  error.status = response.status;
  return error;
}

/** Fetches JSON in lines, and gives each value as soon as it has come. */
export async function* lines(path, options = {}) {
  const response = await fetch(path, options);
  if (!response.ok) throw problem(response, await response.json().catch(() => undefined));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const complete = (rest + part.value).split("\n");
    rest = complete.pop();
    yield* complete.filter((line) => line !== "").map((line) => JSON.parse(line));
  }
}

export async function text(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).detail ?? `The service answered ${response.status}.`);
  return response.text();
}

/** Calls a function again and again, with a pause after each call has ended; none while the page is hidden. */
export function repeat(call, pauseMillis) {
  const once = async () => {
    let pause = pauseMillis;
    if (!document.hidden) {
      try {
        pause = (await call()) ?? pauseMillis;
      } catch {
        pause = pauseMillis * 3;
      }
    }
    setTimeout(once, pause);
  };
  once();
}
