import type { Finding } from "../../finding";
import { MEDIUM_STRONG, MEDIUM_WEAK } from "../../grade";
import type { MarkdownUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";
import { findSendingHooks } from "../exfiltration/sending-hooks";

const CODE = "suspicious.tool_config_override";

/** Files that tools of a developer or agent read, and run, merely because they lie in the current folder. */
const READ_ON_SIGHT = new RegExp(
  [
    String.raw`(?:^|\/)(?:\.git|\.githooks|\.husky|\.idea|\.fleet|\.zed|\.devcontainer|\.ssh|\.pip|\.opencode|\.bundle)\/`,
    String.raw`(?:^|\/)\.(?:claude|gemini|codex|cursor|windsurf|continue|roo|cline|kiro)\/(?:settings(?:\.local)?\.json|hooks(?:\.json$|\/)|mcp\.json|config\.(?:toml|json|ya?ml))`,
    String.raw`(?:^|\/)hooks\/hooks\.json$|(?:^|\/)\.mcp\.json$|(?:^|\/)\.claude-plugin\/plugin\.json$`,
    String.raw`(?:^|\/)\.vscode\/(?:tasks|launch|settings|mcp)\.json$`,
    String.raw`(?:^|\/)(?:\.gitmodules|\.gitconfig|\.envrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pip\.conf|pip\.ini|\.pypirc|\.netrc|\.curlrc|\.wgetrc|bunfig\.toml|\.?mise\.toml|\.(?:cursor|windsurf|cline|goose)rules|\.github\/copilot-instructions\.md|\.(?:cursor|windsurf)\/rules\/.*)$`,
    String.raw`(?:^|\/)\.(?:bashrc|bash_profile|bash_login|zshrc|zshenv|zprofile|profile|inputrc|vimrc|nvimrc|exrc|gdbinit|lldbinit|irbrc|pryrc|rprofile|pythonrc\.py|tmux\.conf|screenrc)$`,
    String.raw`(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$|(?:^|\/)(?:autorun\.inf|desktop\.ini)$|\.(?:lnk|desktop|url|scf|library-ms)$`,
  ].join("|"),
  "i",
);

/** Most attributes of git only name kinds of files; filters and drivers name programs. */
const ATTRIBUTES = /(?:^|\/)\.gitattributes$/;
const FILTERS = /\s(?:filter|diff|merge)=(?!lfs\b|(?:text|binary|union|markdown|python|javascript)\b)\w/;

/** Sees settings that take effect as soon as a tool looks into the folder. */
export const toolConfigOverride: Rule = {
  id: "tool-config-override",
  title: "The package brings settings that tools obey on sight",
  why: "Git hooks, editor tasks, agent settings and package manager files change what other programs do as soon as the folder is opened; a skill is only meant to be read.",
  remedy: "Leave these files out; describe in SKILL.md what the person may set.",
  codes: [CODE],
  check({ files, units }) {
    const found = files.flatMap(({ path, text }) => {
      if (!READ_ON_SIGHT.test(path) && !(ATTRIBUTES.test(path) && FILTERS.test(text ?? ""))) return [];
      const message = "Programs act on this file as soon as they see the folder.";
      return [
        report(toolConfigOverride, {
          code: CODE,
          ...MEDIUM_STRONG,
          file: path,
          line: 1,
          message,
          evidence: path,
        }),
      ];
    });
    return found.concat(units.markdown.filter(({ file }) => file.isSkillDocument).flatMap(checkHooks));
  },
};

/** Hooks that SKILL.md brings in its frontmatter, or tells to add. */
function checkHooks(unit: MarkdownUnit): Finding[] {
  return findSendingHooks(unit).map(({ start, command, warned }) =>
    report(toolConfigOverride, {
      code: CODE,
      ...(warned ? MEDIUM_WEAK : MEDIUM_STRONG),
      file: unit.file.path,
      line: unit.lineAt(start),
      message: "A hook of the agent sends what it is given to an address.",
      evidence: command,
    }),
  );
}
