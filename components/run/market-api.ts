import { ApiProblem, MarketAway } from "@/components/run/api-problem";

/** What the run box asks of the agent API. The browser uses the same routes as any agent. */

export interface RunView {
  id: string;
  state: "RUNNING" | "DONE" | "FAILED";
  output: Record<string, unknown> | null;
  failure: string | null;
  fault: string | null;
  /** The end of what a failed run wrote about it. */
  error_output?: string | null;
  wall_ms: number | null;
  receipt_id: string | null;
  /** Since when the output of a paid call is no longer kept. */
  cleared_at?: string | null;
}

interface PostOptions {
  accessToken?: string;
  signal?: AbortSignal | undefined;
}

async function post<T>(path: string, body: unknown, { accessToken, signal }: PostOptions = {}): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(accessToken ? { "x-access-token": accessToken } : {}),
    },
    body: JSON.stringify(body),
    redirect: "error", // what is paid, and what opens it, goes to this market alone
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new MarketAway(error);
  });
  // An answer without members, as null, is read like an empty one.
  const answer: unknown = Object(await response.json().catch(() => null));
  if (!response.ok)
    throw new ApiProblem(
      response.status,
      answer as ConstructorParameters<typeof ApiProblem>[1],
      response.headers.get("retry-after"),
    );
  return answer as T;
}

/** Any other question to the agent API; throws an `ApiProblem` for a refusal. */
export const postJson = <T>(path: string, body: unknown) => post<T>(path, body);

type Input = Record<string, unknown>;

export const runFree = (
  slug: string,
  version: string,
  { input, signal }: { input: Input; signal?: AbortSignal },
) => post<{ run: RunView }>(`/v1/skills/${slug}/run`, { version, input }, { signal });

/** One call brings its input now; several bring theirs when they are made. The quote is read by who pays it. */
export const createQuote = (
  slug: string,
  version: string,
  payer: string,
  what: { input: Input } | { calls: number },
) => post<{ quote: unknown; access_token: string }>("/v1/quotes", { skill: slug, version, payer, ...what });

export const submitPayment = (quoteId: string, transactionBase64: string, accessToken: string) =>
  post<{ quote: { state: string } }>(
    `/v1/quotes/${quoteId}/payment`,
    { transaction: transactionBase64 },
    { accessToken },
  );

export const runPaid = (quoteId: string, accessToken: string) =>
  post<{ run: RunView }>(`/v1/quotes/${quoteId}/run`, {}, { accessToken });

export const makePaidCall = (
  quoteId: string,
  { number, input, accessToken }: { number: number; input: Input; accessToken: string },
) => post<{ run: RunView }>(`/v1/quotes/${quoteId}/calls/${number}`, { input }, { accessToken });
