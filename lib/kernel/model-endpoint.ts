import { readBounded } from "@/lib/kernel/read-bounded";

/** A model at an endpoint of the OpenAI API, as the settings of an operator name it. */
export interface ModelEndpoint {
  url: string;
  name: string;
  key: string | undefined;
}

/** Thrown where the endpoint will not have what it is sent: something else may be sent. */
export class QuestionRefused extends Error {}

const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);

interface Question {
  /** Below the endpoint's address, with a slash before it. */
  path: string;
  /** Sent as JSON, with the name of the model. */
  body: object;
  maxAnswerBytes: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * The JSON that the endpoint answers with. Redirects are not followed: the key is for this address alone. Throws
 * `QuestionRefused` where the endpoint refuses what is asked, and otherwise where it does not answer in time, or not
 * with JSON of the allowed size.
 */
export async function askEndpoint(
  { url, name, key }: ModelEndpoint,
  { path, body, maxAnswerBytes, timeoutMs, signal }: Question,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${url.replace(/\/$/, "")}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model: name, ...body }),
    redirect: "error",
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const said = `the model answers with ${response.status}`;
    throw REFUSING.has(response.status) ? new QuestionRefused(said) : new Error(said);
  }
  const bytes = await readBounded(response.body, maxAnswerBytes);
  if (bytes === null) throw new Error(`the model answers with more than ${maxAnswerBytes} bytes`);
  return JSON.parse(bytes.toString("utf8"));
}
