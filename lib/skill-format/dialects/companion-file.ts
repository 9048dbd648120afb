import { COMPANION_FILE_MAX_BYTES } from "../constants";
import { decodeSource } from "../document/decode-source";
import type { Finding } from "../issues/issue";
import type { SkillFiles } from "../types";
import type { MapNode } from "../yaml/node";
import { readYaml } from "../yaml/read-yaml";

/** A file beside SKILL.md as text. */
export interface CompanionText {
  text?: string;
  findings: Finding[];
}

/** A YAML file beside SKILL.md; `map` is absent when it cannot be read or is no mapping. */
export interface CompanionYaml {
  map?: MapNode;
  findings: Finding[];
}

/** Reads a file beside SKILL.md; null when it is not in the package. */
export function readCompanionText(files: SkillFiles, path: string): CompanionText | null {
  const source = files.get(path);
  return source === undefined ? null : decodeSource(source, path, COMPANION_FILE_MAX_BYTES);
}

/** Reads a YAML file beside SKILL.md as a mapping; null when it is not in the package. */
export function readCompanionYaml(files: SkillFiles, path: string): CompanionYaml | null {
  const companion = readCompanionText(files, path);
  if (companion === null) return null;
  const findings = [...companion.findings];
  if (companion.text === undefined) return { findings };
  const { root, faults } = readYaml(companion.text);
  for (const { message, line } of faults) {
    findings.push({
      severity: "error",
      code: "FILE_INVALID",
      path,
      message,
      ...(line === undefined ? {} : { line }),
    });
  }
  if (root?.kind === "map") return { map: root, findings };
  if (faults.length === 0)
    findings.push({ severity: "error", code: "FIELD_TYPE", path, message: "must be a mapping" });
  return { findings };
}
