import { z } from "zod";
import { readTextFile, type PackageFile } from "@/lib/package";
import { parseJson } from "@/lib/kernel/json/parse-json";

export const OPINION_VERDICTS = ["nothing", "hold"] as const;
export type OpinionVerdict = (typeof OPINION_VERDICTS)[number];

const MAX_ANSWER = 16_000;
const MOST_REASONS = 8;
const MAX_CHARACTERS = 300;
/** Control characters, line ends, and what is invisible or turns the direction of a text. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** Why a model would have a person look, with the place it means. */
export interface OpinionReason {
  readonly text: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

export interface Opinion {
  readonly verdict: OpinionVerdict;
  readonly reasons: readonly OpinionReason[];
}

const answerSchema = z
  .strictObject({
    verdict: z.enum(OPINION_VERDICTS),
    reasons: z
      .array(
        z.strictObject({
          text: z
            .string()
            .trim()
            .min(1)
            .max(MAX_CHARACTERS)
            .refine((text) => !UNSHOWABLE.test(text)),
          file: z.string(),
          line: z.int().min(1),
        }),
      )
      .max(MOST_REASONS),
  })
  .refine(({ verdict, reasons }) => (verdict === "hold") === reasons.length > 0);

/**
 * The opinion that a model's answer states; null for anything but the JSON that it was asked for, with places that are
 * in the package. The answer may have been written by the package: whatever it says, it is an opinion or none.
 */
export function readOpinion(answer: string, files: readonly PackageFile[]): Opinion | null {
  if (answer.length > MAX_ANSWER) return null;
  const read = answerSchema.safeParse(parseJson(answer));
  if (!read.success) return null;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const exists = read.data.reasons.every(({ file, line }) => line <= countLines(byPath.get(file)));
  return exists ? read.data : null;
}

/** None for a file that is missing, one for a file without text. */
function countLines(file: PackageFile | undefined): number {
  if (file === undefined) return 0;
  return (readTextFile(file.bytes) ?? "").split("\n").length;
}
