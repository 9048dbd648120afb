import { z } from "zod";
import { env } from "@/lib/config/env";
import { readBounded } from "@/lib/kernel/read-bounded";

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_NUMBERS = 8_192;

/** The model that the settings name. */
export interface Model {
  url: string;
  name: string;
  key: string | undefined;
}

/** The model of the settings; null where none is named. */
export function modelOfSettings(): Model | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: name, EMBEDDINGS_KEY: key } = env();
  return url === undefined || name === undefined ? null : { url, name, key };
}

/** Thrown where the model will not have these texts: others may be asked. */
export class TextsRefused extends Error {}

const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1).max(MAX_NUMBERS) }),
  ),
});

/**
 * A vector of length 1 for each text, in their order, by the embeddings endpoint of the OpenAI API
 * (`POST {url}/embeddings`). Throws `TextsRefused` where the endpoint refuses what is asked, and otherwise where it does
 * not answer in time, or not with such vectors, all of one size.
 */
export async function askModel(
  { url, name, key }: Model,
  texts: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Float32Array[]> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${url.replace(/\/$/, "")}/embeddings`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model: name, input: texts, encoding_format: "float" }),
    redirect: "error",
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const said = `the model answers with ${response.status}`;
    throw REFUSING.has(response.status) ? new TextsRefused(said) : new Error(said);
  }
  const bytes = await readBounded(response.body, MAX_ANSWER_BYTES);
  if (bytes === null) throw new Error(`the model answers with more than ${MAX_ANSWER_BYTES} bytes`);
  const { data } = answerSchema.parse(JSON.parse(bytes.toString("utf8")));
  const byPlace = new Map(data.map(({ index, embedding }) => [index, toUnit(embedding)]));
  const vectors = texts.map((_, i) => byPlace.get(i));
  const size = vectors[0]?.length;
  if (!vectors.every((vector) => vector !== undefined && vector.length === size))
    throw new Error("the model does not answer with one vector for each text");
  return vectors as Float32Array[];
}

function toUnit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0)
    throw new Error("the model answers with a vector without length");
  return Float32Array.from(numbers, (number) => number / length);
}
