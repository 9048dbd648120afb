import { COMPANION_FILE_MAX_BYTES, YAML_MAX_DEPTH } from "../constants";
import { decodeSource, isWellFormed } from "../document/decode-source";
import { EMPTY_ENTRY, type Finding, Findings } from "../issues/issue";
import { isRecord } from "../json-schema/check-schema";
import { isIsoDateTime } from "../values/iso-dates";
import { quote } from "../yaml/node";
import {
  type Evolution,
  EVOLUTION_FILE,
  EVOLUTION_LISTS,
  EVOLUTION_TEXTS,
  type EvolutionList,
} from "./evolution";

interface EvolutionReading {
  /** Absent when anything in the file is an error: a file that is not understood is neither used nor rewritten. */
  evolution?: Evolution;
  /** The members as written; absent when the file is no JSON object. */
  members?: Readonly<Record<string, unknown>>;
  findings: Finding[];
}

/**
 * Reads an `evolution.json` (Skill Metadata §4.1, §4.2): JSON, an object, lists of texts, texts, an ISO 8601 date-time.
 * A missing list counts as empty. Never throws; `path` is where the findings are reported.
 */
export function readEvolution(source: string | Uint8Array, path = EVOLUTION_FILE): EvolutionReading {
  const decoded = decodeSource(source, path, COMPANION_FILE_MAX_BYTES);
  const { text } = decoded;
  const findings = new Findings(decoded.findings);
  const members = text === undefined ? undefined : parseObject(text, path, findings);
  if (members === undefined) return { findings: findings.list };
  const inFile = findings.within(`${path}#`);
  for (const key of EVOLUTION_LISTS) checkList(members, key, inFile);
  for (const key of EVOLUTION_TEXTS) checkText(members, key, inFile);
  checkLastUpdated(members, inFile);
  const { list } = findings;
  if (list.some(({ severity }) => severity === "error")) return { members, findings: list };
  return { evolution: toEvolution(members), members, findings: list };
}

/** Skill Metadata §4.2: JSON, and an object; what is written twice would be lost unseen. */
function parseObject(text: string, path: string, findings: Findings): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    findings.error("FILE_INVALID", path, "is not valid JSON");
    return undefined;
  }
  if (!isRecord(value)) {
    findings.error("FIELD_TYPE", path, "must be a JSON object");
    return undefined;
  }
  const { names, depth } = outlineJson(text);
  if (depth > YAML_MAX_DEPTH) {
    findings.error("FILE_INVALID", path, `is nested ${depth} levels deep; at most ${YAML_MAX_DEPTH}`);
  }
  for (const name of [...repeated(names)].slice(0, 20)) {
    findings.error("FILE_INVALID", `${path}#${name.slice(0, 80)}`, "is written twice");
  }
  return value;
}

function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return twice;
}

/** Skill Metadata §4.2: lists of texts; a missing one counts as empty. */
function checkList(members: Record<string, unknown>, key: EvolutionList, findings: Findings): void {
  const list = members[key];
  if (!Object.hasOwn(members, key)) {
    findings.info("RECOMMENDED_MISSING", key, "is missing and counts as empty");
  } else if (!Array.isArray(list)) findings.error("FIELD_TYPE", key, "must be a list of texts");
  else {
    list.forEach((entry: unknown, index) => {
      checkStorable(entry, `${key}[${index}]`, findings);
      // no more than a remark: the file is the skill's own memory, which no version may lose
      if (typeof entry === "string" && entry.trim() === "")
        findings.warning("FIELD_REQUIRED", `${key}[${index}]`, EMPTY_ENTRY);
    });
  }
}

/** Skill Metadata §4.2: texts; only `custom_prompts` is said to be optional. */
function checkText(
  members: Record<string, unknown>,
  key: (typeof EVOLUTION_TEXTS)[number],
  findings: Findings,
): void {
  if (Object.hasOwn(members, key)) checkStorable(members[key], key, findings);
  else if (key !== "custom_prompts") findings.info("RECOMMENDED_MISSING", key, "is missing");
}

/** A text that can also stand in a SKILL.md: JSON escapes can write what no UTF-8 file may hold. */
function checkStorable(value: unknown, path: string, findings: Findings): void {
  if (typeof value !== "string") {
    findings.error("FIELD_TYPE", path, "must be a text");
  } else if (value.includes("\0") || !isWellFormed(value)) {
    findings.error("FIELD_FORMAT", path, "holds a character that cannot be stored");
  }
}

/** Skill Metadata §4.2: an ISO 8601 date-time. */
function checkLastUpdated({ last_updated: text }: Record<string, unknown>, findings: Findings): void {
  if (typeof text !== "string" || isIsoDateTime(text)) return;
  const message = `${quote(text)} is not an ISO 8601 date-time such as 2026-01-23T10:30:00Z`;
  findings.error("FIELD_FORMAT", "last_updated", message);
}

/** Only for members that have been checked. */
function toEvolution(members: Record<string, unknown>): Evolution {
  const known: ReadonlySet<string> = new Set([...EVOLUTION_LISTS, ...EVOLUTION_TEXTS]);
  const listOf = (key: EvolutionList): string[] => (members[key] ?? []) as string[];
  const { custom_prompts: customPrompts, last_updated: lastUpdated } = members;
  const lastEvolvedHash = members["last_evolved_hash"];
  return {
    preferences: listOf("preferences"),
    fixes: listOf("fixes"),
    contexts: listOf("contexts"),
    ...(typeof customPrompts === "string" ? { customPrompts } : {}),
    ...(typeof lastUpdated === "string" ? { lastUpdated } : {}),
    ...(typeof lastEvolvedHash === "string" ? { lastEvolvedHash } : {}),
    others: Object.fromEntries(Object.entries(members).filter(([key]) => !known.has(key))),
  };
}

interface JsonOutline {
  /** Names of the members of the top object, in order, each as often as it is written. */
  names: string[];
  /** Levels of lists and objects, one inside another. */
  depth: number;
}

const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g;

/**
 * What `JSON.parse` does not tell: which members are written twice, of which it keeps the last, and how deep the
 * text is nested. Only for texts that `JSON.parse` accepts.
 */
function outlineJson(text: string): JsonOutline {
  const names: string[] = [];
  let level = 0;
  let depth = 0;
  for (const [token, , colon] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      level += 1;
      depth = Math.max(depth, level);
    } else if (token === "}" || token === "]") {
      level -= 1;
    } else if (level === 1 && colon !== undefined) {
      names.push(String(JSON.parse(token.slice(0, -colon.length))));
    }
  }
  return { names, depth };
}
