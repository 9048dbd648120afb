import { env } from "@/lib/platform/config/env";
import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/kernel/observability/logger";
import type { ModelEndpoint } from "@/lib/kernel/model-endpoint";
import { askModel, modelOfSettings } from "@/lib/search/meaning/ask-model";
import { selectByCommonSigns } from "@/lib/search/meaning/vectors-repository";

const MOST = 20;
/** Of those that share most signs, so many are compared exactly. */
const COMPARED = 200;
const ANSWER_MS = 800;
const REST_MS = 10_000;
const MOST_KEPT = 500;
const MAX_CHARACTERS = 200;

/** Asked words and their vectors, the last used last; null while the model is left alone after it failed. */
const kept = new Map<string, Promise<Float32Array | null>>();
let restsUntil = 0;

/**
 * The skills that are nearest to what is asked by the model of the settings, nearest first, at most twenty; none where
 * there is no model, or it does not answer at once. The words of a question are sent once, and their vector is kept.
 */
export async function listNear(db: Database, asked: string): Promise<string[]> {
  const model = modelOfSettings();
  const text = asked.normalize("NFKC").trim().toLowerCase().slice(0, MAX_CHARACTERS);
  if (model === null || text === "") return [];
  const vector = await vectorOf(model, text);
  if (vector === null) return [];
  const candidates = await selectByCommonSigns(db, { model: model.name, vector, limit: COMPARED });
  return candidates
    .map(({ id, vector: other }) => ({ id, likeness: cosine(vector, other) }))
    .filter(({ likeness }) => likeness >= env().EMBEDDINGS_LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ id }) => id);
}

function vectorOf(model: ModelEndpoint, text: string): Promise<Float32Array | null> {
  const key = `${model.url}\0${model.name}\0${text}`;
  const before = kept.get(key);
  if (before === undefined && Date.now() < restsUntil) return Promise.resolve(null);
  const vector = before ?? ask(model, text, key);
  kept.delete(key);
  kept.set(key, vector);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return vector;
}

async function ask(model: ModelEndpoint, text: string, key: string): Promise<Float32Array | null> {
  try {
    const [vector = null] = await askModel(model, [text], { timeoutMs: ANSWER_MS });
    return vector;
  } catch (error) {
    logger.warn({ err: error }, "a search goes by words alone: the model for its meaning does not answer");
    restsUntil = Date.now() + REST_MS;
    kept.delete(key);
    return null;
  }
}

/** Both are of length 1. */
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, number, i) => sum + number * (other[i] ?? 0), 0);
