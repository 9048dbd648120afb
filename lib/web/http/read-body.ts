import { DomainError } from "@/lib/kernel/errors";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { isExactNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue, type JsonIssue, type JsonRules } from "@/lib/kernel/json/find-json-issue";

export interface BodyLimits {
  maxBytes: number;
  /** How long the whole body may take to arrive. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_JSON_DEPTH = 64;
const JSON_RULES: JsonRules = { maxDepth: MAX_JSON_DEPTH, isKept: isExactNumber, uniqueNames: true };

/**
 * The bytes of a request's body. Refused as soon as it is known to be too large: by its declared length before
 * anything is read, else at the first byte over the limit. Throws CONTENT_TOO_LARGE or REQUEST_INVALID.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  if (!declared && !request.body) return new Uint8Array();
  const timeoutMs = limits.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const reading = declared ? readWhole(request, limits.maxBytes) : readStream(request, limits.maxBytes);
  try {
    return await withTimeout(reading, timeoutMs, () => slowBody(timeoutMs));
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("REQUEST_INVALID", "The body ended early.", { cause: error });
  }
}

/** HTTP holds a body to the length it declares, so this is bounded; and it costs a fraction of a stream of the web. */
async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

async function readStream({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  try {
    return await collect(reader, maxBytes);
  } catch (error) {
    // Cancelling would cut the connection, and the answer with it; the listener discards the rest after the answer.
    reader.releaseLock();
    throw error;
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, sizeBytes);
    sizeBytes += value.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(value);
  }
}

/**
 * The text of a JSON body: UTF-8, nested no deeper than `MAX_JSON_DEPTH`, so that whatever walks the value later
 * cannot be driven out of its stack, and without numbers that reading it would change or names that one object has
 * twice (RFC 7493): nobody could see later what was sent. It may still not be JSON. Throws REQUEST_INVALID with the
 * number's place.
 */
export function decodeJsonText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  const fault = findJsonIssue(text, JSON_RULES);
  if (fault !== null) throw faulty(fault);
  return text;
}

/** The value of a JSON body. Throws REQUEST_INVALID as `decodeJsonText` does, and for text that is not JSON. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decodeJsonText(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

export function notJson(cause?: unknown): DomainError {
  return new DomainError("REQUEST_INVALID", "The body is not JSON.", { cause });
}

/** True for `application/json` and `application/…+json`, whatever the parameters and the case. */
export function isJsonContentType(contentType: string | null | undefined): boolean {
  return /^application\/([a-z0-9.-]{1,60}\+)?json$/i.test(mediaType(contentType));
}

export function isMultipart(contentType: string | null | undefined): boolean {
  return mediaType(contentType).toLowerCase() === "multipart/form-data";
}

/** True for a text a person wrote: `text/markdown`, `text/plain`. */
export function isPlainText(contentType: string | null | undefined): boolean {
  return /^text\/(?:markdown|x-markdown|plain)$/i.test(mediaType(contentType));
}

const mediaType = (contentType: string | null | undefined) =>
  (contentType ?? "").split(";", 1)[0]?.trim() ?? "";

/** Throws CONTENT_TYPE_INVALID for a body that is compressed, which would otherwise be told that it is not UTF-8. */
export function assertPlainBody(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new DomainError(
    "CONTENT_TYPE_INVALID",
    `The body has the content encoding "${encoding.slice(0, 100)}"; send it without one.`,
  );
}

/** Throws CONTENT_TYPE_INVALID unless the request says that its body is JSON, and not compressed. */
export function assertJsonContentType(request: Request): void {
  assertPlainBody(request);
  if (!isJsonContentType(request.headers.get("content-type")))
    assertContentType(request, ["application/json"]);
}

/** Throws CONTENT_TYPE_INVALID for a body of another kind than these. */
export function assertContentType(request: Request, kinds: readonly string[]): void {
  const found = request.headers.get("content-type");
  if (kinds.includes(mediaType(found).toLowerCase())) return;
  throw new DomainError(
    "CONTENT_TYPE_INVALID",
    `The content type is ${found ? `"${found.slice(0, 100)}"` : "missing"}; send ${kinds.join(" or ")}.`,
  );
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DomainError("REQUEST_INVALID", "The body is not UTF-8.", { cause });
  }
}

function faulty(fault: JsonIssue): DomainError {
  if (fault.kind === "number_not_kept") return inexact(fault.written, fault.pointer);
  if (fault.kind === "name_twice") {
    const name = JSON.stringify(fault.name.slice(0, 100).toWellFormed());
    return new DomainError(
      "REQUEST_INVALID",
      `An object of the JSON body has ${name} twice; readers would differ.`,
    );
  }
  return new DomainError("REQUEST_INVALID", `The JSON body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
}

function inexact(written: string, pointer: string): DomainError {
  const detail = `The number ${written.slice(0, 40)} cannot be carried exactly by JSON; write it as text.`;
  return new DomainError("REQUEST_INVALID", `${detail} It stands at ${pointer.slice(0, 200)}.`, {
    details: { errors: [{ pointer: `#${pointer.slice(0, 500)}`, detail }] },
  });
}

const tooLarge = (maxBytes: number) =>
  new DomainError("CONTENT_TOO_LARGE", `The body is larger than the ${maxBytes} bytes allowed here.`);

const slowBody = (timeoutMs: number) =>
  new DomainError("REQUEST_INVALID", `The body did not arrive within ${timeoutMs / 1000} s.`);
