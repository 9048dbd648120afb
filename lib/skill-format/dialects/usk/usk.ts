import { USK_SPEC } from "../../constants";
import {
  checkBoolean,
  checkGroupKeys,
  checkText,
  checkTextList,
  findingAt,
  mapAt,
  optionalMap,
  quote,
  textAt,
} from "../../fields";
import { isSemVer } from "../../values/versions";
import { isMissingOrBlank, nodeAt } from "../../yaml/node";
import { kebabCase, requiredText, unknownKeys } from "../base";
import { permissionsAgainstHints } from "../cross-checks";
import type { Check, DialectDefinition } from "../dialect";
import { DIALECT_KEYS } from "../keys";
import {
  checkCapabilities,
  checkEndpoint,
  checkEntryPoint,
  checkInterface,
  checkPattern,
  checkSchemas,
} from "./usk-interface";
import {
  checkExamples,
  checkHomepage,
  checkLicense,
  checkPlatforms,
  checkRequirements,
  checkTags,
} from "./usk-optional";

/** The fields that make a v3 skill callable (USK, compatibility). */
const USK_V3_FIELDS = ["interface", "input_schema", "output_schema", "capabilities", "permissions"] as const;

/**
 * USK §3-1: `version` is SemVer; another form is a warning that leads to `caution`, an empty one is missing.
 */
const checkVersion: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "version");
  if (isMissingOrBlank(node)) return;
  const version = textAt(frontMatter, "version");
  if (version !== undefined && isSemVer(version)) return;
  const code = version === undefined ? "FIELD_TYPE" : "FIELD_FORMAT";
  const message = `${quote(version ?? "")} is not a semantic version such as 1.0.0`;
  report(findingAt(node, { severity: "warning", code, path: "version", message }));
};

/** USK §3-1: `description` is one line. */
const checkOneLine: Check = ({ frontMatter }, report) => {
  const description = textAt(frontMatter, "description");
  if (description === undefined || !description.includes("\n")) return;
  const message = "has several lines; search results show one";
  const node = nodeAt(frontMatter, "description");
  report(findingAt(node, { severity: "warning", code: "FIELD_MULTILINE", path: "description", message }));
};

/** USK §3-1: `spec` is `usk/1.0` for v3; any other value is not v3 and leads to `caution`. */
const checkSpec: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "spec");
  if (isMissingOrBlank(node)) {
    const v3 = USK_V3_FIELDS.filter((key) => nodeAt(frontMatter, key) !== undefined);
    if (v3.length === 0) return;
    const message = `is missing, so ${v3.join(", ")} do not make it a v3 skill; write spec: ${USK_SPEC}`;
    report({ severity: "warning", code: "RECOMMENDED_MISSING", path: "spec", message });
    return;
  }
  const spec = textAt(frontMatter, "spec");
  if (spec === USK_SPEC) return;
  const code = node.kind === "scalar" ? "FIELD_ENUM" : "FIELD_TYPE";
  const message = `${quote(spec ?? "")} is not ${USK_SPEC}; the skill is not v3`;
  report(findingAt(node, { severity: "warning", code, path: "spec", message }));
};

/** USK, compatibility: v3 declared, fields missing: advice only, the skill is registered as v2. */
const checkV3Fields: Check = ({ frontMatter }, report) => {
  if (textAt(frontMatter, "spec") !== USK_SPEC) return;
  for (const key of USK_V3_FIELDS) {
    if (nodeAt(frontMatter, key) !== undefined) continue;
    const message = "is missing, so the skill is registered as v2";
    report({ severity: "warning", code: "RECOMMENDED_MISSING", path: key, message });
  }
  if (nodeAt(frontMatter, "platform_compatibility") !== undefined) return;
  const message = "is missing, so the skill is converted for no platform; [any] is recommended";
  report({ severity: "warning", code: "RECOMMENDED_MISSING", path: "platform_compatibility", message });
};

/** USK §3-5: `permissions` is a mapping of booleans and `env_vars`, a list of texts. */
const checkPermissions: Check = ({ frontMatter }, report) => {
  const permissions = optionalMap(frontMatter, "permissions", report, "warning");
  if (permissions === undefined) return;
  const flags = ["network", "filesystem", "subprocess"];
  checkGroupKeys(permissions, "permissions", [...flags, "env_vars"], report);
  for (const flag of flags) checkBoolean(permissions, `permissions.${flag}`, report, "warning");
  checkTextList(permissions, "permissions.env_vars", report, "warning");
};

/** A text at the top level `runtime` belongs to Exo as a mapping; here it is read as the language. */
const checkMisplacedRuntime: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "runtime");
  if (node?.kind !== "scalar" || mapAt(frontMatter, "runtime") !== undefined) return;
  const message = "a text here is read as the language; write interface.runtime";
  report(findingAt(node, { severity: "warning", code: "DIALECT_CONFLICT", path: "runtime", message }));
};

/** An optional text, which the document demands nothing of: another type is only a warning (USK §3-6, §3-9). */
function advisoryText(key: string): Check {
  return ({ frontMatter }, report) => checkText(frontMatter, key, report, { typeSeverity: "warning" });
}

/** USK v1.0. */
export const usk: DialectDefinition = {
  id: "usk",
  title: "USK v1.0",
  keys: DIALECT_KEYS.usk,
  checks: [
    requiredText("name"),
    kebabCase("name"),
    checkVersion,
    requiredText("description"),
    checkOneLine,
    checkSpec,
    checkV3Fields,
    checkInterface,
    checkPattern,
    checkEndpoint,
    checkEntryPoint,
    checkSchemas,
    checkCapabilities,
    checkPermissions,
    permissionsAgainstHints,
    checkMisplacedRuntime,
    advisoryText("category"),
    checkTags,
    advisoryText("author"),
    checkLicense,
    checkHomepage,
    checkPlatforms,
    checkRequirements,
    advisoryText("changelog"),
    checkExamples,
    unknownKeys({ id: "usk", keys: DIALECT_KEYS.usk }),
  ],
};
