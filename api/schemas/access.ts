import { z } from "@hono/zod-openapi";
import type { SkillManifest } from "@/lib/skill-format";

/** What a skill asks for. */
export const permissionsSchema = z.object({
  network: z.boolean(),
  filesystem: z.boolean(),
  subprocess: z.boolean(),
  env_vars: z.array(z.string()),
});

export function toPermissionsJson(asked: SkillManifest["permissions"]): z.infer<typeof permissionsSchema> {
  const { network, filesystem, subprocess, envVars } = asked;
  return { network, filesystem, subprocess, env_vars: envVars };
}

/** What a call does to the world, as tools of the Model Context Protocol say it. */
export const hintsSchema = z.object({
  read_only: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  open_world: z.boolean(),
});

export function toHintsJson(hints: SkillManifest["hints"]): z.infer<typeof hintsSchema> {
  const { readOnly, destructive, idempotent, openWorld } = hints;
  return { read_only: readOnly, destructive, idempotent, open_world: openWorld };
}
