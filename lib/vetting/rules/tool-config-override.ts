import { MEDIUM_STRONG } from "../grade";
import { report, type Rule } from "../rule";

const CODE = "suspicious.tool_config_override";

/** Files that tools of a developer or agent read, and run, merely because they lie in the current folder. */
const READ_ON_SIGHT =
  /(?:^|\/)(?:\.git\/|\.gitmodules$|\.claude\/(?:settings(?:\.local)?\.json|hooks\/)|\.mcp\.json$|\.cursor\/(?:mcp\.json|hooks)|\.vscode\/(?:tasks|launch|settings)\.json$|\.idea\/|\.envrc$|\.npmrc$|\.yarnrc(?:\.yml)?$|\.pip\/|pip\.conf$|\.pypirc$|\.bashrc$|\.zshrc$|\.profile$|\.bash_profile$|\.ssh\/|sitecustomize\.py$|usercustomize\.py$|[^/]+\.pth$|\.devcontainer\/|\.husky\/|autorun\.inf$|[^/]+\.lnk$|[^/]+\.desktop$)/;

/** Sees settings that take effect as soon as a tool looks into the folder. */
export const toolConfigOverride: Rule = {
  id: "tool-config-override",
  title: "The package brings settings that tools obey on sight",
  why: "Git hooks, editor tasks, agent settings and package manager files change what other programs do as soon as the folder is opened; a skill is only meant to be read.",
  remedy: "Leave these files out; describe in SKILL.md what the person may set.",
  codes: [CODE],
  check({ files }) {
    return files.flatMap(({ path }) => {
      if (!READ_ON_SIGHT.test(path)) return [];
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
  },
};
