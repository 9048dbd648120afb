import { booleanAt, findingAt, mapAt } from "../fields";
import { nodeAt } from "../yaml/node";
import type { Check } from "./dialect";
import { readHints } from "./hints";

/**
 * Exo §2 (docs/dialects/differences.md): read-only and destructive at once, also when read-only is only the default.
 * The stricter reading is used.
 */
export const contradictingHints: Check = ({ frontMatter }, report) => {
  const hints = readHints(frontMatter);
  if (!hints.readOnly || !hints.destructive) return;
  const written = booleanAt(frontMatter, "annotations", "readOnlyHint") === true;
  const message = `readOnlyHint is ${written ? "" : "by default "}true and destructiveHint is true; the skill counts as destructive`;
  report(
    findingAt(nodeAt(frontMatter, "annotations"), {
      severity: "warning",
      code: "ANNOTATION_CONTRADICTION",
      path: "annotations",
      message,
    }),
  );
};

/** The permissions of USK against the hints of Exo, seen from Exo. */
export const networkAgainstHint: Check = ({ frontMatter }, report) => {
  const hints = readHints(frontMatter);
  const node = nodeAt(frontMatter, "annotations") ?? nodeAt(frontMatter, "permissions");
  if (booleanAt(frontMatter, "permissions", "network") === true && !hints.openWorld) {
    const message =
      "permissions.network is true, but openWorldHint is false: the skill would run without a network";
    report(
      findingAt(node, {
        severity: "warning",
        code: "PERMISSION_MISMATCH",
        path: "annotations.openWorldHint",
        message,
      }),
    );
  }
  if (booleanAt(frontMatter, "permissions", "filesystem") === true && hints.readOnly) {
    const message = "permissions.filesystem is true, but readOnlyHint is true";
    report(
      findingAt(node, {
        severity: "warning",
        code: "PERMISSION_MISMATCH",
        path: "annotations.readOnlyHint",
        message,
      }),
    );
  }
};

/** The same contradictions seen from USK; only where the file has hints at all. */
export const permissionsAgainstHints: Check = ({ frontMatter }, report) => {
  if (mapAt(frontMatter, "annotations") === undefined) return;
  const hints = readHints(frontMatter);
  const permissions = mapAt(frontMatter, "permissions");
  if (permissions === undefined) return;
  for (const { key, contradicts, hint } of [
    { key: "network", contradicts: !hints.openWorld, hint: "annotations.openWorldHint is false" },
    { key: "filesystem", contradicts: hints.readOnly, hint: "annotations.readOnlyHint is true" },
  ]) {
    if (booleanAt(permissions, key) !== true || !contradicts) continue;
    const path = `permissions.${key}`;
    const message = `is true, but ${hint}`;
    report(
      findingAt(nodeAt(permissions, key), {
        severity: "warning",
        code: "PERMISSION_MISMATCH",
        path,
        message,
      }),
    );
  }
};
