import type { VettingContext } from "../rule";
import { looksLikeCommand } from "../reading/embedded/embedded-commands";
import { findAddresses } from "../vocabulary/hosts";
import { isNetworkCall, isSpawningCall } from "../vocabulary/network-calls";
import { argumentStrings } from "../reading/code/code-index";
import type { Contact, Use } from "./picture";
import type { Purpose } from "./purpose";

export interface Uses {
  readonly contacts: readonly Contact[];
  readonly reads: readonly Use[];
  readonly runs: readonly Use[];
  readonly changes: readonly Use[];
}

const RUN = /^(?:script|embedded|decoded|carried|skill|followed)$/;
const READS =
  /(?:^|\.)(?:open|read_text|read_bytes|readFile|readFileSync|createReadStream|listdir|glob|rglob|walk|readdir|readdirSync)$/;
const CHANGES =
  /(?:^|\.)(?:write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|rmtree|remove|unlink|unlinkSync|rm|rmSync|rename|renameSync|mkdir|mkdirSync|makedirs|copyfile|copy2|move|chmod)$/;
const ENVIRONMENT = /^(?:os\.environ|process\.env)\.([A-Z]\w*)$/;
const READS_VARIABLE = /^(?:os\.getenv|os\.environ\.get)$/;
const SHELL_READS = /^(?:cat|head|tail|less|grep|awk|sed|source|jq|xxd|base64|pbpaste|find|ls)$/;
const SHELL_CHANGES = /^(?:rm|mv|cp|chmod|chown|tee|touch|mkdir|ln|truncate|dd|install|unzip|tar)$/;
const MAX_EACH = 400;

/** What a package contacts, reads, runs and changes, without a judgement. */
export function readUses({ units }: Pick<VettingContext, "units">, purpose: Purpose): Uses {
  const contacts = new Map<string, Contact>();
  const lists = {
    reads: new Map<string, Use>(),
    runs: new Map<string, Use>(),
    changes: new Map<string, Use>(),
  };
  const note = (list: keyof typeof lists, what: string, file: string, line: number) => {
    const shown = what.slice(0, 80);
    const key = `${file}\n${shown}`;
    if (shown !== "" && !lists[list].has(key) && lists[list].size < MAX_EACH)
      lists[list].set(key, { what: shown, file, line });
  };
  const meet = (text: string, file: string, line: number) => {
    for (const { host } of findAddresses(text)) {
      if (!/^[\w.[\]:-]+\.[\w.[\]:-]+$/.test(host) || contacts.has(host) || contacts.size >= MAX_EACH)
        continue;
      contacts.set(host, { host, file, line, isExpected: purpose.expects(host) });
    }
  };
  for (const unit of units.code) {
    const { index, file, origin } = unit;
    if (!RUN.test(origin)) continue;
    const reaches = index.references.some(({ call, names }) => call !== null && isNetworkCall(names));
    if (reaches)
      for (const token of index.tokens)
        if (token.kind === "string" && token.text.includes("://"))
          meet(token.text, file.path, unit.lineAt(token.start));
    for (const { call, names, token, written } of index.references) {
      const line = () => unit.lineAt(index.tokens[token]?.start ?? 0);
      const variable = names.map((name) => ENVIRONMENT.exec(name)?.[1]).find((name) => name !== undefined);
      if (variable !== undefined) note("reads", `$${variable}`, file.path, line());
      if (call === null) continue;
      const list = listOf(names, written);
      if (list === null) continue;
      const first = argumentStrings(index, call)[0] ?? "";
      const isVariable = names.some((name) => READS_VARIABLE.test(name));
      note(list, isVariable ? `$${first}` : first === "" ? `${written}()` : first, file.path, line());
    }
  }
  for (const unit of units.shell) {
    const { script, file, origin } = unit;
    if (!RUN.test(origin)) continue;
    const own = new Set(Array.from(unit.text.matchAll(FUNCTION), ([, name = ""]) => name));
    for (const { commands, start } of script.pipelines) {
      for (const { name, words } of commands) {
        const rest = words.slice(1).map(({ text }) => text);
        if (own.has(name) || !isProgram(name, rest, file.language === "markdown")) continue;
        const target = placeOf(name, rest);
        note("runs", name, file.path, unit.lineAt(start));
        if (SHELL_READS.test(name)) note("reads", target, file.path, unit.lineAt(start));
        if (SHELL_CHANGES.test(name)) note("changes", target, file.path, unit.lineAt(start));
        if (/^(?:curl|wget|http|scp|rsync|ssh|git|nc|fetch)$/.test(name))
          meet(rest.join(" "), file.path, unit.lineAt(start));
      }
    }
  }
  const all = (map: ReadonlyMap<string, Use>) => Array.from(map.values());
  return {
    contacts: Array.from(contacts.values()),
    reads: all(lists.reads),
    runs: all(lists.runs),
    changes: all(lists.changes),
  };
}

/** A function of the script itself. */
const FUNCTION = /^[ \t]*(?:function[ \t]+)?([\w-]{1,60})[ \t]*\(\)/gm;
const PROGRAM = /^[a-z][\w.+-]{1,39}$/;
/** Words of the shell itself, which start no program. */
const SHELL_WORDS =
  /^(?:alias|break|case|cd|continue|declare|do|done|echo|elif|else|esac|eval|exec|exit|export|false|fi|for|function|getopts|if|in|let|local|printf|pwd|read|readonly|return|set|shift|shopt|source|test|then|trap|true|type|typeset|ulimit|umask|unset|until|wait|while)$/;

/** In a document the words of a drawing or a list stand in fences too: a program there is known, or has arguments. */
const isProgram = (name: string, rest: readonly string[], isDocument: boolean) =>
  PROGRAM.test(name) &&
  !SHELL_WORDS.test(name) &&
  (!isDocument ||
    looksLikeCommand(name) ||
    rest.some((word) => /^-{1,2}\w|^[\w~$.-]*\/|\.\w{2,5}$/.test(word)));

/** Their first argument is what they look for or do, and no place. */
const FIRST_IS_NO_PLACE = /^(?:grep|awk|sed|jq|chmod|chown|tar)$/;

/** What a command reads or changes; "" for one that only passes on what it is given. */
function placeOf(name: string, rest: readonly string[]): string {
  const plain = rest.filter((word) => !/^-|^\d+$|^\.$|^\$\d$/.test(word));
  return plain[FIRST_IS_NO_PLACE.test(name) ? 1 : 0] ?? "";
}

function listOf(names: readonly string[], written: string): "reads" | "runs" | "changes" | null {
  if (isSpawningCall(names)) return "runs";
  if (READS.test(written) || names.some((name) => READS_VARIABLE.test(name))) return "reads";
  return CHANGES.test(written) ? "changes" : null;
}
