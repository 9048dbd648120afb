import parse from "spdx-expression-parse";
import { USK_SPEC } from "../constants";
import { readTarget } from "../conversion-targets";
import { cutExamples } from "../examples";
import { findSchemaIssue, listUndescribedProperties } from "../json-schema/check-schema";
import type { JsonSchema } from "../types";
import { isWebUrl, readEndpoint } from "../values/web-addresses";
import { mapAt, type MapNode, nodeAt, quote, textAt, textsAt, toPlain } from "../yaml/node";
import { type Check, form, type Place, readTable, type Test, type Tests } from "./dialect";
import { permissionsAgainstHints } from "./hints";
import table from "./usk.json" with { type: "json" };

/** The fields that make a v3 skill callable (USK, compatibility). */
const V3_FIELDS = ["interface", "input_schema", "output_schema", "capabilities", "permissions"] as const;

/** Only the standard input-output interface runs on any platform without change (USK §3-7). */
export function isStandardInterface(frontMatter: MapNode): boolean {
  return (
    textAt(frontMatter, "interface", "type") === "cli" &&
    textAt(frontMatter, "interface", "call_pattern") === "stdin_stdout"
  );
}

/** A remark on what is left out. */
const leftOut = (fault: (at: Place) => string | null, severity: Test["severity"] = "warning"): Test => ({
  code: "RECOMMENDED_MISSING",
  severity,
  fault: (_, at) => fault(at),
});

/** Of a field that a skill which declares v3 should have; without it the skill is taken for less. */
const ofV3 = (so: string) =>
  leftOut(({ parent }) => (textAt(parent, "spec") === USK_SPEC ? `is missing, so ${so}` : null));

const isHttp = ({ parent }: Place) => textAt(parent, "type") === "http";

const TO_RUN = "is missing; agents need it to run the skill";

/** Which call patterns go with a type of interface. */
const PATTERNS: ReadonlyMap<string, readonly string[]> = new Map([
  ["cli", ["stdin_stdout", "args"]],
  ["http", ["http_post"]],
]);

const TESTS: Tests = {
  "of-v3": ofV3("the skill is registered as v2"),
  "of-v3-platforms": ofV3("the skill is converted for no platform; [any] is recommended"),
  "v3-without-spec": leftOut(({ parent }) => {
    const fields = V3_FIELDS.filter((key) => nodeAt(parent, key) !== undefined).join(", ");
    return fields === ""
      ? null
      : `is missing, so ${fields} do not make it a v3 skill; write spec: ${USK_SPEC}`;
  }),
  "v3-spec": form((text) => text === USK_SPEC, `is not ${USK_SPEC}; the skill is not v3`, {
    code: "FIELD_ENUM",
    severity: "warning",
  }),
  "one-line": {
    code: "FIELD_MULTILINE",
    severity: "warning",
    fault: (text) => (text.includes("\n") ? "has several lines; search results show one" : null),
  },
  "to-run": leftOut(() => TO_RUN),
  /** An `http` skill may have no entry point. */
  "to-run-here": leftOut((at) => (isHttp(at) ? null : TO_RUN)),
  /**
   * An `http` skill is hosted by its developer, and the document names no field for the address: `endpoint` is read
   * here (docs/dialects/differences.md). Without it agents are told no address, which is advice and no fault.
   */
  "no-endpoint": leftOut(
    (at) => (isHttp(at) ? "is missing; agents are told no address to call" : null),
    "info",
  ),
  endpoint: form(
    (text) => readEndpoint(text) !== null,
    "is no https address with the name of a host, and nothing to sign in with",
    { severity: "warning" },
  ),
  "endpoint-of-http": {
    code: "INTERFACE_MISMATCH",
    severity: "info",
    fault: (text, at) =>
      !isHttp(at) && readEndpoint(text) !== null ? "is an address, which only type http is called at" : null,
  },
  "fits-type": {
    code: "INTERFACE_MISMATCH",
    severity: "warning",
    fault: (pattern, { parent }) => {
      const type = textAt(parent, "type") ?? "";
      const fits = PATTERNS.get(type);
      if (fits === undefined || fits.includes(pattern) || ![...PATTERNS.values()].flat().includes(pattern))
        return null;
      return `${pattern} does not go with type ${type}; ${fits.join(" or ")} does`;
    },
  },
  "json-schema": {
    code: "SCHEMA_INVALID",
    severity: "warning",
    fault: (_, { node }) => {
      if (node === undefined) return null;
      const schema = toPlain(node) as JsonSchema;
      const fault = findOtherDraft(schema) ?? findSchemaIssue(schema);
      return fault === null ? null : `is not a valid Draft-07 JSON Schema: ${fault}`;
    },
  },
  platform: form((name) => name === "any" || readTarget(name) !== null, "is not a platform known here", {
    code: "FIELD_ENUM",
    severity: "info",
  }),
  "any-is-standard": {
    code: "FIELD_ENUM",
    severity: "warning",
    fault: (_, { parent }) => {
      const isFine =
        !textsAt(parent, "platform_compatibility").includes("any") ||
        nodeAt(parent, "interface") === undefined ||
        isStandardInterface(parent);
      return isFine ? null : "any is meant for skills with the cli interface and stdin_stdout";
    },
  },
  spdx: form(isSpdxExpression, "is not an SPDX licence expression such as MIT or Apache-2.0", {
    severity: "warning",
  }),
  "web-address": form(isWebUrl, "is not an http or https URL", { severity: "warning" }),
};

/** Longer texts are sentences, not expressions. */
const EXPRESSION_MAX_CHARACTERS = 500;

/** Verdicts on texts seen before: a market has thousands of skills under a handful of licences. */
const KNOWN_MAX = 500;
const known = new Map<string, boolean>();

/** True for an SPDX licence expression such as `MIT` or `MIT OR Apache-2.0` (USK §3-6). */
function isSpdxExpression(text: string): boolean {
  if (text.length > EXPRESSION_MAX_CHARACTERS) return false;
  let verdict = known.get(text);
  if (verdict === undefined) {
    if (known.size >= KNOWN_MAX) known.clear();
    try {
      parse(text);
      verdict = true;
    } catch {
      verdict = false;
    }
    known.set(text, verdict);
  }
  return verdict;
}

/** A schema that says it is of another draft than 7. */
function findOtherDraft({ $schema: draft }: JsonSchema): string | null {
  if (draft === undefined) return null;
  if (typeof draft !== "string") return "$schema is no text";
  const isDraft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(draft);
  return isDraft7 ? null : `$schema names ${quote(draft)}`;
}

/** USK §3-3: every property is described. */
const checkDescriptions: Check = ({ frontMatter }, findings) => {
  for (const path of ["input_schema", "output_schema"]) {
    const node = mapAt(frontMatter, path);
    const properties = node === undefined ? [] : listUndescribedProperties(toPlain(node) as JsonSchema);
    for (const property of properties) {
      const message = "has no description; agents read it to fill the call";
      findings.warning("SCHEMA_NO_DESCRIPTION", `${path}.${property}`, message, node);
    }
  }
};

/** A text at the top level `runtime` belongs to Exo as a mapping; here it is read as the language. */
const checkMisplacedRuntime: Check = ({ frontMatter }, findings) => {
  const node = nodeAt(frontMatter, "runtime");
  if (node?.kind !== "scalar") return;
  findings.warning(
    "DIALECT_CONFLICT",
    "runtime",
    "a text here is read as the language; write interface.runtime",
    node,
  );
};

/** USK, examples: judged like the ones that are shown. */
const checkExamples: Check = ({ frontMatter }, findings) => {
  const node = nodeAt(frontMatter, "examples");
  if (node?.kind !== "list") return;
  const schema = mapAt(frontMatter, "input_schema");
  const { issues } = cutExamples(node.items.map(toPlain), schema && (toPlain(schema) as JsonSchema));
  for (const { severity, code, path, message } of issues) {
    const index = Number(/^examples\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN);
    findings.add(severity, code, path, message, node.items[index] ?? node);
  }
};

/** USK v1.0. */
export const usk = readTable("usk", table, TESTS, {
  isShown: ({ frontMatter }) => textAt(frontMatter, "spec")?.startsWith("usk/") === true,
  checks: [checkDescriptions, permissionsAgainstHints, checkMisplacedRuntime, checkExamples],
});
