import { checkCutTexts } from "../../cut-texts";
import {
  checkText,
  findingAt,
  quote,
  reportRequired,
  reportType,
  textAt,
  type FindingSink,
} from "../../fields";
import { isMissing, nodeAt, type MapNode, type YamlNode } from "../../yaml/node";
import type { Check } from "../dialect";
import { checkToolCard, checkToolFields, checkToolNaming } from "./vibelife-tool-fields";

export const TOOLS_FILE = "tools/tools.yaml";

/** VibeLife §4: `tools/tools.yaml`. */
export const checkToolsFile: Check = (view, report) => {
  const companion = view.companionYaml(TOOLS_FILE);
  companion?.findings.forEach(report);
  const file = companion?.map;
  if (file === undefined) return;
  checkCutTexts(file, within(report));
  const id = textAt(view.frontMatter, "id");
  checkHead(file, id, report);
  const tools = nodeAt(file, "tools");
  const path = `${TOOLS_FILE}#tools`;
  if (isMissing(tools)) reportRequired(tools, path, report);
  else if (tools.kind === "list") checkTools(tools.items, id, report);
  else reportType(tools, path, "a list of tools", report, "error");
};

/** VibeLife §4: `version: "2.0"` and the skill's own id. */
function checkHead(file: MapNode, id: string | undefined, report: FindingSink): void {
  const atFile = within(report);
  checkText(file, "version", atFile, { required: true });
  checkText(file, "skill_id", atFile, { required: true });
  const version = textAt(file, "version");
  if (version !== undefined && version !== "2.0") {
    const message = `${quote(version)} is not "2.0"`;
    atFile(
      findingAt(nodeAt(file, "version"), { severity: "error", code: "FIELD_ENUM", path: "version", message }),
    );
  }
  const skillId = textAt(file, "skill_id");
  if (skillId !== undefined && id !== undefined && skillId !== id) {
    const message = `${quote(skillId)} differs from the id ${quote(id)}`;
    atFile(
      findingAt(nodeAt(file, "skill_id"), {
        severity: "error",
        code: "FIELD_FORMAT",
        path: "skill_id",
        message,
      }),
    );
  }
}

function checkTools(items: readonly YamlNode[], id: string | undefined, report: FindingSink): void {
  const names = new Set<string>();
  items.forEach((item, index) => {
    if (item.kind !== "map") {
      reportType(item, `tools[${index}]`, "a tool (a mapping)", within(report), "error");
      return;
    }
    const atTool = within(report, `tools[${index}].`);
    checkToolFields(item, atTool);
    checkToolCard(item, id, atTool);
    checkToolNaming(item, id, atTool);
    const name = textAt(item, "name");
    if (name !== undefined && names.has(name)) {
      const message = `${quote(name)} names two tools`;
      atTool(
        findingAt(nodeAt(item, "name"), {
          severity: "error",
          code: "TOOL_DUPLICATE",
          path: "name",
          message,
        }),
      );
    }
    if (name !== undefined) names.add(name);
  });
}

/** Reports at `tools/tools.yaml#<prefix><path>`. */
function within(report: FindingSink, prefix = ""): FindingSink {
  return (finding) => report({ ...finding, path: `${TOOLS_FILE}#${prefix}${finding.path}` });
}
