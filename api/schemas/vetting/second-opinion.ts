import { z } from "@hono/zod-openapi";
import { digest, moment } from "@/api/schemas/skill";
import type { OpinionView } from "@/lib/registry/views";
import { OPINION_VERDICTS } from "@/lib/vetting/opinion/read-answer";

/** What a model said of a version; null where the market asks none. */
export const secondOpinionSchema = z
  .object({
    model: z.string(),
    prompt_version: z.int(),
    prompt_digest: digest.describe("SHA-256 of the canonical JSON of the messages that the model was sent."),
    verdict: z.enum(OPINION_VERDICTS).nullable(),
    reasons: z.array(z.object({ text: z.string(), file: z.string(), line: z.int() })),
    asked_at: moment,
  })
  .openapi("SecondOpinion")
  .nullable()
  .describe(
    "The opinion of a model, in its own words: no finding, and no part of the report or its digest. hold: it asked that a person looks before the version is published. verdict null: it gave no answer that counts. Null where no model was asked.",
  );

/** The opinion as `/v1` gives it. */
export function toSecondOpinionJson(opinion: OpinionView | null): z.infer<typeof secondOpinionSchema> {
  return (
    opinion && {
      model: opinion.model,
      prompt_version: opinion.promptVersion,
      prompt_digest: opinion.promptDigest,
      verdict: opinion.verdict,
      reasons: opinion.reasons.map(({ text, file, line }) => ({ text, file, line })),
      asked_at: opinion.askedAt,
    }
  );
}
