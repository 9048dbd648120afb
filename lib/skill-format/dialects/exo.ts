import { EXO_MAX_PROPERTIES, MAX_LAMPORTS } from "../constants";
import { findSchemaIssue } from "../json-schema/check-schema";
import type { JsonSchema } from "../types";
import { readLamports } from "../values/lamports";
import { isSolanaAddress } from "../values/solana-address";
import { mapAt, describeNode, finiteNumberOf, quote, toPlain } from "../yaml/node";
import { type Check, form, type Place, readTable, type Tests } from "./dialect";
import table from "./exo.json" with { type: "json" };
import { contradictingHints, networkAgainstHint } from "./hints";

/** The sections of the template, each with what other languages call it. */
const SECTIONS: readonly { title: string; meaning: string; names: RegExp }[] = [
  {
    title: "功能描述",
    meaning: "what it does and when",
    names:
      /功能|描述|概述|简介|說明|description|overview|about|purpose|what|function|feature|기능|설명|개요/i,
  },
  {
    title: "使用示例",
    meaning: "examples",
    names: /示例|例子|范例|用法|example|usage|use|sample|예시|사용|예제/i,
  },
  {
    title: "注意事项",
    meaning: "limits and cautions",
    names: /注意|限制|须知|note|caution|limit|warning|caveat|constraint|known issue|주의|제한|참고/i,
  },
];

const TEMPLATE_TITLES: ReadonlySet<string> = new Set(SECTIONS.map(({ title }) => title));

/**
 * Exo §2: a level-1 heading, then what the skill does, examples and cautions. At most a warning; a body in a
 * language the names below do not cover passes by having as many sections.
 */
const checkBodyTemplate: Check = (view, findings) => {
  const { headings } = view.outline();
  const warn = (message: string) =>
    findings.warning("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  if (!headings.some(({ level }) => level === 1))
    warn("a level-1 heading with the name of the skill is expected");
  const sections = headings.filter(({ level }) => level > 1).map(({ text }) => text);
  const followsTemplate = sections.some((text) => TEMPLATE_TITLES.has(text));
  if (!followsTemplate && sections.length >= SECTIONS.length) return;
  for (const { title, meaning, names } of SECTIONS) {
    if (!sections.some((text) => names.test(text))) warn(`a section like ${title} (${meaning}) is expected`);
  }
};

/** The hash as `sha256:` and lower-case digits; undefined when it is none. */
export function toImageDigest(written: string): string | undefined {
  const match = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(written);
  return match?.[1] === undefined ? undefined : `sha256:${match[1].toLowerCase()}`;
}

const isA = (node: Place["node"]) => (node === undefined ? "is missing" : `is ${describeNode(node)}`);

const TESTS: Tests = {
  "solana-address": form(isSolanaAddress, "is not a Solana address (base58 text of 32 bytes)"),
  /** `subscription` is known, and not supported yet (docs/dialects/differences.md). */
  "not-subscription": {
    code: "FIELD_UNSUPPORTED",
    fault: (text) =>
      text === "subscription" ? "subscription is not supported yet; only per_call can be sold" : null,
  },
  "image-digest": form(
    (hash) => toImageDigest(hash) !== undefined,
    'is not a SHA-256 digest: 64 hexadecimal digits, "sha256:" before them optional',
  ),
  lamports: {
    code: "FIELD_RANGE",
    fault: (text, { node }) =>
      node !== undefined && readLamports(node) === null
        ? `${quote(text)} is not a whole number of lamports from 0 to ${MAX_LAMPORTS}`
        : null,
  },
  seconds: {
    code: "FIELD_RANGE",
    fault: (text, { node }) => {
      const value = finiteNumberOf(node);
      return value !== undefined && value > 0 ? null : `${text} is not a number of seconds above 0`;
    },
  },
  "json-schema": {
    code: "SCHEMA_INVALID",
    fault: (_, { node }) => {
      const fault = node === undefined ? null : findSchemaIssue(toPlain(node) as JsonSchema);
      return fault === null ? null : `is not a valid JSON Schema: ${fault}`;
    },
  },
  "object-type": {
    code: "FIELD_ENUM",
    fault: (text, { node }) => (text === "object" ? null : `${isA(node)}; it must be object`),
  },
  /** No extra fields, which guards against injection. */
  closed: {
    code: "SCHEMA_OPEN",
    fault: (_, { node }) => (isClosed(node) ? null : `${isA(node)}; it must be false`),
  },
  narrow: {
    code: "SCHEMA_TOO_WIDE",
    fault: (_, { node }) =>
      isNarrow(node) ? null : `${isA(node)}; a whole number from 0 to ${EXO_MAX_PROPERTIES} is expected`,
  },
  "few-properties": {
    code: "SCHEMA_TOO_WIDE",
    severity: "warning",
    fault: (_, { node }) => {
      const declared = node?.kind === "map" ? node.entries.size : 0;
      return declared > EXO_MAX_PROPERTIES ? `${declared} properties; at most ${EXO_MAX_PROPERTIES}` : null;
    },
  },
};

/** What Exo asks of `additionalProperties`. */
export const isClosed = (node: Place["node"]) => node?.kind === "scalar" && node.value === false;

/** What Exo asks of `maxProperties`. */
export function isNarrow(node: Place["node"]): boolean {
  const limit = finiteNumberOf(node) ?? -1;
  return Number.isInteger(limit) && limit >= 0 && limit <= EXO_MAX_PROPERTIES;
}

/** Exo SKILL.md v1.1. */
export const exo = readTable("exo", table, TESTS, {
  isShown: ({ frontMatter }) => mapAt(frontMatter, "runtime") !== undefined,
  checks: [contradictingHints, networkAgainstHint, checkBodyTemplate],
});
