import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import { askEndpoint, QuestionRefused, type ModelEndpoint } from "@/lib/kernel/model-endpoint";
import { logger } from "@/lib/kernel/observability/logger";
import { PROMPT_VERSION } from "@/lib/vetting/opinion/prompt";
import { writeQuestion, type AskedPackage } from "@/lib/vetting/opinion/question";
import { readOpinion, type Opinion } from "@/lib/vetting/opinion/read-answer";

const MAX_ANSWER_BYTES = 256 * 1024;
const ANSWER_MS = 60_000;
/** Some seven minutes at most, with the pauses of the queue; then a version is held, or goes on without. */
const MAX_ASKS = 6;

/** The model of the settings that is asked for opinions; null where none is named. */
export function opinionModel(): ModelEndpoint | null {
  const { SECOND_OPINION_URL: url, SECOND_OPINION_MODEL: name, SECOND_OPINION_KEY: key } = env();
  return url === undefined || name === undefined ? null : { url, name, key };
}

/** What was asked of which model, and what it said; `opinion` is null for no answer, or none that counts. */
export interface AskedOpinion {
  readonly model: string;
  readonly promptVersion: number;
  readonly promptDigest: string;
  readonly opinion: Opinion | null;
  /** Paths of texts that the model was not shown to their end. */
  readonly hidden: readonly string[];
}

/**
 * Why a version waits for a person although nothing speaks against it: the model gave no opinion, or was not shown all. Null
 * where it has said what it thinks of the whole, or the operator chose to go on without (`SECOND_OPINION_MISSING=publish`).
 */
export function reasonToHold(
  { model, opinion, hidden }: Pick<AskedOpinion, "model" | "opinion" | "hidden">,
  missing = env().SECOND_OPINION_MISSING,
): string | null {
  if (missing === "publish" || opinion?.verdict === "hold") return null;
  if (opinion === null) return `The model ${model} gave no opinion: a person has to look at it.`;
  if (hidden.length === 0) return null;
  const [first = ""] = hidden;
  return `The package is longer than the model ${model} is shown: ${hidden.length} files were not read to their end, the first ${first}.`;
}

/**
 * Asks the model about a package (`POST {url}/chat/completions`). Throws where it does not answer with an opinion, which
 * is worth another try; after the last one, or where the model refuses the question, there is no opinion.
 */
export async function askOpinion(
  model: ModelEndpoint,
  asked: AskedPackage,
  {
    attempt,
    signal,
    answerMs = ANSWER_MS,
  }: { attempt: number; signal?: AbortSignal | undefined; answerMs?: number },
): Promise<AskedOpinion> {
  const question = writeQuestion(asked);
  const about = {
    model: model.name,
    promptVersion: PROMPT_VERSION,
    promptDigest: question.digest,
    hidden: question.hidden,
  };
  try {
    const answer = await askEndpoint(model, {
      path: "/chat/completions",
      body: { messages: question.messages, response_format: { type: "json_object" }, stream: false },
      maxAnswerBytes: MAX_ANSWER_BYTES,
      timeoutMs: answerMs,
      signal,
    });
    const opinion = readOpinion(contentOf(answer), asked.files);
    if (opinion === null) throw new Error("the model does not answer with an opinion");
    return { ...about, opinion };
  } catch (error) {
    const isWorthAnother = !(error instanceof QuestionRefused) && attempt < MAX_ASKS;
    if (isWorthAnother || signal?.aborted) throw error;
    logger.warn({ package: asked.report.packageDigest, error }, "no second opinion");
    return { ...about, opinion: null };
  }
}

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

const contentOf = (answer: unknown) => answerSchema.parse(answer).choices[0]?.message.content ?? "";
