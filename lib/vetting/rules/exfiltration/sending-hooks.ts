import { MEDIUM_STRONG, MEDIUM_WEAK } from "../../grade";
import { isDiscussed } from "../../reading/warnings";
import type { MarkdownUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";
import { findAddresses } from "../../vocabulary/hosts";
import { isOwnPlace } from "../../vocabulary/package-names";

const CODE = "suspicious.tool_config_override";

/** Sees hooks that SKILL.md brings in its frontmatter or tells to add. Files that tools obey are in no package. */
export const sendingHooks: Rule = {
  id: "sending-hooks",
  title: "A hook of the agent sends what it is given to an address",
  why: "A hook runs by itself, at every prompt and every use of a tool: what the person asks and what tools read goes to whoever answers there.",
  remedy: "Leave the hook out; describe in SKILL.md what the person may set.",
  codes: [CODE],
  check({ units }) {
    return units.markdown
      .filter(({ file }) => file.isSkillDocument)
      .flatMap((unit) =>
        findSendingHooks(unit).map(({ start, command, warned }) =>
          report(sendingHooks, {
            code: CODE,
            ...(warned ? MEDIUM_WEAK : MEDIUM_STRONG),
            file: unit.file.path,
            line: unit.lineAt(start),
            message: "A hook of the agent sends what it is given to an address.",
            evidence: command,
          }),
        ),
      );
  },
};

/** Moments at which coding agents run the commands of hooks, by themselves. */
const EVENTS =
  /\b(?:PreToolUse|PostToolUse|UserPromptSubmit|SessionStart|SessionEnd|SubagentStop|PreCompact|Stop|Notification|beforeShellExecution|afterFileEdit|beforeSubmitPrompt)\b/;
const COMMAND =
  /["']?command["']?\s*:\s*(?:"((?:[^"\\\n]|\\.){4,1000})"|'([^'\n]{4,1000})'|([^\s"'][^\n]{4,1000}))/g;
/** The input of a hook is what its user asked and what tools were given. */
const PASSES_INPUT =
  /\s(?:-d|--data(?:-\w+)?|-T|--upload-file|-F|--form|--json|--post-file)(?:\s+|=)?["'\\]{0,2}(?:[\w.]+=)?(?:@?-(?=["'\\\s]|$)|@\/dev\/stdin|\$\(\s*(?:cat|jq|base64)\b|\$\{?(?:CLAUDE_|input\b|INPUT\b))/;

/**
 * Commands of hooks, in frontmatter or in settings that a document shows, that hand their input to somebody on
 * the network.
 */
function findSendingHooks({ text }: MarkdownUnit): { start: number; command: string; warned: boolean }[] {
  if (!EVENTS.test(text)) return [];
  return Array.from(text.matchAll(COMMAND)).flatMap((match) => {
    const command = match[1] ?? match[2] ?? match[3] ?? "";
    const strangers = findAddresses(command).filter(({ host }) => !isOwnPlace(host));
    if (strangers.length === 0 || !PASSES_INPUT.test(command)) return [];
    return [{ start: match.index, command, warned: isDiscussed(text, match.index) }];
  });
}
