import { isDiscussed } from "../../reading/warnings";
import type { MarkdownUnit } from "../../reading/units";
import { findAddresses } from "../../vocabulary/hosts";
import { isOwnPlace } from "../../vocabulary/package-names";

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
export function findSendingHooks({
  text,
}: MarkdownUnit): { start: number; command: string; warned: boolean }[] {
  if (!EVENTS.test(text)) return [];
  return Array.from(text.matchAll(COMMAND)).flatMap((match) => {
    const command = match[1] ?? match[2] ?? match[3] ?? "";
    const strangers = findAddresses(command).filter(({ host }) => !isOwnPlace(host));
    if (strangers.length === 0 || !PASSES_INPUT.test(command)) return [];
    return [{ start: match.index, command, warned: isDiscussed(text, match.index) }];
  });
}
