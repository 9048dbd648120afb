import { z } from "@hono/zod-openapi";
import {
  ORIGINS,
  type HintPolicy,
  type Hints,
  type Origins,
  type Permissions,
  type StatedHints,
  type StatedPermissions,
} from "@/lib/skill-format";

const origin = z.enum(ORIGINS);

/** Where each member comes from; members of `Group` with the names of JSON. */
const originsOf = <Member extends string>(members: readonly Member[]) =>
  z
    .object(Object.fromEntries(members.map((member) => [member, origin])) as Record<Member, typeof origin>)
    .describe(
      "Who says it: the author (`declared`), or a format that the file declares, by what it reads where a key is left out (`format_default`); `not_declared` is said by nobody.",
    );

export const permissionOriginsSchema = originsOf(["network", "filesystem", "subprocess", "env_vars"]);
export const hintOriginsSchema = originsOf(["read_only", "destructive", "idempotent", "open_world"]);

/** What a skill asks for. */
export const permissionsSchema = z
  .object({
    network: z.boolean().nullable(),
    filesystem: z.boolean().nullable(),
    subprocess: z.boolean().nullable(),
    env_vars: z.array(z.string()).nullable(),
  })
  .describe("Null is not declared: expect that it does so.");

export function toPermissionsJson(stated: StatedPermissions): z.infer<typeof permissionsSchema> {
  const { network, filesystem, subprocess, envVars } = stated;
  return { network, filesystem, subprocess, env_vars: envVars };
}

export function toPermissionOriginsJson(
  origins: Origins["permissions"],
): z.infer<typeof permissionOriginsSchema> {
  const { network, filesystem, subprocess, envVars } = origins;
  return { network, filesystem, subprocess, env_vars: envVars };
}

/** What a call does to the world, as tools of the Model Context Protocol say it. */
export const hintsSchema = z
  .object({
    read_only: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    idempotent: z.boolean().nullable(),
    open_world: z.boolean().nullable(),
  })
  .describe("Null is not declared: expect the worse.");

export function toHintsJson(stated: StatedHints): z.infer<typeof hintsSchema> {
  const { readOnly, destructive, idempotent, openWorld } = stated;
  return { read_only: readOnly, destructive, idempotent, open_world: openWorld };
}

export const hintEffectsSchema = z
  .object({
    ab_task: z.boolean().describe("Marked as fit for A/B tasks: said to be read-only, and not destructive."),
    integration_test_required: z.boolean().describe("Its audit waits for an integration test."),
    higher_bond: z.boolean().describe("To be Optimistic it needs half as much again."),
    automatic_retry: z
      .boolean()
      .describe("A call that failed on the market's side is made once more by itself."),
    sandbox_replay: z.boolean().describe("Its examples are replayed in the sandbox."),
  })
  .openapi("HintEffects")
  .describe("What the market does because of the hints.");

export function toHintEffectsJson(policy: HintPolicy): z.infer<typeof hintEffectsSchema> {
  return {
    ab_task: policy.abTaskMarked,
    integration_test_required: policy.integrationTestRequired,
    higher_bond: policy.higherBond,
    automatic_retry: policy.automaticRetry,
    sandbox_replay: policy.sandboxReplay,
  };
}

export function toHintOriginsJson(origins: Origins["hints"]): z.infer<typeof hintOriginsSchema> {
  const { readOnly, destructive, idempotent, openWorld } = origins;
  return { read_only: readOnly, destructive, idempotent, open_world: openWorld };
}

/** As the canonical manifest has them: each with a value, whoever says it. */
export const manifestPermissionsSchema = z.object({
  network: z.boolean(),
  filesystem: z.boolean(),
  subprocess: z.boolean(),
  env_vars: z.array(z.string()),
});
export const manifestHintsSchema = z.object({
  read_only: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  open_world: z.boolean(),
});

export function toManifestPermissionsJson(given: Permissions): z.infer<typeof manifestPermissionsSchema> {
  const { network, filesystem, subprocess, envVars } = given;
  return { network, filesystem, subprocess, env_vars: envVars };
}

export function toManifestHintsJson(given: Hints): z.infer<typeof manifestHintsSchema> {
  const { readOnly, destructive, idempotent, openWorld } = given;
  return { read_only: readOnly, destructive, idempotent, open_world: openWorld };
}
