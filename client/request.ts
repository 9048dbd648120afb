import { AnswerInvalid, record, type Reader } from "../lib/kernel/json/read-answer";
import { MarketError, toMarketError } from "./market-error";

export interface ClientSettings {
  /** The market's address, such as `https://market.example`. */
  market: string;
  /** `sk_…` of an account of this market. It goes with what only its account may do, and with nothing else. */
  apiKey?: string;
  /**
   * A read token (`rt_…`) or an API key, for skills that not everybody may read. It goes only with what the market has just refused to
   * everybody, so that nobody learns who reads what is public.
   */
  readSecret?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface MarketRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** The API key goes with it: only the account may do this. */
  withKey?: boolean;
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

/** With these a market answers of what it gives only to those who may read it. */
const REFUSED_TO_OTHERS: ReadonlySet<string> = new Set([
  "SKILL_NOT_FOUND",
  "VERSION_NOT_FOUND",
  "FILES_NOT_GIVEN",
]);

const TIMEOUT_MS = 60_000;
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_PROBLEM_BYTES = 65_536;
const MAX_PART_CHARACTERS = 200;

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

  /** The JSON of a successful answer, taken for what `read` says it must be. Throws MarketError. */
  async json<T>(request: MarketRequest, read: Reader<T>): Promise<T> {
    return readJson(await this.send(request), read);
  }

  /** A successful answer (2xx), its body bounded. Throws MarketError. */
  async send(request: MarketRequest): Promise<MarketAnswer> {
    const { readSecret } = this.settings;
    try {
      return await this.sendOnce(request);
    } catch (error) {
      const isRefused = error instanceof MarketError && REFUSED_TO_OTHERS.has(error.code);
      const isRead = request.method === undefined && !request.withKey;
      if (!isRefused || readSecret === undefined || !isRead) throw error;
      const headers = { ...request.headers, authorization: `Bearer ${readSecret}` };
      return this.sendOnce({ ...request, headers });
    }
  }

  private async sendOnce(request: MarketRequest): Promise<MarketAnswer> {
    const { method = "GET", path, query = {}, json, maxBytes = MAX_JSON_BYTES } = request;
    const url = new URL(this.market + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const { apiKey, timeoutMs = TIMEOUT_MS, fetch: ask = fetch } = this.settings;
    const headers = {
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(apiKey === undefined || !request.withKey ? {} : { "x-api-key": apiKey }),
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

/** The JSON of an answer, taken for what `read` says it must be. Throws MarketError with ANSWER_INVALID. */
export function readJson<T>({ bytes, status }: MarketAnswer, read: Reader<T>): T {
  try {
    return read(JSON.parse(new TextDecoder().decode(bytes)), "");
  } catch (error) {
    if (error instanceof AnswerInvalid)
      throw new MarketError(
        "ANSWER_INVALID",
        `The market's answer is not understood: ${error.message}.`,
        status,
      );
    if (error instanceof SyntaxError)
      throw new MarketError("ANSWER_INVALID", "The market's answer is not JSON.", status);
    throw error;
  }
}

/** A name as one part of an address. Throws a `RangeError` for what would be another address. */
export function part(name: string): string {
  if (/^\.{0,2}$/.test(name) || name.length > MAX_PART_CHARACTERS)
    throw new RangeError(`not a name: ${name.slice(0, MAX_PART_CHARACTERS)}`);
  return encodeURIComponent(name);
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
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_PROBLEM_BYTES));
  try {
    return toMarketError(status, record(JSON.parse(text), "problem"));
  } catch {
    return toMarketError(status, {}); // a proxy in between may answer what it likes
  }
}
