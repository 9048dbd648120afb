import { z } from "@hono/zod-openapi";
import { versionParameter } from "@/api/schemas/parameters";
import type { Compatibility } from "@/lib/conversion/check-compatibility";
import type { CompatibilityCheck, PackageJudgement } from "@/lib/conversion/check-packages";
import type { SkillDetail } from "@/lib/registry/views";

const MAX_PACKAGES = 1_000;
const shortText = z.string().max(100);

export const surroundingsSchema = z
  .object({
    python_version: shortText.optional().describe("For instance `3.11.2`."),
    os: shortText.optional().describe("linux, darwin or windows."),
    installed_packages: z
      .record(z.string().max(200), shortText)
      .refine((packages) => Object.keys(packages).length <= MAX_PACKAGES, `at most ${MAX_PACKAGES} packages`)
      .optional()
      .describe("Python packages with their versions."),
    target_platform: z.string().max(60).optional(),
    version: versionParameter,
  })
  .openapi("Surroundings", { description: "Whatever is left out is not judged." });

const judgement = z.object({ name: z.string(), required: z.string(), installed: z.string().optional() });

export const compatibilitySchema = z
  .object({
    status: z.literal("success"),
    compatible: z.boolean().describe("False only where something is known to stand in the way."),
    skill_id: z.string(),
    skill_name: z.string(),
    version: z.string(),
    checks: z.array(
      z.object({
        name: z.string(),
        status: z.enum([
          "ok",
          "not_specified",
          "informational",
          "unknown",
          "mismatch",
          "missing",
          "unsupported",
        ]),
        message: z.string(),
        missing: z.array(judgement).optional(),
        version_mismatch: z.array(judgement).optional(),
        satisfied: z.array(judgement).optional(),
      }),
    ),
    suggested_install_commands: z.array(z.string()),
    warnings: z.array(z.string()),
  })
  .openapi("Compatibility");

export function toCompatibilityJson(
  { id, slug, version }: SkillDetail,
  { compatible, checks, suggestedInstallCommands, warnings }: Compatibility,
): z.infer<typeof compatibilitySchema> {
  return {
    status: "success",
    compatible,
    skill_id: id,
    skill_name: slug,
    version,
    checks: checks.map(toCheckJson),
    suggested_install_commands: [...suggestedInstallCommands],
    warnings: [...warnings],
  };
}

function toCheckJson({ name, status, message, missing, versionMismatch, satisfied }: CompatibilityCheck) {
  const list = (key: string, entries: readonly PackageJudgement[] | undefined) =>
    entries === undefined ? {} : { [key]: [...entries] };
  return {
    name,
    status,
    message,
    ...list("missing", missing),
    ...list("version_mismatch", versionMismatch),
    ...list("satisfied", satisfied),
  };
}
