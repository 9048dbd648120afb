import { z } from "@hono/zod-openapi";
import { DEED_KINDS, type Picture, type Use } from "@/lib/vetting/picture/picture";

const use = z.object({ what: z.string(), file: z.string(), line: z.int() });

/** What vetting saw a package do, each with its file and 1-based line. */
export const pictureSchema = z
  .object({
    contacts: z.array(
      z.object({ host: z.string(), file: z.string(), line: z.int(), is_expected: z.boolean() }),
    ),
    reads: z.array(use),
    runs: z.array(use),
    changes: z.array(use),
    deeds: z.array(
      z.object({
        kind: z.enum(DEED_KINDS),
        object: z.string(),
        file: z.string(),
        line: z.int(),
        is_outside: z.boolean(),
        is_concealed: z.boolean(),
        is_unconditional: z.boolean(),
        is_agreed: z.boolean(),
      }),
    ),
  })
  .describe(
    "What the package does, as vetting read it from code, commands and instructions; is_outside: the skill's purpose does not make one expect it.",
  );

const toUse = ({ what, file, line }: Use) => ({ what, file, line });

/** The picture as `/v1` gives it. */
export function toPictureJson(picture: Picture): z.infer<typeof pictureSchema> {
  return {
    contacts: picture.contacts.map(({ host, file, line, isExpected }) => ({
      host,
      file,
      line,
      is_expected: isExpected,
    })),
    reads: picture.reads.map(toUse),
    runs: picture.runs.map(toUse),
    changes: picture.changes.map(toUse),
    deeds: picture.deeds.map((deed) => ({
      kind: deed.kind,
      object: deed.object,
      file: deed.file,
      line: deed.line,
      is_outside: deed.isOutside,
      is_concealed: deed.isConcealed,
      is_unconditional: deed.isUnconditional,
      is_agreed: deed.isAgreed,
    })),
  };
}
