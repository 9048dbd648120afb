import type { Pipeline, ShellCommand, ShellScript } from "../../reading/shell/shell-commands";
import { isShell } from "../../reading/shell/shells";
import { readShellScript } from "../../reading/shell/read-shell-script";
import type { ShellUnit } from "../../reading/units";
import { HIGH_STRONG, MEDIUM_STRONG, type Grade } from "../../grade";
import type { Rule } from "../../rule";
import { pipelineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses, hostKind } from "../../vocabulary/hosts";
import { commandText, isFetcher, isInterpreter } from "../../vocabulary/shell-programs";

const CODE = "malicious.install_terminal_payload";

/** Sees commands that fetch and run unseen: `curl … | sh`, `sh -c "$(curl …)"`, download, chmod and run. */
export const downloadAndExecute: Rule = {
  id: "download-and-execute",
  title: "Something is downloaded and run unseen",
  why: "What a server answers can change after the review. Telling a person to paste such a line into a terminal as a prerequisite is how most attacks on skill registries worked.",
  remedy:
    "Put the code into the package, or install a pinned version from a package manager. An installer of a known project belongs into the documentation, not into a step.",
  codes: [CODE],
  check(context) {
    return reportPlaces(downloadAndExecute, context.units.shell.flatMap(checkShell));
  },
};

function checkShell(unit: ShellUnit): Place[] {
  const { script } = unit;
  const found: Place[] = [];
  const add = (commands: readonly ShellCommand[], start: number, fetched: string) => {
    const grade = gradeSource(fetched, unit);
    if (grade === null) return;
    const message = "What is downloaded is run at once, without anybody having seen it.";
    found.push({ unit, offset: start, grade, code: CODE, message, evidence: pipelineText(commands) });
  };
  for (const { commands, start } of script.pipelines) {
    const fetched = fetchedByPipe(commands) ?? fetchedBySubstitution(commands);
    if (fetched !== null) add(commands, start, fetched);
  }
  for (const { pipeline, fetched } of runsOfDownloads(script))
    add(pipeline.commands, pipeline.start, fetched);
  return found;
}

/** `curl … | sh`, also through `tee`, `gunzip`, `base64 -d` and the like. */
function fetchedByPipe(commands: readonly ShellCommand[]): string | null {
  const fetcher = commands.findIndex((command) => isFetcher(command) || bringsText(command));
  const runner = commands.findIndex((command, at) => at > fetcher && fetcher !== -1 && runsInput(command));
  const command = commands[fetcher];
  return runner === -1 || command === undefined ? null : commandText(command);
}

/** Programs that print what somebody else sends: sockets, name records, objects of a store. */
function bringsText({ name, words }: ShellCommand): boolean {
  const rest = words.slice(1).map((word) => word.text);
  if (name === "aws" || name === "gsutil" || name === "gcloud")
    return rest.includes("-") || rest.includes("cat");
  if (name === "openssl") return rest[0] === "s_client";
  return /^(?:nc|ncat|netcat|socat|telnet|dig|nslookup|host|lynx|w3m|axel|xh)$/.test(name);
}

/** An interpreter that is given no script of its own reads one from its input. */
function runsInput(command: ShellCommand): boolean {
  if (!isInterpreter(command.name)) return false;
  const first = command.words
    .slice(1)
    .find((word) => !/^-(?:s|x|e|u|l|i|-)?$|^-o$|^pipefail$/.test(word.text));
  return isShell(command.name)
    ? !command.words.some((word) => word.text === "-c")
    : first === undefined || first.text === "-" || first.text === "/dev/stdin";
}

/** `sh -c "$(curl …)"`, `eval "$(wget …)"`, `source <(curl …)`, `python3 -c "$(curl …)"`. */
function fetchedBySubstitution(commands: readonly ShellCommand[]): string | null {
  for (const command of commands) {
    if (!isInterpreter(command.name) && command.name !== "eval") continue;
    for (const word of command.words.concat(command.redirects.map(({ target }) => target))) {
      for (const { source } of word.substitutions) {
        const inner = readShellScript(source.slice(0, MAX_SUBSTITUTION)).pipelines.flatMap((pipeline) => [
          ...pipeline.commands,
        ]);
        const fetcher = inner.find(isFetcher);
        if (fetcher !== undefined) return commandText(fetcher);
      }
    }
  }
  return null;
}

const MAX_SUBSTITUTION = 2000;

/** `curl -o x …` followed by `sh x`, `./x` or `chmod +x x`. */
function runsOfDownloads(script: ShellScript): { pipeline: Pipeline; fetched: string }[] {
  const downloads = new Map<string, string>();
  const found: { pipeline: Pipeline; fetched: string }[] = [];
  for (const pipeline of script.pipelines) {
    for (const command of pipeline.commands) {
      const run = runFile(command);
      if (READS_FIRST.test(command.name))
        for (const word of command.words.slice(1)) downloads.delete(fileName(word.text));
      const fetched =
        run === null ? undefined : (downloads.get(fileName(run)) ?? downloads.get(folderOf(run)));
      if (fetched !== undefined) found.push({ pipeline, fetched });
      const cloned = command.name === "git" ? clonedFolder(command) : null;
      if (cloned !== null) downloads.set(cloned, commandText(command));
      const target = isFetcher(command) ? downloadTarget(command) : null;
      if (target !== null) downloads.set(fileName(target), commandText(command));
    }
  }
  return found;
}

/** Looking at a file, or checking its digest or signature, before running it is what we ask for. */
const READS_FIRST = /^(?:less|more|cat|bat|head|vi|vim|nano|code|sha\d+sum|shasum|gpg|minisign|cosign|diff)$/;

function downloadTarget(command: ShellCommand): string | null {
  const redirect = command.redirects.find(({ operator }) => operator.startsWith(">"));
  if (redirect !== undefined) return redirect.target.text;
  const words = command.words.map((word) => word.text);
  const flag = words.findIndex((text) =>
    /^(?:-[a-zA-Z]*[oO]|--output|--output-document|-OutFile)$/.test(text),
  );
  const named = words[flag + 1];
  const url = words.find((text) => /^https?:\/\//.test(text));
  if (flag !== -1 && named !== undefined && !/^(?:https?:|-)/.test(named)) return named;
  return url ?? null;
}

/** `git clone URL folder`, other than from the places where most code lives. */
function clonedFolder({ words }: ShellCommand): string | null {
  const [verb, ...rest] = words.slice(1).map((word) => word.text);
  const [url, folder] = rest.filter((text) => !text.startsWith("-"));
  if (verb !== "clone" || url === undefined || FORGES.test(url)) return null;
  return `${fileName(folder ?? url).replace(/\.git$/, "")}/`;
}

const FORGES =
  /^(?!\w+:)|github\.com|gitlab|bitbucket\.org|codeberg\.org|huggingface\.co|gitee\.com|googlesource\.com|[$<{]/;

/** The folder right above a file, as clonedFolder names it. */
function folderOf(path: string): string {
  const parts = path.split("/");
  return `${parts.at(-2) ?? ""}/`;
}

function fileName(path: string): string {
  return path.replace(/[?#].*$/, "").slice(path.replace(/[?#].*$/, "").lastIndexOf("/") + 1);
}

/** The file a command runs, or makes ready to run. */
function runFile(command: ShellCommand): string | null {
  const words = command.words.map((word) => word.text);
  const [program = "", first = ""] = words;
  if (/^(?:\.{1,2}|~|\$\w+|\/tmp|\/var\/tmp)\//.test(program)) return program;
  if (command.name === "chmod" && /\+.*x|^[0-7]*[1357][0-7]{0,2}$/.test(first)) return words.at(-1) ?? "";
  if (isInterpreter(command.name) && first !== "" && !first.startsWith("-")) return first;
  return null;
}

/** Well-known installers are documentation; an address without a name, or hidden behind one, is an attack. */
function gradeSource(fetched: string, unit: ShellUnit): Grade | null {
  const numbers = fetched.match(/(?<![\d./])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g) ?? [];
  const kinds = [...findAddresses(fetched), ...numbers.map((host) => ({ host, path: "" }))].map(hostKind);
  if (kinds.includes("reported") || kinds.includes("address")) return HIGH_STRONG;
  if (kinds.some((kind) => kind === "drop" || kind === "collector" || kind === "shortener"))
    return HIGH_STRONG;
  if (kinds.length > 0 && kinds.every((kind) => kind === "installer")) return null;
  if (unit.origin === "decoded") return HIGH_STRONG;
  if (
    kinds.length === 0 &&
    /\$|YOUR_|example|<[\w-]+>/i.test(fetched) &&
    unit.origin !== "script" &&
    unit.origin !== "carried"
  )
    return null;
  return MEDIUM_STRONG;
}
