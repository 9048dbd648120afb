import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import { askEndpoint, type ModelEndpoint } from "@/lib/kernel/model-endpoint";

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_NUMBERS = 8_192;

/** The model of the settings; null where none is named. */
export function modelOfSettings(): ModelEndpoint | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: name, EMBEDDINGS_KEY: key } = env();
  return url === undefined || name === undefined ? null : { url, name, key };
}

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1).max(MAX_NUMBERS) }),
  ),
});

/**
 * A vector of length 1 for each text, in their order, by the embeddings endpoint of the OpenAI API
 * (`POST {url}/embeddings`). Throws `QuestionRefused` where the endpoint refuses what is asked, and otherwise where it
 * does not answer in time, or not with such vectors, all of one size.
 */
export async function askModel(
  model: ModelEndpoint,
  texts: readonly string[],
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<Float32Array[]> {
  const answer = await askEndpoint(model, {
    path: "/embeddings",
    body: { input: texts, encoding_format: "float" },
    maxAnswerBytes: MAX_ANSWER_BYTES,
    ...limits,
  });
  const { data } = answerSchema.parse(answer);
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
