import { textAt } from "../yaml/node";
import { readSkillDocument } from "../document/read-skill-document";
import type { Finding } from "../issues/issue";

/** All an agent keeps of a skill until it is used (Agent Skills, integration). */
export interface SkillRecord {
  name: string;
  description: string;
  /** The skill's directory. */
  path: string;
  /** Its SKILL.md. */
  location: string;
}

export type RecordReading =
  | { ok: true; record: SkillRecord; findings: Finding[] }
  | { ok: false; location: string; findings: Finding[] };

/**
 * Name and description of a SKILL.md; the body is not kept. Lenient, as loading is: what is merely against a rule
 * is loaded, but without a readable front matter, a name or a description there is nothing to show. Never throws.
 */
export function readSkillRecord(source: string | Uint8Array, location: string): RecordReading {
  const { frontMatter, issues } = readSkillDocument(source);
  const findings = [...issues];
  const [name, description] = ["name", "description"].map((key) => {
    const text = frontMatter === null ? undefined : textAt(frontMatter, key);
    if (frontMatter !== null && text === undefined) findings.push(lacks(key));
    return text;
  });
  if (name === undefined || description === undefined) return { ok: false, location, findings };
  const path = location.replace(/[/\\]?[^/\\]*$/, "") || ".";
  return { ok: true, record: { name, description, path, location }, findings };
}

function lacks(path: string): Finding {
  return { severity: "error", code: "FIELD_REQUIRED", path, message: "is required" };
}
