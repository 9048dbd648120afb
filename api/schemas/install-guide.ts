import { z } from "@hono/zod-openapi";
import { INSTALL_PLACES } from "@/lib/conversion/install-commands";
import type { InstallGuide, InstallStep } from "@/lib/conversion/install-guide";
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
    steps: steps.map((step) => ({
      kind: step.kind,
      description: describeStep(step, detail, target, mode),
      command: step.command,
    })),
  };
}

function describeStep(
  { kind }: InstallStep,
  { version, access }: SkillDetail,
  target: ConversionTarget | null,
  mode: InstallGuide["mode"],
): string {
  const platform = target === null ? "your agent" : INSTALL_PLACES[target].name;
  switch (kind) {
    case "download":
      return mode === "auto"
        ? `Download version ${version}, converted for ${platform}.`
        : `Download version ${version} as it was published.`;
    case "unpack":
      return mode === "auto" && target !== null && INSTALL_PLACES[target].finish
        ? "Unpack the archive."
        : `Unpack it where ${platform} finds it, from the root of your project.`;
    case "finish":
      return target === "CustomAgent"
        ? "Serve it on this machine and give openapi.json to your agent."
        : `Tell ${platform} about it.`;
    case "install_packages":
      return "Install the packages it declares.";
    case "set_variables":
      return `Set the variables it reads: ${(access.envVars ?? []).join(", ")}.`;
    case "call":
      return `Begin a new session and call it in ${platform}, or let the agent choose it.`;
    case "follow_skill_md":
      return "This skill is installed by hand: begin a new session and follow its SKILL.md.";
  }
}
