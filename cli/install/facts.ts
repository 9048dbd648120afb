import { z } from "zod";
import type { FoundSkill, SkillPackage } from "@/client";
import { checkSkill, statedPermissions } from "@/lib/skill-format";

/** What a package says of itself in its SKILL.md; null where it says nothing, which promises nothing. */
export interface Declared {
  network: boolean | null;
  filesystem: boolean | null;
  subprocess: boolean | null;
  envVars: readonly string[] | null;
  allowedTools: readonly string[];
  license: string | null;
  compatibility: string | null;
}

/** Read from the very bytes that would be installed: a market may say what it likes. */
export function readDeclared({ files }: Pick<SkillPackage, "files">): Declared {
  const { manifest } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) });
  const { network, filesystem, subprocess, envVars } = statedPermissions(manifest);
  const { allowedTools, license, compatibility } = manifest;
  const texts = { license: license ?? null, compatibility: compatibility ?? null };
  return { network, filesystem, subprocess, envVars, allowedTools, ...texts };
}

const MOST = 10_000;
const word = z.string().max(65_536);
const used = z.array(z.object({ what: word })).max(MOST);
const picture = z.object({
  contacts: z.array(z.object({ host: word, is_expected: z.boolean() })).max(MOST),
  reads: used,
  runs: used,
  changes: used,
});
const finding = z.object({ severity: word, code: word, message: word, file: word.nullish() });

/**
 * What a market says of a version beyond what is relied on. It may send anything: a member that has not its form counts
 * as not said, which is null.
 */
const said = z.object({
  publisher: word.nullish().catch(null),
  publisher_domains: z
    .array(z.object({ domain: word }))
    .max(MOST)
    .nullish()
    .catch(null),
  audit: z.object({ verifier_name: word, verifier_address: word.nullish() }).nullish().catch(null),
  findings: z.array(finding).max(MOST).nullish().catch(null),
  vetting: z
    .object({ finished_at: word.nullish(), engine_version: word.nullish(), picture: picture.nullish() })
    .nullish()
    .catch(null),
});

/** What a market says of a version, as far as it can be understood. */
export type Said = z.infer<typeof said>;

export const readSaid = (details: FoundSkill): Said => said.parse(details);

/** The hosts that vetting has seen, each once, sorted; null where nothing is known. */
export function hostsOf({ vetting }: Said): string[] | null {
  const contacts = vetting?.picture?.contacts;
  return contacts === undefined ? null : [...new Set(contacts.map(({ host }) => host))].toSorted();
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A foreign text as one bounded line: without control characters, line breaks and what is not seen. */
export function asLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 10)
    .replace(/\s+/gu, " ")
    .replace(UNSEEN, "")
    .trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}

/** The first of a list in one line, and how many there are more; each once. */
export function listFirst(texts: readonly string[], most = 8): string {
  const all = [...new Set(texts.map((text) => asLine(text, 60)))];
  const shown = all.slice(0, most).join(", ");
  return all.length > most ? `${shown} and ${all.length - most} more` : shown;
}
