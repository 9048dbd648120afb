import {
  DEFAULT_VERSION,
  EXAMPLE_DESCRIPTION_MAX,
  EXAMPLE_NAME_MAX,
  EXAMPLES_MAX,
  EXAMPLES_MAX_BYTES,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
} from "../constants";
import { readTarget } from "../conversion-targets";
import { cutExamples } from "../examples";
import { findSchemaFault, listUndescribedProperties } from "../json-schema/check-schema";
import { CONVERSION_TARGETS, type JsonSchema } from "../types";
import { readEndpoint } from "../values/endpoint";
import { isSpdxExpression } from "../values/licenses";
import { isWebUrl } from "../values/web-addresses";
import { mapAt, type MapNode, nodeAt, quote, textAt, textsAt, toPlain } from "../yaml/node";
import { type Check, type DialectTable, lenient, may, must, type Row, type Test } from "./dialect";
import { permissionsAgainstHints } from "./hints";
import { absent, form, KEBAB_CASE, oneOf, packageFile, SEMVER } from "./tests";

/** The fields that make a v3 skill callable (USK, compatibility). */
const V3_FIELDS = ["interface", "input_schema", "output_schema", "capabilities", "permissions"] as const;

/** Only the standard input-output interface runs on any platform without change (USK §3-7). */
export function isStandardInterface(frontMatter: MapNode): boolean {
  return (
    textAt(frontMatter, "interface", "type") === "cli" &&
    textAt(frontMatter, "interface", "call_pattern") === "stdin_stdout"
  );
}

/** A field that a skill which declares v3 should have; without it the skill is taken for less, and no more comes of it. */
const ofV3 = (row: Row, so = "the skill is registered as v2"): Row => ({
  ...row,
  missing: {
    code: "RECOMMENDED_MISSING",
    severity: "warning",
    fault: (_, { parent }) => (textAt(parent, "spec") === USK_SPEC ? `is missing, so ${so}` : null),
  },
});

const WITHOUT_SPEC: Test = {
  code: "RECOMMENDED_MISSING",
  severity: "warning",
  fault: (_, { parent }) => {
    const fields = V3_FIELDS.filter((key) => nodeAt(parent, key) !== undefined).join(", ");
    return fields === ""
      ? null
      : `is missing, so ${fields} do not make it a v3 skill; write spec: ${USK_SPEC}`;
  },
};

const IS_V3 = form(
  (text) => text === USK_SPEC,
  `is not ${USK_SPEC}; the skill is not v3`,
  "warning",
  "FIELD_ENUM",
);

const ONE_LINE: Test = {
  code: "FIELD_MULTILINE",
  severity: "warning",
  fault: (text) => (text.includes("\n") ? "has several lines; search results show one" : null),
};

/** What agents need to run the skill; an `http` skill may have no entry point. */
const TO_RUN = absent("is missing; agents need it to run the skill");
const TO_RUN_HERE: Test = {
  ...TO_RUN.missing,
  fault: (text, at) => (textAt(at.parent, "type") === "http" ? null : TO_RUN.missing.fault(text, at)),
};

/**
 * An `http` skill is hosted by its developer, and the document names no field for the address: `endpoint` is read here
 * (docs/dialects/differences.md). Without it agents are told no address, which is advice and no fault.
 */
const ADDRESS: readonly Test[] = [
  form(
    (text) => readEndpoint(text) !== null,
    "is no https address with the name of a host, and nothing to sign in with",
    "warning",
  ),
  {
    code: "INTERFACE_MISMATCH",
    severity: "info",
    fault: (text, { parent }) =>
      textAt(parent, "type") !== "http" && readEndpoint(text) !== null
        ? "is an address, which only type http is called at"
        : null,
  },
];
const NO_ADDRESS: Test = {
  code: "RECOMMENDED_MISSING",
  severity: "info",
  fault: (_, { parent }) =>
    textAt(parent, "type") === "http" ? "is missing; agents are told no address to call" : null,
};

/** Which call patterns go with a type of interface. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  cli: ["stdin_stdout", "args"],
  http: ["http_post"],
};

const FITS_TYPE: Test = {
  code: "INTERFACE_MISMATCH",
  severity: "warning",
  fault: (pattern, { parent }) => {
    const type = textAt(parent, "type") ?? "";
    const fits = Object.hasOwn(PATTERNS, type) ? PATTERNS[type] : undefined;
    if (fits === undefined || fits.includes(pattern) || !Object.values(PATTERNS).flat().includes(pattern))
      return null;
    return `${pattern} does not go with type ${type}; ${fits.join(" or ")} does`;
  },
};

const IS_SCHEMA: Test = {
  code: "SCHEMA_INVALID",
  severity: "warning",
  fault: (_, { node }) => {
    if (node === undefined) return null;
    const schema = toPlain(node) as JsonSchema;
    const fault = findOtherDraft(schema) ?? findSchemaFault(schema);
    return fault === null ? null : `is not a valid Draft-07 JSON Schema: ${fault}`;
  },
};

/** A schema that says it is of another draft than 7. */
function findOtherDraft({ $schema: draft }: JsonSchema): string | null {
  if (draft === undefined) return null;
  if (typeof draft !== "string") return "$schema is no text";
  const isDraft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(draft);
  return isDraft7 ? null : `$schema names ${quote(draft)}`;
}

const SNAKE_CASE = form((text) => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(text), "is not snake_case", "warning");

const PLATFORM = form(
  (name) => name === "any" || readTarget(name) !== null,
  "is not a platform known here",
  "info",
  "FIELD_ENUM",
);

const ANY_IS_STANDARD: Test = {
  code: "FIELD_ENUM",
  severity: "warning",
  fault: (_, { parent }) => {
    const isFine =
      !textsAt(parent, "platform_compatibility").includes("any") ||
      nodeAt(parent, "interface") === undefined ||
      isStandardInterface(parent);
    return isFine ? null : "any is meant for skills with the cli interface and stdin_stdout";
  },
};

const LICENCE = form(
  isSpdxExpression,
  "is not an SPDX licence expression such as MIT or Apache-2.0",
  "warning",
);

const WEB_ADDRESS = form(isWebUrl, "is not an http or https URL", "warning");

const words = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ");

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
export const usk: DialectTable = {
  id: "usk",
  title: "USK v1.0",
  sections: {
    "§3-1": [
      must("name", "text", "lower-case letters, digits, single hyphens", KEBAB_CASE),
      ...lenient({
        ...may("version", "text", `SemVer; \`${DEFAULT_VERSION}\` when it is left out`, {
          ...SEMVER,
          severity: "warning",
        }),
        quiet: true,
      }),
      must("description", "text", "one line", ONE_LINE),
      ...lenient({
        ...may("spec", "text", `\`${USK_SPEC}\` for a v3 skill`, IS_V3),
        missing: WITHOUT_SPEC,
        quiet: true,
      }),
    ],
    "§3-2": lenient(
      ofV3(may("interface", "group", "how it is called")),
      { ...may("interface.type", "text", "`cli` or `http`", oneOf(["cli", "http"], "warning")), ...TO_RUN },
      { ...may("interface.runtime", "text", words(USK_RUNTIMES), oneOf(USK_RUNTIMES, "warning")), ...TO_RUN },
      {
        ...may(
          "interface.call_pattern",
          "text",
          "`stdin_stdout` or `args` with `cli`, `http_post` with `http`",
          oneOf(Object.values(PATTERNS).flat(), "warning"),
          FITS_TYPE,
        ),
        ...TO_RUN,
      },
      {
        ...may(
          "interface.entry_point",
          "text",
          "a file of the package; optional for `http`",
          ...packageFile(),
        ),
        missing: TO_RUN_HERE,
        means: "entry point",
      },
      {
        ...may(
          "interface.endpoint",
          "text",
          "for `http`: the https address that agents call; no IP address, no password in it",
          ...ADDRESS,
        ),
        missing: NO_ADDRESS,
      },
    ),
    "§3-3": lenient(
      ...(["input", "output"] as const).map((name): Row => ({
        ...ofV3(
          may(`${name}_schema`, "mapping", "JSON Schema Draft-07, every property described", IS_SCHEMA),
        ),
        expected: "a JSON Schema (a mapping)",
        means: `${name} schema`,
      })),
    ),
    "§3-4": lenient({
      ...ofV3(may("capabilities", "texts", `snake_case; recommended: ${words(USK_CAPABILITIES)}`)),
      each: [SNAKE_CASE],
    }),
    "§3-5": lenient(
      ofV3(may("permissions", "group", "what it may reach; what is left out is `false`")),
      may("permissions.network", "boolean", "outgoing HTTP"),
      may("permissions.filesystem", "boolean", "local files"),
      may("permissions.subprocess", "boolean", "other processes"),
      may("permissions.env_vars", "texts", "names of environment variables it needs"),
    ),
    "§3-6": lenient(
      may("category", "text", "one category"),
      may("tags", "tags", "free words; a text is split at its commas"),
      may("author", "text", "a user name"),
      may("license", "text", "an SPDX expression", LICENCE),
      may("homepage", "text", "an http or https URL", WEB_ADDRESS),
    ),
    "§3-7": lenient({
      ...ofV3(
        may("platform_compatibility", "texts", `\`any\` or ${words(CONVERSION_TARGETS)}`, ANY_IS_STANDARD),
        "the skill is converted for no platform; [any] is recommended",
      ),
      each: [PLATFORM],
    }),
    "§3-8": lenient(
      may("requirements", "group", "packages and versions it runs with"),
      may("requirements.python_packages", "texts", "packages of Python"),
      may("requirements.node_packages", "texts", "packages of Node.js"),
      may("requirements.min_python", "text", "the lowest version of Python"),
      may("requirements.min_node", "text", "the lowest version of Node.js"),
    ),
    "§3-9": lenient(
      may("changelog", "text", "any text"),
      may(
        "examples",
        "list",
        `at most ${EXAMPLES_MAX}, ${EXAMPLES_MAX_BYTES} bytes; each with \`input\` and \`output\`, \`name\` up to ${EXAMPLE_NAME_MAX} and \`description\` up to ${EXAMPLE_DESCRIPTION_MAX} characters`,
      ),
    ),
  },
  signs: [...V3_FIELDS, "platform_compatibility"],
  isShown: ({ frontMatter }) => textAt(frontMatter, "spec")?.startsWith("usk/") === true,
  checks: [checkDescriptions, permissionsAgainstHints, checkMisplacedRuntime, checkExamples],
};
