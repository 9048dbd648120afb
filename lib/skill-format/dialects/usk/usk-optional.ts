import { readTarget } from "../../conversion-targets";
import { cutExamples } from "../../examples";
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
  textsAt,
} from "../../fields";
import { isSpdxExpression } from "../../values/licenses";
import { nodeAt, toPlain } from "../../yaml/node";
import type { Check } from "../dialect";
import { isWebUrl } from "../source-fields";
import { isStandardInterface } from "./usk-interface";
import type { JsonSchema } from "../../types";

/** USK §3-6: `tags` is a list; a text is split at commas, with a warning. */
export const checkTags: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "tags");
  if (node?.kind === "scalar") {
    const message = "is a text; it is split at its commas, a list is expected";
    report(findingAt(node, { severity: "warning", code: "FIELD_COERCED", path: "tags", message }));
  } else {
    checkTextList(frontMatter, "tags", report, "warning");
  }
};

/** USK §3-6: `license` is an SPDX identifier; a sentence is only advised against. */
export const checkLicense: Check = ({ frontMatter }, report) => {
  checkText(frontMatter, "license", report, { typeSeverity: "warning" });
  const license = textAt(frontMatter, "license");
  if (license === undefined || isSpdxExpression(license)) return;
  const message = `${quote(license)} is not an SPDX licence expression such as MIT or Apache-2.0`;
  const node = nodeAt(frontMatter, "license");
  report(findingAt(node, { severity: "warning", code: "FIELD_FORMAT", path: "license", message }));
};

/** USK §3-6: `homepage` is a URL. */
export const checkHomepage: Check = ({ frontMatter }, report) => {
  checkText(frontMatter, "homepage", report, { typeSeverity: "warning" });
  const homepage = textAt(frontMatter, "homepage");
  if (homepage === undefined || isWebUrl(homepage)) return;
  const message = `${quote(homepage)} is not an http or https URL`;
  const node = nodeAt(frontMatter, "homepage");
  report(findingAt(node, { severity: "warning", code: "FIELD_FORMAT", path: "homepage", message }));
};

/** USK §3-7: `platform_compatibility` is a list; `any` is meant for the standard interface. */
export const checkPlatforms: Check = ({ frontMatter }, report) => {
  const path = "platform_compatibility";
  checkTextList(frontMatter, path, report, "warning");
  const platforms = textsAt(frontMatter, path);
  const node = nodeAt(frontMatter, path);
  if (node?.kind === "list") {
    node.items.forEach((item, index) => {
      const platform = textOf(item) ?? "";
      if (platform === "" || platform === "any" || readTarget(platform) !== null) return;
      const message = `${quote(platform)} is not a platform known here`;
      report(findingAt(node, { severity: "info", code: "FIELD_ENUM", path: `${path}[${index}]`, message }));
    });
  }
  if (!platforms.includes("any") || nodeAt(frontMatter, "interface") === undefined) return;
  if (isStandardInterface(frontMatter)) return;
  const message = "any is meant for skills with the cli interface and stdin_stdout";
  report(findingAt(node, { severity: "warning", code: "FIELD_ENUM", path, message }));
};

/** USK §3-8: `requirements` is a mapping of two lists and two texts. */
export const checkRequirements: Check = ({ frontMatter }, report) => {
  const requirements = optionalMap(frontMatter, "requirements", report, "warning");
  if (requirements === undefined) return;
  const lists = ["python_packages", "node_packages"];
  const texts = ["min_python", "min_node"];
  checkGroupKeys(requirements, "requirements", [...lists, ...texts], report);
  for (const key of lists) checkTextList(requirements, `requirements.${key}`, report, "warning");
  for (const key of texts) {
    checkText(requirements, `requirements.${key}`, report, { typeSeverity: "warning" });
  }
};

/** USK, examples: judged like the ones that are shown. */
export const checkExamples: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "examples");
  if (node === undefined) return;
  if (node.kind !== "list") {
    reportType(node, "examples", "a list", report, "warning");
    return;
  }
  const schema = nodeAt(frontMatter, "input_schema");
  const inputSchema = schema?.kind === "map" ? (toPlain(schema) as JsonSchema) : undefined;
  const { issues } = cutExamples(node.items.map(toPlain), inputSchema);
  for (const issue of issues) {
    const index = Number(/^examples\[(\d+)\]/.exec(issue.path)?.[1] ?? Number.NaN);
    report(findingAt(node.items[index] ?? node, issue));
  }
};
