import { USK_RUNTIMES } from "../../constants";
import {
  checkGroupKeys,
  checkText,
  checkTextList,
  findingAt,
  optionalMap,
  quote,
  reportType,
  textAt,
  textOf,
} from "../../fields";
import { findSchemaFault, listUndescribedProperties } from "../../json-schema/check-schema";
import type { JsonSchema } from "../../types";
import { readEndpoint } from "../../values/endpoint";
import { nodeAt, toPlain, type MapNode } from "../../yaml/node";
import type { Check } from "../dialect";
import { checkPackageFile } from "../entry-points";

/** The closed and the recommended values of `interface` (USK §3-2); case counts. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  type: ["cli", "http"],
  runtime: USK_RUNTIMES,
  call_pattern: ["stdin_stdout", "args", "http_post"],
};

/** USK §3-2: `interface` and its values; what is unknown leads to `caution`. */
export const checkInterface: Check = ({ frontMatter }, report) => {
  const group = optionalMap(frontMatter, "interface", report, "warning");
  if (group === undefined) return;
  const keys = [...Object.keys(VALUES), "entry_point", "endpoint"];
  checkGroupKeys(group, "interface", keys, report);
  for (const key of keys) {
    const path = `interface.${key}`;
    checkText(group, path, report, { typeSeverity: "warning" });
    if (key === "endpoint") continue;
    const text = textAt(group, key);
    const allowed = VALUES[key];
    if (text === undefined) {
      const kind = nodeAt(group, key)?.kind ?? "scalar"; // an empty text is missing; a list was reported as one
      if (kind !== "scalar" || (key === "entry_point" && textAt(group, "type") === "http")) continue;
      const message = "is missing; agents need it to run the skill";
      report(findingAt(group, { severity: "warning", code: "RECOMMENDED_MISSING", path, message }));
    } else if (allowed !== undefined && !allowed.includes(text)) {
      const message = `${quote(text)} is not one of ${allowed.join(", ")}`;
      report(findingAt(nodeAt(group, key), { severity: "warning", code: "FIELD_ENUM", path, message }));
    }
  }
};

/** USK §3-2: `cli` goes with `stdin_stdout` and `args`, `http` with `http_post`. */
export const checkPattern: Check = ({ frontMatter }, report) => {
  const type = textAt(frontMatter, "interface", "type");
  const pattern = textAt(frontMatter, "interface", "call_pattern");
  const fits = {
    cli: ["stdin_stdout", "args"],
    http: ["http_post"],
  };
  if (pattern === undefined || !VALUES["call_pattern"]?.includes(pattern)) return;
  if ((type !== "cli" && type !== "http") || fits[type].includes(pattern)) return;
  const message = `${pattern} does not go with type ${type}; ${fits[type].join(" or ")} does`;
  const node = nodeAt(frontMatter, "interface", "call_pattern");
  report(
    findingAt(node, {
      severity: "warning",
      code: "INTERFACE_MISMATCH",
      path: "interface.call_pattern",
      message,
    }),
  );
};

/**
 * USK §3-2 says that an `http` skill is hosted by its developer, and names no field for the address: `endpoint` is read
 * here (docs/dialects/differences.md). Without it agents are told no address, which is advice and no fault.
 */
export const checkEndpoint: Check = ({ frontMatter }, report) => {
  const path = "interface.endpoint";
  const node = nodeAt(frontMatter, "interface", "endpoint");
  const isHttp = textAt(frontMatter, "interface", "type") === "http";
  const text = textAt(frontMatter, "interface", "endpoint");
  if (text === undefined) {
    if (!isHttp || (node !== undefined && node.kind !== "scalar")) return;
    const message = "is missing; agents are told no address to call";
    const place = nodeAt(frontMatter, "interface");
    report(findingAt(place, { severity: "info", code: "RECOMMENDED_MISSING", path, message }));
  } else if (readEndpoint(text) === null) {
    const message = `${quote(text)} is no https address with the name of a host, and nothing to sign in with`;
    report(findingAt(node, { severity: "warning", code: "FIELD_FORMAT", path, message }));
  } else if (!isHttp) {
    const message = "is an address, which only type http is called at";
    report(findingAt(node, { severity: "info", code: "INTERFACE_MISMATCH", path, message }));
  }
};

/** USK §1: the entry point is in the package; for `http` it may be left out. */
export const checkEntryPoint: Check = (view, report) => {
  checkPackageFile(
    view,
    nodeAt(view.frontMatter, "interface", "entry_point"),
    "interface.entry_point",
    report,
  );
};

/** USK §3-3: the schemas are Draft-07, every property described. */
export const checkSchemas: Check = ({ frontMatter }, report) => {
  for (const path of ["input_schema", "output_schema"]) {
    const node = nodeAt(frontMatter, path);
    if (node === undefined) continue;
    if (node.kind !== "map") {
      reportType(node, path, "a JSON Schema (a mapping)", report, "warning");
      continue;
    }
    const schema = toPlain(node) as JsonSchema;
    const fault = findOtherDraft(schema) ?? findSchemaFault(schema);
    if (fault !== null) {
      const message = `is not a valid Draft-07 JSON Schema: ${fault}`;
      report(findingAt(node, { severity: "warning", code: "SCHEMA_INVALID", path, message }));
    }
    for (const property of listUndescribedProperties(schema)) {
      const message = "has no description; agents read it to fill the call";
      const propertyPath = `${path}.${property}`;
      report(
        findingAt(node, { severity: "warning", code: "SCHEMA_NO_DESCRIPTION", path: propertyPath, message }),
      );
    }
  }
};

/** A schema that says it is of another draft than 7. */
function findOtherDraft({ $schema: draft }: JsonSchema): string | null {
  if (draft === undefined) return null;
  if (typeof draft !== "string") return "$schema is no text";
  const isDraft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(draft);
  return isDraft7 ? null : `$schema names ${quote(draft)}`;
}

/** USK §3-4: `capabilities` is a list of snake_case tags; others than the recommended ones are fine. */
export const checkCapabilities: Check = ({ frontMatter }, report) => {
  checkTextList(frontMatter, "capabilities", report, "warning");
  const list = nodeAt(frontMatter, "capabilities");
  if (list?.kind !== "list") return;
  list.items.forEach((item, index) => {
    const text = textOf(item);
    if (text === undefined || text === "" || /^[a-z0-9]+(_[a-z0-9]+)*$/.test(text)) return;
    const message = `${quote(text)} is not snake_case`;
    report(
      findingAt(item, { severity: "warning", code: "FIELD_FORMAT", path: `capabilities[${index}]`, message }),
    );
  });
};

/** Only the standard input-output interface runs on any platform without change (USK §3-7). */
export function isStandardInterface(frontMatter: MapNode): boolean {
  return (
    textAt(frontMatter, "interface", "type") === "cli" &&
    textAt(frontMatter, "interface", "call_pattern") === "stdin_stdout"
  );
}
