import {
  checkBodyLength,
  checkForcedToolRules,
  checkHandlers,
  checkLegacyConfig,
  checkRuleFiles,
  checkSections,
  checkStructure,
  checkTables,
  checkTitle,
  checkToolNames,
  checkToolsFile,
  readToolList,
  startsWithToolList,
  TOOLS_FILE,
} from "./vibelife-rules";
import { VIBELIFE_CATEGORIES } from "../constants";
import { hasCjk } from "../values/measure-text";
import { nodeAt, textsOf } from "../yaml/node";
import { type DialectTable, must, type Test } from "./dialect";
import { EQUALS_DIRECTORY, form, KEBAB_CASE, oneOf, SEMVER } from "./tests";

const CHINESE = form(hasCjk, "holds no Chinese character; the Chinese name is expected", "warning");

const LISTS_TOOLS: Test = {
  code: "TOOL_LIST_MISSING",
  fault: (text) =>
    readToolList(text).length > 0 ? null : "names no tools; a list like 工具：tool_one, tool_two is required",
};

const BEGINS_WITH_SENTENCE: Test = {
  code: "DESCRIPTION_WEAK",
  severity: "warning",
  fault: (text) =>
    startsWithToolList(text)
      ? "begins with the tool list; one sentence of function is expected before it"
      : null,
};

const HAS_ENTRY: Test = {
  code: "FIELD_REQUIRED",
  fault: (_, { node }) =>
    node?.kind === "list" && textsOf(node).length === 0
      ? "has no entry; at least one trigger word is required"
      : null,
};

const CATEGORIES = VIBELIFE_CATEGORIES.map((category) => `\`${category}\``).join(", ");

/** VibeLife V9. */
export const vibelife: DialectTable = {
  id: "vibelife",
  title: "VibeLife V9",
  sections: {
    "§2.1": [
      must("id", "text", "kebab-case, the name of the directory", KEBAB_CASE, EQUALS_DIRECTORY),
      must("name", "text", "the Chinese name, also in the level-1 heading", CHINESE),
      must("version", "text", "as `1.0.0`", SEMVER),
      must(
        "description",
        "text",
        "one sentence, then `工具：` and the names of the tools",
        LISTS_TOOLS,
        BEGINS_WITH_SENTENCE,
      ),
      must("triggers", "texts", "at least one text", HAS_ENTRY),
      must("category", "text", `one of ${CATEGORIES}`, oneOf(VIBELIFE_CATEGORIES)),
    ],
  },
  isShown: (view) => {
    const tools = view.companionYaml(TOOLS_FILE)?.map;
    const has = (key: string) => nodeAt(view.frontMatter, key) !== undefined;
    return (has("id") && has("triggers")) || (tools !== undefined && nodeAt(tools, "skill_id") !== undefined);
  },
  checks: [
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
  ],
};
