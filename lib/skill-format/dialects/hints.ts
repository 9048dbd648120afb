import type { Hints } from "../types";
import { booleanAt, mapAt, type MapNode, nodeAt } from "../yaml/node";
import type { Check } from "./dialect";

/** The four hints of Exo SKILL.md v1.1, with the defaults of its §2. */
export const DEFAULT_HINTS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
type HintKey = keyof typeof DEFAULT_HINTS;

/** The hints of a front matter, with the defaults where one is left out. */
export function readHints(frontMatter: MapNode): Hints {
  const hint = (key: HintKey): boolean => booleanAt(frontMatter, "annotations", key) ?? DEFAULT_HINTS[key];
  return {
    readOnly: hint("readOnlyHint"),
    destructive: hint("destructiveHint"),
    idempotent: hint("idempotentHint"),
    openWorld: hint("openWorldHint"),
  };
}

/**
 * Exo §2 (docs/dialects/differences.md): read-only and destructive at once, also when read-only is only the default.
 * The stricter reading is used.
 */
export const contradictingHints: Check = ({ frontMatter }, findings) => {
  const hints = readHints(frontMatter);
  if (!hints.readOnly || !hints.destructive) return;
  const written = booleanAt(frontMatter, "annotations", "readOnlyHint") === true;
  const message = `readOnlyHint is ${written ? "" : "by default "}true and destructiveHint is true; the skill counts as destructive`;
  findings.warning("ANNOTATION_CONTRADICTION", "annotations", message, nodeAt(frontMatter, "annotations"));
};

/** Permissions of USK that a hint of Exo denies. */
const DENIALS = [
  {
    permission: "network",
    isDenied: (hints: Hints) => !hints.openWorld,
    hint: "openWorldHint",
    says: "is false",
    so: ": the skill would run without a network",
  },
  {
    permission: "filesystem",
    isDenied: (hints: Hints) => hints.readOnly,
    hint: "readOnlyHint",
    says: "is true",
    so: "",
  },
] as const;

const listDenials = (frontMatter: MapNode) => {
  const hints = readHints(frontMatter);
  return DENIALS.filter(
    ({ permission, isDenied }) =>
      booleanAt(frontMatter, "permissions", permission) === true && isDenied(hints),
  );
};

/** The permissions of USK against the hints of Exo, seen from Exo. */
export const networkAgainstHint: Check = ({ frontMatter }, findings) => {
  const node = nodeAt(frontMatter, "annotations") ?? nodeAt(frontMatter, "permissions");
  for (const { permission, hint, says, so } of listDenials(frontMatter)) {
    const message = `permissions.${permission} is true, but ${hint} ${says}${so}`;
    findings.warning("PERMISSION_MISMATCH", `annotations.${hint}`, message, node);
  }
};

/** The same contradictions seen from USK; only where the file has hints at all. */
export const permissionsAgainstHints: Check = ({ frontMatter }, findings) => {
  if (mapAt(frontMatter, "annotations") === undefined) return;
  for (const { permission, hint, says } of listDenials(frontMatter)) {
    const node = nodeAt(frontMatter, "permissions", permission);
    const message = `is true, but annotations.${hint} ${says}`;
    findings.warning("PERMISSION_MISMATCH", `permissions.${permission}`, message, node);
  }
};
