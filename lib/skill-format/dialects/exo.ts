import {
  DEFAULT_TIMEOUT_SECONDS,
  EXO_DESCRIPTION_LIMIT,
  EXO_MAX_PROPERTIES,
  MAX_LAMPORTS,
  STANDARD_IMAGE_PATTERN,
} from "../constants";
import { findSchemaFault } from "../json-schema/check-schema";
import type { JsonSchema } from "../types";
import { readLamports } from "../values/lamports";
import { isSolanaAddress } from "../values/solana-address";
import { mapAt, describeNode, quote, toPlain } from "../yaml/node";
import { type Check, type DialectTable, may, must, type Place, type Row, type Test } from "./dialect";
import { contradictingHints, DEFAULT_HINTS, HINT_KEYS, networkAgainstHint } from "./hints";
import { absent, atMost, form, KEBAB_CASE, oneOf, packageFile, SEMVER } from "./tests";

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
  const headings = view.headings();
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

const ADDRESS = form(isSolanaAddress, "is not a Solana address (base58 text of 32 bytes)");

/** `subscription` is known, and not supported yet (docs/dialects/differences.md). */
const MODEL: readonly Test[] = [
  {
    code: "FIELD_UNSUPPORTED",
    fault: (text) =>
      text === "subscription" ? "subscription is not supported yet; only per_call can be sold" : null,
  },
  oneOf(["per_call", "subscription"]),
];

const IMAGE = form(
  (image) => STANDARD_IMAGE_PATTERN.test(image),
  "is not one of the standard images exo-runtime-*",
  "warning",
  "FIELD_ENUM",
);

const DIGEST = form(
  (hash) => toImageDigest(hash) !== undefined,
  'is not a SHA-256 digest: 64 hexadecimal digits, "sha256:" before them optional',
);

const LAMPORTS: Test = {
  code: "FIELD_RANGE",
  fault: (text, { node }) =>
    node !== undefined && readLamports(node).state !== "amount"
      ? `${quote(text)} is not a whole number of lamports from 0 to ${MAX_LAMPORTS}`
      : null,
};

const SECONDS: Test = {
  code: "FIELD_RANGE",
  fault: (text, { node }) => {
    const value = numberOf(node);
    return Number.isFinite(value) && value > 0 ? null : `${text} is not a number of seconds above 0`;
  },
};

const IS_SCHEMA: Test = {
  code: "SCHEMA_INVALID",
  fault: (_, { node }) => {
    const fault = node === undefined ? null : findSchemaFault(toPlain(node) as JsonSchema);
    return fault === null ? null : `is not a valid JSON Schema: ${fault}`;
  },
};

const IS_OBJECT: Test = {
  code: "FIELD_ENUM",
  fault: (text, { node }) => (text === "object" ? null : `${isA(node)}; it must be object`),
};

/** No extra fields, which guards against injection. */
const IS_FALSE: Test = {
  code: "SCHEMA_OPEN",
  fault: (_, { node }) =>
    node?.kind === "scalar" && node.value === false ? null : `${isA(node)}; it must be false`,
};

const WIDTH = `a whole number from 0 to ${EXO_MAX_PROPERTIES}`;
const IS_NARROW: Test = {
  code: "SCHEMA_TOO_WIDE",
  fault: (_, { node }) => {
    const limit = numberOf(node);
    const isInside = Number.isInteger(limit) && limit >= 0 && limit <= EXO_MAX_PROPERTIES;
    return isInside ? null : `${isA(node)}; ${WIDTH} is expected`;
  },
};

const DECLARES_FEW: Test = {
  code: "SCHEMA_TOO_WIDE",
  severity: "warning",
  fault: (_, { node }) => {
    const declared = node?.kind === "map" ? node.entries.size : 0;
    return declared > EXO_MAX_PROPERTIES ? `${declared} properties; at most ${EXO_MAX_PROPERTIES}` : null;
  },
};

const numberOf = (node: Place["node"]) =>
  node?.kind === "scalar" && typeof node.value === "number" ? node.value : Number.NaN;
const isA = (node: Place["node"]) => (node === undefined ? "is missing" : `is ${describeNode(node)}`);

/** What both schemas of `io` must be. */
const schemaRows = (
  path: string,
  means: NonNullable<Row["means"]>,
  ...ofProperties: readonly Test[]
): readonly Row[] => [
  { ...must(path, "mapping", "a JSON Schema", IS_SCHEMA), means },
  {
    ...may(`${path}.type`, "any", "`object`", IS_OBJECT),
    ...absent("is required and must be object", "error", "FIELD_REQUIRED"),
    shown: "text",
  },
  {
    ...may(`${path}.properties`, "mapping", "`{}` is allowed", ...ofProperties),
    ...absent("is missing; write {} when there are none"),
  },
];

/** Exo SKILL.md v1.1. */
export const exo: DialectTable = {
  id: "exo",
  title: "Exo SKILL.md v1.1",
  sections: {
    "§2": [
      must("name", "text", "kebab-case, unique in the market", KEBAB_CASE),
      must("version", "text", "SemVer 2.0.0, strictly", SEMVER),
      must(
        "description",
        "text",
        `fewer than ${EXO_DESCRIPTION_LIMIT} characters`,
        atMost(EXO_DESCRIPTION_LIMIT - 1),
      ),
      must("author", "text", "a Solana address (base58 of 32 bytes); it is paid", ADDRESS),
      must("pricing", "group", "model and price"),
      must("pricing.model", "text", "`per_call`; `subscription` is known and cannot be sold yet", ...MODEL),
      must("pricing.price_lamports", "number", `a whole number from 0 to ${MAX_LAMPORTS}`, LAMPORTS),
      must("runtime", "group", "image, hash and script"),
      must("runtime.docker_image", "text", "a standard image `exo-runtime-*`", IMAGE),
      must(
        "runtime.docker_image_hash",
        "text",
        "64 hexadecimal digits, `sha256:` before them optional",
        DIGEST,
      ),
      {
        ...must("runtime.entrypoint", "text", "a relative path of a file in the package", ...packageFile()),
        means: "entry point",
      },
      may(
        "runtime.timeout_seconds",
        "number",
        `more than 0; ${DEFAULT_TIMEOUT_SECONDS} when it is left out`,
        SECONDS,
      ),
      must("io", "group", "the two schemas"),
      ...schemaRows("io.input_schema", "input schema", DECLARES_FEW),
      {
        ...may(
          "io.input_schema.additionalProperties",
          "any",
          "`false`: no property that is not declared",
          IS_FALSE,
        ),
        ...absent("is missing; it must be false", "error", "SCHEMA_OPEN"),
        shown: "boolean",
      },
      {
        ...may("io.input_schema.maxProperties", "number", `at most ${EXO_MAX_PROPERTIES}`, IS_NARROW),
        ...absent(`is missing; it must be ${WIDTH}`, "warning", "SCHEMA_TOO_WIDE"),
        expected: WIDTH,
      },
      ...schemaRows("io.output_schema", "output schema"),
    ],
    "§2, §3": [
      may("annotations", "group", "the four hints, each optional"),
      ...HINT_KEYS.map((key) =>
        may(
          `annotations.${key}`,
          "boolean",
          `default \`${DEFAULT_HINTS[key]}\`${key === "openWorldHint" ? "; false: no network" : ""}`,
        ),
      ),
    ],
  },
  signs: ["pricing", "io", "annotations"],
  isShown: ({ frontMatter }) => mapAt(frontMatter, "runtime") !== undefined,
  checks: [contradictingHints, networkAgainstHint, checkBodyTemplate],
};
