import { argumentReferences, type CodeIndex, type Reference } from "../reading/code/code-index";
import type { CodeUnit, LinesUnit, ShellUnit } from "../reading/units";
import type { VettingContext } from "../rule";
import { lineText, pipelineText } from "../match-places";
import type { Permission } from "../undeclared-use";
import { isNetworkCall, isSpawningCall } from "../vocabulary/network-calls";
import { REACHES_NETWORK, SPAWNS } from "../vocabulary/other-languages";
import { isNetworkCommand } from "../vocabulary/shell-programs";

/** A place where the code does what a permission stands for. */
export interface Use {
  readonly permission: Permission;
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly evidence: string;
}

/** One for each permission and file, the first. */
export function firstUses(uses: readonly Use[]): Use[] {
  const first = new Map<string, Use>();
  for (const use of uses) {
    const key = `${use.permission} ${use.file}`;
    const known = first.get(key);
    if (known === undefined || use.line < known.line) first.set(key, use);
  }
  return Array.from(first.values());
}

/** Where code that runs reaches the network, starts programs or touches files. */
export function findUses({ units }: VettingContext): Use[] {
  const code = units.code.filter(runs).flatMap(usesOfCode);
  return code.concat(
    units.shell.filter(runs).flatMap(usesOfShell),
    units.lines.filter(runs).flatMap(usesOfLines),
  );
}

function runs({ origin }: { origin: string }): boolean {
  return origin === "script" || origin === "decoded" || origin === "embedded";
}

/** The first use of each permission says enough. */
function usesOfCode(unit: CodeUnit): Use[] {
  const { index, text, file } = unit;
  const tests: Record<Permission, (reference: Reference) => boolean> = {
    network: ({ names }) => isNetworkCall(names),
    subprocess: ({ names }) => isSpawningCall(names),
    filesystem: (reference) => isFileCall(index, reference),
  };
  return PERMISSIONS.flatMap((permission) => {
    const reference = index.references.find((each) => each.call !== null && tests[permission](each));
    if (reference === undefined) return [];
    const offset = index.tokens[reference.token]?.start ?? 0;
    const what = `${reference.written}()`;
    return [
      { permission, file: file.path, line: unit.lineAt(offset), what, evidence: lineText(text, offset) },
    ];
  });
}

/** The words of a language that is read line by line. */
function usesOfLines(unit: LinesUnit): Use[] {
  const { text, file } = unit;
  const words = [
    ["network", REACHES_NETWORK],
    ["subprocess", SPAWNS],
  ] as const;
  return words.flatMap(([permission, pattern]) => {
    const use = pattern.exec(text);
    if (use === null) return [];
    const place = { file: file.path, line: unit.lineAt(use.index), evidence: lineText(text, use.index) };
    return [{ permission, ...place, what: use[0].replace(/[\s(]+$/, "") }];
  });
}

const PERMISSIONS: readonly Permission[] = ["network", "subprocess", "filesystem"];

const FILE_CALLS =
  /^(?:open|io\.open|codecs\.open|os\.(?:open|remove|unlink|rename|replace|mkdir|makedirs|rmdir|removedirs|listdir|scandir|walk|symlink|link|chmod|chown|truncate)|shutil\.(?:copy\w*|move|rmtree|make_archive|unpack_archive)|glob\.i?glob|tempfile\.\w+|sqlite3\.connect|zipfile\.ZipFile|tarfile\.open|pandas\.read_(?:csv|excel|parquet|json)|numpy\.(?:load|save|savetxt|loadtxt)|pathlib\.Path\(\)(?:\.\w+)*\.(?:read_text|read_bytes|write_text|write_bytes|open|unlink|mkdir|rmdir|rename|touch|iterdir|glob|rglob)|(?:fs|fs\/promises|fs\.promises|fs-extra)\.(?:promises\.)?(?:readFile|writeFile|appendFile|readFileSync|writeFileSync|appendFileSync|createReadStream|createWriteStream|unlink|unlinkSync|rm|rmSync|rmdir|rmdirSync|mkdir|mkdirSync|mkdtemp|mkdtempSync|readdir|readdirSync|rename|renameSync|copyFile|copyFileSync|cp|cpSync|open|openSync|watch)|Deno\.(?:readTextFile|readFile|writeTextFile|writeFile|remove|open)|Bun\.(?:file|write))$/;
/** Its own files, standard streams and memory are no local files of the user. */
const OWN = /^(?:\/dev\/(?:stdin|stdout|stderr|null|fd\/\d)|:memory:|-)$/;
const OWN_PLACE =
  /^(?:__file__|__dirname|__filename|import\.meta\.(?:url|dirname|filename)|importlib\.resources\.\w+|HERE|ROOT|BASE_DIR|SCRIPT_DIR|SKILL_DIR|process\.stdin\.fd|sys\.stdin\.fileno)$/;

function isFileCall(index: CodeIndex, { names, call }: Reference): boolean {
  if (call === null || !names.some((name) => FILE_CALLS.test(name))) return false;
  const first = index.tokens[call.open + 1];
  if (first?.kind === "number" || (first?.kind === "string" && OWN.test(first.text))) return false;
  const own = argumentReferences(index, call).some((reference) =>
    reference.names.some((name) => OWN_PLACE.test(name)),
  );
  const receiver = index.tokens.slice(Math.max(call.chainStart, call.open - 60), call.open);
  return !own && !receiver.some((token) => token.text === "__file__");
}

function usesOfShell(unit: ShellUnit): Use[] {
  return unit.script.pipelines.flatMap(({ commands, start }) => {
    const base = { file: unit.file.path, line: unit.lineAt(start), evidence: pipelineText(commands) };
    const network = commands.find(isNetworkCommand);
    const found: Use[] = [];
    if (network !== undefined)
      found.push({ ...base, permission: "network", what: `the command ${network.name || "/dev/tcp"}` });
    if (unit.origin !== "script") return found;
    const writes = commands.find((command) =>
      command.redirects.some(
        ({ operator, target }) =>
          />/.test(operator) &&
          /^[\w./~$-]*[\w~]/.test(target.text) &&
          !/^(?:\/dev\/|\d+$|&)/.test(target.text),
      ),
    );
    const touches =
      writes ??
      commands.find(
        ({ name, words }) =>
          /^(?:rm|cp|mv|mkdir|rmdir|touch|ln|tee|install|chmod|chown|tar|unzip|zip|find|ls)$/.test(name) &&
          words.length > 1,
      );
    if (touches !== undefined)
      found.push({
        ...base,
        permission: "filesystem",
        what: touches === writes ? "a redirection into a file" : `the command ${touches.name}`,
      });
    return found;
  });
}

const READS_VARIABLE = /^(?:os\.getenv|os\.environ\.(?:get|pop))$/;
const NAMES_VARIABLE = /^(?:os\.environ|process\.env)\.([A-Za-z_]\w*)$/;
/** What every process has, and what only steers the interpreter. */
const COMMON =
  /^(?:PATH|HOME|USER|USERNAME|USERPROFILE|LOGNAME|SHELL|LANG|LC_\w+|TZ|TERM|TMPDIR|TEMP|TMP|PWD|CI|DEBUG|LOG_?LEVEL|NO_COLOR|FORCE_COLOR|COLUMNS|EDITOR|DISPLAY|NODE_ENV|NODE_OPTIONS|PYTHON\w*|VIRTUAL_ENV|XDG_\w+|INPUT_JSON|APPDATA|LOCALAPPDATA|get|copy|items|keys|values|setdefault|update|pop)$/;

/** A place where the code reads an environment variable. */
export interface ReadVariable {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly evidence: string;
}

/** Variables that the code reads, each once in a file. */
export function readVariables({ units }: VettingContext): ReadVariable[] {
  return units.code
    .filter(({ origin }) => origin === "script")
    .flatMap((unit) => {
      const seen = new Set<string>();
      return unit.index.references.flatMap((reference) => {
        const name = variableOf(unit.index, reference);
        if (name === null || COMMON.test(name) || seen.has(name)) return [];
        seen.add(name);
        const offset = unit.index.tokens[reference.token]?.start ?? 0;
        const [line, evidence] = [unit.lineAt(offset), lineText(unit.text, offset)];
        return [{ name, file: unit.file.path, line, evidence }];
      });
    });
}

function variableOf(index: CodeIndex, { names, call }: Reference): string | null {
  for (const name of names) {
    const argument = call === null ? undefined : index.tokens[call.open + 1];
    if (READS_VARIABLE.test(name) && argument?.kind === "string") return argument.text;
    const member = NAMES_VARIABLE.exec(name)?.[1];
    if (member !== undefined && call === null) return member;
  }
  return null;
}
