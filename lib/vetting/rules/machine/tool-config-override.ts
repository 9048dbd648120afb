import type { Finding } from "../../finding";
import { HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK } from "../../grade";
import type { SourceFile } from "../../reading/source-file";
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
    const repositories = findBareRepositories(files);
    const found = files.flatMap(({ path, text }) => {
      const configured = checkGit(path, text ?? "", repositories);
      if (configured !== null) return [configured];
      if (ONLY_NAMES.test(path) && !ACTS.test(text ?? "ACTS")) return [];
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

/** Settings that act only if they name a program, a server, an address or a permission. */
const ONLY_NAMES = /\.(?:json|toml|ya?ml)$/i;
const ACTS =
  /command|hook|server|(?<!de)script|permission|allow|apikeyhelper|statusline|\benv\b|environment|registry|url|proxy|task|shell|path|interpreter|approve|trust|install|run|exec|ACTS/i;

/** Keys by which git starts a program of the folder's choice. */
const GIT_RUNS =
  /^\s*(?:fsmonitor|hooksPath|sshCommand|pager|editor|askPass|external|textconv|gitProxy|clean|smudge|process|driver|program|uploadpack|receivepack|helper|cmd|sequence\.editor|attributesFile)\s*=\s*(?!\s*(?:true|false|less|more|cat|nano|vim?|code(?: --wait)?|osxkeychain|store|cache|manager(?:-core)?|wincred|git-lfs\s[^;|&]*)?\s*$)\S|^\s*\w+\s*=\s*"?!|^\s*\[\s*include(?:If\b[^\]]*)?\s*\]/im;
const GIT_SECTION =
  /^\s*\[\s*(?:core|alias|filter|diff|merge|include|includeIf|remote|gpg|credential|sequence)\b/im;
const GIT_CONFIG = /(?:^|\/)(?:config(?:\.worktree)?|\.?gitconfig(?:\.\w+)?)$|\.gitconfig$/;

/** Folders that git takes for a repository, whatever their name: HEAD, objects and refs lie in them. */
function findBareRepositories(files: readonly SourceFile[]): ReadonlySet<string> {
  const parts = new Map<string, Set<string>>();
  for (const { path } of files) {
    const match = /^(|.*\/)(HEAD|objects|refs|config)(?:\/.*)?$/.exec(path);
    if (match === null) continue;
    const [, folder = "", part = ""] = match;
    const known = parts.get(folder) ?? new Set<string>();
    parts.set(folder, known.add(part));
  }
  const whole = Array.from(parts).filter(
    ([, found]) => found.has("HEAD") && found.has("objects") && (found.has("refs") || found.has("config")),
  );
  return new Set(whole.map(([folder]) => folder));
}

function checkGit(path: string, text: string, repositories: ReadonlySet<string>): Finding | null {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const runs = GIT_CONFIG.test(path) && GIT_SECTION.test(text) && GIT_RUNS.test(text);
  const isHead = path === `${folder}HEAD` && repositories.has(folder);
  if (!runs && !isHead) return null;
  const message = runs
    ? "Git runs a program that this file names."
    : "The folder is a git repository, whose settings git obeys.";
  const evidence = runs ? (GIT_RUNS.exec(text)?.[0] ?? path) : path;
  const grade =
    runs && (repositories.has(folder) || /(?:^|\/)\.git\//.test(path)) ? HIGH_WEAK : MEDIUM_STRONG;
  return report(toolConfigOverride, { code: CODE, ...grade, file: path, line: 1, message, evidence });
}

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
