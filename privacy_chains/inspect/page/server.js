// Calls of the server. Texts go in bodies, never in addresses.

/** Ask the server; an answer to an older question of the same name is dropped. */
const waiting = new Map();

export class Refused extends Error {}

export async function ask(name, data = {}) {
  waiting.get(name)?.abort();
  const control = new AbortController();
  waiting.set(name, control);
  const response = await fetch(name, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: control.signal,
  });
  if (response.status === 413) throw new Refused("The text is too long for this page; inspect a part of it.");
  const answer = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refused(answer.error ?? "The inspector failed; nothing was sent anywhere.");
  return answer;
}

export const wasDropped = (error) => error.name === "AbortError";
