import {
  checkSource,
  type SourceCheck,
  type RefsAnswer,
  type RemoteRefs,
} from "@/lib/registry/provenance/check-source";
import { checkSkill } from "@/lib/skill-format";
import { EXIT, type Command, type CommandContext } from "../command";
import { forEachSkill, type OpenedSkill } from "../open-skills";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";

const help = `Usage: emporion check-source PATH... [--format text|json]

Asks the repository a skill names in source_url whether source_hash is the tip of one
of its branches or tags, as git ls-remote would. A tip proves that the repository has
the commit, not that the package was made from it.

PATH is a skill's directory, its SKILL.md, a .skill archive, or a directory that
holds skills. It uses the network: over https, to
public addresses only, without any password, for at most 15 seconds and 8 MB for each
repository, which is asked once however many skills name it.

  tip           the commit is the tip of the named branches and tags
  unknown       the repository answers, and none of them stands there: an older
                commit, or none of this repository
  unreachable   nothing was learned: no answer, no git server, nothing for everybody
  not_declared  the skill has no source_url or no source_hash
  malformed     one of the two breaks the rules of Skill Metadata v1.0 (3.3, 3.4)

  --format FORMAT   text (default), or json: one JSON object a line

Exit code: 0 every skill is at a tip, 1 one is not, 2 wrong usage, 3 a repository
cannot be reached, or a path not read.`;

/** `emporion check-source`. */
export const command: Command = {
  help,
  async run(args, context) {
    const options = { format: { type: "string" } } as const;
    const { values, positionals } = parseOptions(args, options, { min: 1, name: "PATH" });
    const format = chooseOption("format", values.format, ["text", "json"]);
    const remote = askOnce(context.remoteRefs);
    return forEachSkill(positionals, context, async (skill) => {
      const check = await checkOpened(skill, remote);
      print(skill.label, check, format, context);
      return codeOf(check);
    });
  },
};

function checkOpened({ files }: OpenedSkill, remote: RemoteRefs): Promise<SourceCheck> {
  const { provenance } = checkSkill({ files, dialects: ["metadata"] }).manifest;
  return checkSource(provenance, remote);
}

/** Skills of one collection name one repository. */
function askOnce(remote: RemoteRefs): RemoteRefs {
  const answers = new Map<string, Promise<RefsAnswer>>();
  return {
    list(url) {
      const answer = answers.get(url) ?? remote.list(url);
      answers.set(url, answer);
      return answer;
    },
  };
}

function print(label: string, check: SourceCheck, format: "text" | "json", { stdout }: CommandContext): void {
  if (format === "json") printJson(stdout, { path: label, ...check });
  else printLine(stdout, `${label}: ${check.state}: ${describe(check)}`);
}

function describe(check: SourceCheck): string {
  switch (check.state) {
    case "tip":
      return `${check.refs.join(", ")} of ${check.repository}`;
    case "unknown":
      return `none of the ${check.refsSeen} branches and tags of ${check.repository} stands at this commit`;
    case "unreachable":
      return `${check.repository}: ${check.message}`;
    case "not_declared":
      return `no ${check.missing.join(" and no ")}`;
    case "malformed":
      return check.field === "source_url"
        ? "source_url is not an https:// URL with a host"
        : "source_hash is not a commit hash of 40 hexadecimal digits";
  }
}

function codeOf({ state }: SourceCheck): number {
  if (state === "tip") return EXIT.ok;
  return state === "unreachable" ? EXIT.input : EXIT.found;
}
