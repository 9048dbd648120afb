import { z } from "@hono/zod-openapi";
import { FACT_KINDS } from "@/lib/vetting/facts/fact";
import type { Picture, Use } from "@/lib/vetting/facts/picture";

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
        kind: z.enum(FACT_KINDS),
        object: z.string(),
        file: z.string(),
        line: z.int(),
        traits: z.array(z.string()),
      }),
    ),
  })
  .describe(
    "What the package does, as vetting read it from code, commands and instructions; traits say what is known of each, such as credentials or foreign (a host that the skill is not about).",
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
    deeds: picture.deeds.map(({ kind, object, file, line, traits }) => ({
      kind,
      object,
      file,
      line,
      traits: [...traits],
    })),
  };
}
