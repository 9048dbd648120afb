import { VIBELIFE_CATEGORIES } from "../../constants";
import { checkTextList, findingAt, quote, reportRequired, reportType, textAt, textsOf } from "../../fields";
import { hasCjk } from "../../values/measure-text";
import { isSemVer } from "../../values/versions";
import { nodeAt } from "../../yaml/node";
import { equalsDirectory, kebabCase, requiredText, unknownKeys } from "../base";
import type { Check, DialectDefinition } from "../dialect";
import { DIALECT_KEYS } from "../keys";
import { readToolList, startsWithToolList } from "../tool-list";
import {
  checkBodyLength,
  checkForcedToolRules,
  checkSections,
  checkTables,
  checkTitle,
} from "./vibelife-body";
import { checkHandlers, checkLegacyConfig, checkRuleFiles, checkStructure } from "./vibelife-files";
import { checkToolNames } from "./vibelife-tool-names";
import { checkToolsFile } from "./vibelife-tools";

/** VibeLife §2.1: the Chinese name; without any CJK character a warning. */
const checkName: Check = ({ frontMatter }, report) => {
  const name = textAt(frontMatter, "name");
  if (name === undefined || hasCjk(name)) return;
  const message = `${quote(name)} holds no Chinese character; the Chinese name is expected`;
  report(
    findingAt(nodeAt(frontMatter, "name"), {
      severity: "warning",
      code: "FIELD_FORMAT",
      path: "name",
      message,
    }),
  );
};

/** VibeLife §2.1: `version` as `1.0.0`. */
const checkVersion: Check = ({ frontMatter }, report) => {
  const version = textAt(frontMatter, "version");
  if (version === undefined || isSemVer(version)) return;
  const message = `${quote(version)} is not a version such as 1.0.0`;
  const node = nodeAt(frontMatter, "version");
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "version", message }));
};

/** VibeLife §2.1: the tool list stands in the description. */
const checkToolList: Check = ({ frontMatter }, report) => {
  const description = textAt(frontMatter, "description");
  if (description === undefined || readToolList(description).length > 0) return;
  const message = "names no tools; a list like 工具：tool_one, tool_two is required";
  const node = nodeAt(frontMatter, "description");
  report(findingAt(node, { severity: "error", code: "TOOL_LIST_MISSING", path: "description", message }));
};

/** VibeLife §2.1: a sentence of function stands before the list. */
const checkFunctionSentence: Check = ({ frontMatter }, report) => {
  const description = textAt(frontMatter, "description");
  if (description === undefined || !startsWithToolList(description)) return;
  const message = "begins with the tool list; one sentence of function is expected before it";
  const node = nodeAt(frontMatter, "description");
  report(findingAt(node, { severity: "warning", code: "DESCRIPTION_WEAK", path: "description", message }));
};

/** VibeLife §2.1: `triggers` is a list with at least one text. */
const checkTriggers: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "triggers");
  if (node === undefined) reportRequired(node, "triggers", report);
  else if (node.kind !== "list") reportType(node, "triggers", "a list of texts", report, "error");
  else {
    checkTextList(frontMatter, "triggers", report);
    if (textsOf(node).length > 0) return;
    const message = "has no entry; at least one trigger word is required";
    report(findingAt(node, { severity: "error", code: "FIELD_REQUIRED", path: "triggers", message }));
  }
};

/** VibeLife §2.1: one of four categories, case counts. */
const checkCategory: Check = ({ frontMatter }, report) => {
  const category = textAt(frontMatter, "category");
  if (category === undefined || VIBELIFE_CATEGORIES.some((allowed) => allowed === category)) return;
  const message = `${quote(category)} is not one of ${VIBELIFE_CATEGORIES.join(", ")}`;
  const node = nodeAt(frontMatter, "category");
  report(findingAt(node, { severity: "error", code: "FIELD_ENUM", path: "category", message }));
};

/** VibeLife V9. */
export const vibelife: DialectDefinition = {
  id: "vibelife",
  title: "VibeLife V9",
  keys: DIALECT_KEYS.vibelife,
  checks: [
    requiredText("id"),
    kebabCase("id"),
    equalsDirectory("id"),
    requiredText("name"),
    checkName,
    requiredText("version"),
    checkVersion,
    requiredText("description"),
    checkToolList,
    checkFunctionSentence,
    checkTriggers,
    requiredText("category"),
    checkCategory,
    checkTitle,
    checkSections,
    checkTables,
    checkForcedToolRules,
    checkBodyLength,
    checkStructure,
    checkRuleFiles,
    checkToolsFile,
    checkToolNames,
    checkHandlers,
    checkLegacyConfig,
    unknownKeys({ id: "vibelife", keys: DIALECT_KEYS.vibelife }),
  ],
};
