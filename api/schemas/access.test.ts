import { expect, test } from "vitest";
import { toAnnotations } from "@/api/mcp/core-tool";
import { jsonOf } from "@/api/frame/json-of";
import { hintsSchema, permissionsSchema } from "@/api/schemas/skill";
import { manifestSchema } from "@/api/validate";
import { statedHints, statedPermissions } from "@/lib/skill-format";
import { plainSkills } from "@/lib/testing/plain-skills";

test("no answer tells a permission or a hint that is not declared", () => {
  for (const { written, manifest } of plainSkills()) {
    const { network, filesystem, subprocess, envVars, readOnly, destructive, idempotent, openWorld } =
      written;
    expect(permissionsSchema.parse(jsonOf(permissionsSchema)(statedPermissions(manifest)))).toEqual({
      network,
      filesystem,
      subprocess,
      env_vars: envVars,
    });
    const hints = { read_only: readOnly, destructive, idempotent, open_world: openWorld };
    expect(hintsSchema.parse(jsonOf(hintsSchema)(statedHints(manifest)))).toEqual(hints);
    const { origins } = jsonOf(manifestSchema)(manifest);
    expect(origins.permissions.env_vars).toBe(envVars === null ? "not_declared" : "declared");
    expect(origins.hints.read_only).toBe(readOnly === null ? "not_declared" : "declared");
    expect(toAnnotations(statedHints(manifest))).toEqual(
      Object.fromEntries(
        Object.entries({
          readOnlyHint: readOnly,
          destructiveHint: destructive,
          idempotentHint: idempotent,
          openWorldHint: openWorld,
        }).filter(([, value]) => value !== null),
      ),
    );
  }
});
