import { z } from "@hono/zod-openapi";
import type { InstallGuide } from "@/lib/conversion/install-guide";
import type { SkillDetail } from "@/lib/registry/views";
import type { ConversionTarget } from "@/lib/skill-format";

export const installGuideSchema = z
  .object({
    status: z.literal("success"),
    skill_id: z.string(),
    skill_name: z.string(),
    version: z.string(),
    platform: z.string().describe("`any` when none was asked for."),
    install_mode: z
      .enum(["auto", "manual_install"])
      .describe("`auto`: a package made for the platform; `manual_install`: the published one."),
    config_path: z.string().describe("What the platform reads once the skill is installed."),
    steps: z.array(
      z.object({
        kind: z.string(),
        description: z.string(),
        command: z.string().nullable().describe("Can be pasted as it is; null where there is none."),
      }),
    ),
  })
  .openapi("InstallGuide");

/** A guide with its sentences. */
export function toInstallGuideJson(
  detail: SkillDetail,
  target: ConversionTarget | null,
  { mode, configPath, steps }: InstallGuide,
): z.infer<typeof installGuideSchema> {
  return {
    status: "success",
    skill_id: detail.id,
    skill_name: detail.slug,
    version: detail.version,
    platform: target ?? "any",
    install_mode: mode,
    config_path: configPath,
    steps: steps.map(({ kind, says, command }) => ({ kind, description: `${says}.`, command })),
  };
}
