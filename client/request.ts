import { MarketError } from "./market-error";

export interface ClientSettings {
  /** The market's address, such as `https://market.example`. */
  market: string;
  /** `sk_…`, for publishing and withdrawing. */
  apiKey?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface MarketRequest {
  method?: "GET" | "POST";
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  body?: FormData;
  headers?: Record<string, string>;
  /** What an answer may have at most. */
  maxBytes?: number;
}

export interface MarketAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

const TIMEOUT_MS = 60_000;
const MAX_JSON_BYTES = 16 * 1024 * 1024;

/** Sends requests to one market; nothing it answers is trusted to be small, quick or well-formed. */
export class MarketConnection {
  readonly market: string;
  private readonly settings: ClientSettings;

  /** @throws RangeError when the address is no http address. */
  constructor(settings: ClientSettings) {
    const url = URL.canParse(settings.market) ? new URL(settings.market) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new RangeError(`not the address of a market: ${settings.market}`);
    this.market = url.href.replace(/\/+$/, "");
    this.settings = settings;
  }

  /** The JSON of a successful answer. Throws MarketError. */
  async json<T>(request: MarketRequest): Promise<T> {
    const { bytes, status } = await this.send(request);
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as T;
    } catch {
      throw new MarketError("ANSWER_INVALID", "The market's answer is not JSON.", status);
    }
  }

  /** A successful answer (2xx), its body bounded. Throws MarketError. */
  async send(request: MarketRequest): Promise<MarketAnswer> {
    const { method = "GET", path, query = {}, json, maxBytes = MAX_JSON_BYTES } = request;
    const url = new URL(this.market + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const { apiKey, timeoutMs = TIMEOUT_MS, fetch: ask = fetch } = this.settings;
    const headers = {
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      ...request.headers,
    };
    const body = json === undefined ? request.body : JSON.stringify(json);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // A key must not follow a redirect to somebody else.
      const response = await ask(url, {
        method,
        headers,
        signal,
        redirect: "error",
        ...(body ? { body } : {}),
      });
      const bytes = await readBounded(response, maxBytes);
      if (!response.ok) throw toError(response.status, bytes);
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      if (error instanceof MarketError) throw error;
      const reason =
        error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : "";
      throw new MarketError("UNREACHABLE", `${this.market} gives no answer: ${reason}`);
    }
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes)
      throw new MarketError("ANSWER_INVALID", `The answer has more than ${maxBytes} bytes.`, response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toError(status: number, bytes: Uint8Array): MarketError {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
  let problem: Record<string, unknown> = {};
  try {
    problem = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // A proxy in between may answer what it likes.
  }
  const code = typeof problem["error_code"] === "string" ? problem["error_code"] : "ANSWER_INVALID";
  const detail = typeof problem["detail"] === "string" ? problem["detail"] : `The market answers ${status}.`;
  return new MarketError(code, detail, status, problem);
}
