import { createHash } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { QuestionRefused, type ModelEndpoint } from "@/lib/kernel/model-endpoint";
import { askModel, modelOfSettings } from "@/lib/search/meaning/ask-model";
import {
  retainVectors,
  selectWithoutVector,
  storeVectors,
  type TextOfSkill,
} from "@/lib/search/meaning/vectors-repository";

const BATCH = 64;
/** In one go; what is left is done in the next period. */
const MOST_AT_ONCE = 2_000;
const MAX_CHARACTERS = 2_000;
const ANSWER_MS = 30_000;
/** Stored for a text that the model will not have: a vector without numbers is near to nothing. */
const REFUSED = new Float32Array();

export interface Embedding {
  /** Aborted, nothing more is begun. */
  signal?: AbortSignal;
  clock?: Clock;
}

/**
 * Asks the model of the settings for the vectors of skills that have none of it, or whose name or description has
 * changed, some at a time, and returns how many were made. What was stored stays; a batch that the model refuses is
 * asked text by text, so that one text keeps no other from its vector, and a refused text is sent again only once it or
 * the model is another. Throws where the model does not answer, or refuses a whole batch: the queue tries again later.
 * Without a model it does nothing.
 */
export async function embedSkills({ signal, clock = systemClock }: Embedding = {}): Promise<number> {
  const model = modelOfSettings();
  if (model === null) return 0;
  let made = 0;
  let looked = 0;
  for (let behind = ""; looked < MOST_AT_ONCE;) {
    if (signal?.aborted) break;
    const now = clock.now();
    const skills = await selectWithoutVector(database(), { model: model.name, behind, limit: BATCH });
    const [same, changed] = splitByDigest(skills);
    if (same.length > 0) await retainVectors(database(), same, now);
    if (changed.length > 0) made += await embedBatch(model, changed, now, signal);
    looked += skills.length;
    behind = skills.at(-1)?.id ?? "";
    if (skills.length < BATCH) break;
  }
  return made;
}

type ChangedText = TextOfSkill & { digest: string };

function splitByDigest(skills: readonly TextOfSkill[]): [string[], ChangedText[]] {
  const read = skills.map(({ id, text, digest: before }) => {
    const digest = createHash("sha256").update(text).digest("hex");
    return { id, text: text.slice(0, MAX_CHARACTERS), digest, same: before === digest };
  });
  return [read.filter(({ same }) => same).map(({ id }) => id), read.filter(({ same }) => !same)];
}

async function embedBatch(
  model: ModelEndpoint,
  texts: readonly ChangedText[],
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const whole = await askOrRefused(model, texts, signal);
  const vectors = whole ?? (texts.length === 1 ? [REFUSED] : await askOneByOne(model, texts, signal));
  const isMade = (vector: Float32Array) => vector.length > 0;
  // What refuses so many refuses them for another reason than what they say.
  if (texts.length === BATCH && !vectors.some(isMade)) throw new Error("the model refuses every text");
  const made = texts.map(({ id, digest }, i) => ({ skillId: id, digest, vector: vectors[i]! }));
  await storeVectors(database(), made, { model: model.name, now });
  return vectors.filter(isMade).length;
}

async function askOneByOne(model: ModelEndpoint, texts: readonly ChangedText[], signal?: AbortSignal) {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push((await askOrRefused(model, [text], signal))?.[0] ?? REFUSED);
  return vectors;
}

/** Null where the model will not have them. */
async function askOrRefused(model: ModelEndpoint, texts: readonly ChangedText[], signal?: AbortSignal) {
  const limits = { timeoutMs: ANSWER_MS, ...(signal ? { signal } : {}) };
  const asked = texts.map(({ text }) => text);
  return askModel(model, asked, limits).catch((error: unknown) => {
    if (error instanceof QuestionRefused) return null;
    throw error;
  });
}
