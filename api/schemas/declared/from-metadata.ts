import { z } from "@hono/zod-openapi";
import type { FromMetadata } from "@/lib/skill-format";

const strings = z.array(z.string());

export const fromMetadataSchema = z
  .object({
    version: z.string().optional().describe("As written; it does not set the version."),
    author: z.string().optional().describe("As written; it names no account."),
    openclaw: z
      .object({
        key: z.enum(["openclaw", "clawdbot", "moltbot"]).describe("The key under `metadata` it stands at."),
        env: strings
          .optional()
          .describe(
            "Variables of the environment, also among the permissions; left out when none are told of.",
          ),
        bins: strings.describe("Programs that all must be there."),
        any_bins: strings.describe("Programs of which one must be there."),
        config: strings.describe("Settings of OpenClaw that must be on."),
        os: strings,
        install: z.array(z.object({ kind: z.string(), name: z.string().optional() })),
        homepage: z.string().optional(),
      })
      .optional()
      .describe("What OpenClaw asks of a machine before it offers the skill."),
  })
  .describe("What the author wrote under `metadata` of an Agent Skill. Nobody has checked it.");

/** JSON of what stands under `metadata`; undefined where there is nothing to tell. */
export function toFromMetadataJson(
  stated: FromMetadata | undefined,
): z.infer<typeof fromMetadataSchema> | undefined {
  if (stated === undefined) return undefined;
  const { version, author, openClaw } = stated;
  return {
    ...(version === undefined ? {} : { version }),
    ...(author === undefined ? {} : { author }),
    ...(openClaw === undefined ? {} : { openclaw: toOpenClawJson(openClaw) }),
  };
}

function toOpenClawJson({ anyBins, ...rest }: NonNullable<FromMetadata["openClaw"]>) {
  return { ...rest, any_bins: anyBins };
}
