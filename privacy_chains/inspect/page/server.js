// Calls of the server. Texts go in bodies, never in addresses.

export class Refused extends Error {}

export async function ask(name, data = {}) {
  const response = await fetch(name, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
  if (response.status === 413) throw new Refused("the text is too long for this page; inspect a part of it");
  const answer = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refused(answer.error ?? "the inspector failed, and nothing was sent anywhere");
  return answer;
}

/** A task that runs once at a time; asked for while it runs, it runs once more, for what stands there then. */
export function alone(task) {
  let running = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await task();
    } while (again);
    running = null;
  };
  return () => {
    again = true;
    running ??= run();
    return running;
  };
}
