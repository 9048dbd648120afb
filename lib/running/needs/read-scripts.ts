import { lineCounter } from "@/lib/skill-format/document/lines";
import type { IssueCode } from "@/lib/skill-format/issues/issue-codes";
import { hasLongLine } from "@/lib/vetting/syntax/long-lines";
import {
  childIn,
  MAX_LINE,
  namedChildren,
  parseSource,
  walkTree,
  type SyntaxNode,
  type SyntaxTree,
} from "@/lib/vetting/syntax/parsers";
import { NODE_CONNECTS, PROGRAMS, PYTHON_CONNECTS, SHELL_BUILTINS, WRITABLE } from "./sandbox-contents";

/** What a script asks for that the sandbox may lack. */
export interface Need {
  code: Extract<IssueCode, "CALL_MODULE" | "CALL_PROGRAM" | "CALL_SYNTAX" | "CALL_FOLDER" | "CALL_CONNECTS">;
  /** A module, program, folder or piece of syntax. */
  name: string;
  /** File of the package, and its line from 1. */
  file: string;
  line: number;
  /** Every run comes to it, so that no call can succeed. Otherwise only a run can tell. */
  sure: boolean;
}

/** A module that a script imports. */
export interface Import {
  /** As written: `lib.parse`, `.parse`, `./parse.mjs`, `lodash`. */
  name: string;
  /** Names taken out of it, which may be modules of a Python package; none elsewhere. */
  members: string[];
  line: number;
  /**
   * `always`: nothing can keep a run from it. `sometimes`: within a function or a condition. `guarded`: the script goes
   * on without it.
   */
  when: "always" | "sometimes" | "guarded";
}

/** One script as far as calls depend on it. */
export interface ReadScript {
  imports: Import[];
  needs: Omit<Need, "file">[];
  /** It changes where modules are looked for: any folder of the package may be one. */
  changesPath: boolean;
  /** It makes modules itself, so that nothing follows from one that is not there. */
  makesModules: boolean;
}

/** A script while it is read; a need is noted where its node stands. */
class Reading implements ReadScript {
  readonly imports: Import[] = [];
  readonly needs: Omit<Need, "file">[] = [];
  changesPath = false;
  makesModules = false;
  readonly #text: string;
  /** Its long lines are broken before they are parsed, so that nothing is sure. */
  readonly isBroken: boolean;
  /** From 1. */
  readonly lineOf: (offset: number) => number;

  constructor(text: string) {
    this.#text = text;
    this.isBroken = hasLongLine(text, MAX_LINE);
    this.lineOf = lineCounter(text);
  }

  note(code: Need["code"], name: string, { start }: Pick<SyntaxNode, "start">): void {
    this.needs.push({ code, name, line: this.lineOf(start), sure: false });
  }

  textOf({ start, end }: SyntaxNode): string {
    return this.#text.slice(start, end);
  }

  /** Names of modules and their parts may have white space within. */
  nameOf(node: SyntaxNode): string {
    return this.textOf(node).replace(/\s+/g, "");
  }

  quoteLine(line: number): string {
    return `"${(this.#text.split("\n", line)[line - 1] ?? "").trim().slice(0, MAX_QUOTED)}"`;
  }

  /** A plain text in quotes, without escapes; null for anything else. */
  plainText(node: SyntaxNode | undefined): string | null {
    const [, double, single] =
      (node?.type === "string" && /^(?:"([^"\\]*)"|'([^'\\]*)')$/.exec(this.textOf(node))) || [];
    return double ?? single ?? null;
  }
}

const MAX_QUOTED = 60;

/** Written to a place that is meant for it. */
const isWritable = (place: string) => WRITABLE.some((folder) => place.startsWith(folder));

type Languages = "python" | "javascript";

/** Deeper than anybody nests. The parser takes seconds for some hundred thousand open brackets. */
const MAX_NESTED = 1_000;

/** Null where nothing follows from a fault: the long lines of the text were broken, perhaps within a word. */
function parse(text: string, language: Languages): SyntaxTree | null {
  let open = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\](){}]/g)) {
    open = Math.max(0, open + ("[({".includes(bracket) ? 1 : -1));
    if (open > MAX_NESTED) return { ...parseSource("", language), fault: index };
  }
  const tree = parseSource(text, language);
  return tree.fault !== null && hasLongLine(text, MAX_LINE) ? null : tree;
}

/** Whatever stands in one of these may not be run. */
const SOMETIMES: Readonly<Record<Languages, ReadonlySet<string>>> = {
  python: new Set(
    `for_statement function_definition if_statement lambda match_statement while_statement
     with_statement`.split(/\s+/),
  ),
  javascript: new Set(
    `arrow_function catch_clause do_statement for_in_statement for_statement function_declaration function_expression
     generator_function generator_function_declaration if_statement method_definition switch_statement
     ternary_expression while_statement`.split(/\s+/),
  ),
};

const isLogical = ({ type, children }: SyntaxNode) =>
  type === "binary_expression" && children.some((child) => /^(&&|\|\||\?\?)$/.test(child.type));

/** When a run comes to a node, by what it stands in. `catches` says whether a try goes on without what fails in it. */
function whenOf(
  node: SyntaxNode,
  { isBroken }: Reading,
  language: Languages,
  catches: (tried: SyntaxNode) => boolean,
): Import["when"] {
  let when: Import["when"] = isBroken ? "sometimes" : "always";
  for (let inner = node, outer = node.parent; outer !== null; inner = outer, outer = outer.parent) {
    if (SOMETIMES[language].has(outer.type) || isLogical(outer)) when = "sometimes";
    if (outer.type !== "try_statement") continue;
    if (inner.field === "body") {
      if (catches(outer)) return "guarded";
    } else if (language === "python") when = "sometimes";
  }
  return when;
}

/** Names of programs are written so. */
const PROGRAM_NAME = /^[a-z][a-z0-9._+-]*$/;
/** What asks whether a program is there. */
const ASKS = new Set(["command", "which", "type", "hash"]);

/** Programs that a shell script starts and the sandbox lacks, unless it asks whether they are there. Never sure. */
export function readShell(text: string): ReadScript {
  const reading = new Reading(text);
  const nodes = [...walkTree(parseSource(text, "bash").root)];
  const commands = nodes.flatMap((node) => {
    const name = node.type === "command" ? childIn(node, "name") : null;
    return name ? [{ node, name, program: reading.textOf(name) }] : [];
  });
  const known = new Set([...PROGRAMS, ...SHELL_BUILTINS]);
  for (const node of nodes) {
    const name = node.type === "function_definition" && childIn(node, "name");
    if (name) known.add(reading.textOf(name));
  }
  for (const { node, program } of commands)
    if (ASKS.has(program)) for (const each of namedChildren(node)) known.add(reading.textOf(each));
  for (const { name, program } of commands) {
    if (!PROGRAM_NAME.test(program) || known.has(program)) continue;
    known.add(program);
    reading.note("CALL_PROGRAM", program, name);
  }
  return reading;
}

const WRITES = /^(appendFile|createWriteStream|mkdir|writeFile)(Sync)?$/;

/** Syntax that no Node.js reads, or not every one in use. */
const FOREIGN_SYNTAX = /^(jsx_element|jsx_self_closing_element|decorator)$/;

/**
 * What a JavaScript file imports, and what else of it the sandbox may lack: syntax that is not JavaScript is
 * TypeScript, a fault, or newer than the runtime.
 */
export function readJavaScript(text: string): ReadScript {
  const reading = new Reading(text);
  const tree = parse(text, "javascript");
  if (tree === null) return reading;
  const { root, fault } = tree;
  const nodes = fault === null ? [...walkTree(root)] : [];
  const foreign = fault ?? nodes.find(({ type }) => FOREIGN_SYNTAX.test(type))?.start;
  if (foreign !== undefined) {
    reading.note("CALL_SYNTAX", reading.quoteLine(reading.lineOf(foreign)), { start: foreign });
    return reading;
  }
  for (const node of nodes) {
    noteImport(node, reading);
    if (node.type === "using_declaration") reading.note("CALL_SYNTAX", "using (Node.js 24)", node);
    const callee = calleeOf(node);
    if (callee === null) continue;
    const named = callee.type === "identifier" ? reading.textOf(callee) : "";
    if (named === "WebSocket" || (named === "fetch" && node.type === "call_expression"))
      reading.note("CALL_CONNECTS", named, node);
    if (named === "createRequire") reading.makesModules = true;
    const called = callee.type === "member_expression" ? childIn(callee, "property") : callee;
    const place = called && WRITES.test(reading.textOf(called)) ? firstText(node, reading) : null;
    if (place !== null && !isWritable(place)) reading.note("CALL_FOLDER", place, node);
  }
  return reading;
}

const calleeOf = (node: SyntaxNode) =>
  node.type === "call_expression" || node.type === "new_expression"
    ? (childIn(node, "function") ?? childIn(node, "constructor"))
    : null;

/** The first argument of a call, where it is a text in plain sight. */
function firstText(call: SyntaxNode, reading: Reading): string | null {
  const given = childIn(call, "arguments");
  return given && reading.plainText(namedChildren(given)[0]);
}

/** The module of `import … from "m"`, `export … from "m"`, `import("m")` and `require("m")`. */
function noteImport(node: SyntaxNode, reading: Reading): void {
  const callee = node.type === "call_expression" ? childIn(node, "function") : null;
  const isDynamic = callee?.type === "import";
  const isRequire = callee?.type === "identifier" && reading.textOf(callee) === "require";
  const isStatic = node.type === "import_statement" || node.type === "export_statement";
  const source = isStatic ? reading.plainText(childIn(node, "source") ?? undefined) : null;
  const name = isDynamic || isRequire ? firstText(node, reading) : source;
  if (name === null) return;
  const found = whenOf(node, reading, "javascript", (tried) => childIn(tried, "handler") !== null);
  // What follows a promise may catch its failure.
  const when = isDynamic && found === "always" ? "sometimes" : found;
  reading.imports.push({ name, members: [], line: reading.lineOf(node.start), when });
  if (NODE_CONNECTS.has(name.replace(/^node:/, "")) && when !== "guarded")
    reading.note("CALL_CONNECTS", name, node);
}

/** Catching one of these, a script goes on without what it could not import. */
const CAUGHT = /\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/;

/** Syntax that not every Python in use reads, by what the tree calls it, with the first that does. */
const SINCE: ReadonlyMap<string, string> = new Map([
  ["match_statement", "match (Python 3.10)"],
  ["type_alias_statement", "type … = … (Python 3.12)"],
]);

/**
 * What a Python file imports, and what else of it the sandbox may lack: syntax newer than Python 3.9 is told, as
 * machines differ. Null where it is not Python as the parser knows it: it knows less than some Pythons do, so that
 * nothing follows.
 */
export function readPythonScript(text: string): ReadScript | null {
  const tree = parse(text, "python");
  if (tree === null || tree.fault !== null) return null;
  const reading = new Reading(text);
  const told = new Set<string>();
  for (const node of walkTree(tree.root)) {
    const since = node.field === "type_parameters" ? "[T] (Python 3.12)" : SINCE.get(node.type);
    if (since !== undefined && !told.has(since)) {
      told.add(since);
      reading.note("CALL_SYNTAX", since, node);
    }
    reading.imports.push(...importsOf(node, reading));
    const folder = node.type === "call" ? openedPlace(node, reading) : null;
    if (folder !== null) reading.note("CALL_FOLDER", folder, node);
    if (node.type !== "attribute") continue;
    const member = reading.textOf(node);
    if (/^(sys\.path|site\.addsitedir)\b/.test(member)) reading.changesPath = true;
    if (/^sys\.(modules|meta_path|path_hooks)\b/.test(member)) reading.makesModules = true;
  }
  for (const { name, line, members, when } of reading.imports) {
    const parts = [name, ...members.map((member) => `${name}.${member}`)];
    const opened = parts.find((each) => PYTHON_CONNECTS.has(each));
    if (opened !== undefined && when !== "guarded")
      reading.needs.push({ code: "CALL_CONNECTS", name: opened, line, sure: false });
  }
  return reading;
}

/** `import a.b as c, d` and `from ..a import (b as c, d)`. */
function importsOf(statement: SyntaxNode, reading: Reading): Import[] {
  if (statement.type !== "import_statement" && statement.type !== "import_from_statement") return [];
  const from = childIn(statement, "module_name");
  const names = statement.children
    .filter(({ field }) => field === "name")
    .map((each) => reading.nameOf(childIn(each, "name") ?? each));
  const common = {
    line: reading.lineOf(statement.start),
    when: whenOf(statement, reading, "python", (tried) =>
      tried.children.some((each) => catchesImports(each, reading)),
    ),
  };
  if (from === null) return names.map((name) => ({ name, members: [], ...common }));
  return [{ name: reading.nameOf(from), members: names, ...common }];
}

/** Whatever is caught without a name is caught too. */
function catchesImports(clause: SyntaxNode, reading: Reading): boolean {
  if (!/^except(_group)?_clause$/.test(clause.type)) return false;
  const [caught] = namedChildren(clause);
  return caught === undefined || caught.type === "block" || CAUGHT.test(reading.textOf(caught));
}

/** The place of `open("…", "w")`, where it is outside of what may be written or within the package. */
function openedPlace(call: SyntaxNode, reading: Reading): string | null {
  const [callee, list] = [childIn(call, "function"), childIn(call, "arguments")];
  if (callee === null || list === null || reading.textOf(callee) !== "open") return null;
  const texts = namedChildren(list).map((each) => childIn(each, "value") ?? each);
  const [place, mode] = texts.filter(({ type }) => type === "string").map((each) => reading.plainText(each));
  const isWritten = /^[rwaxbt+]*[wax+][rwaxbt+]*$/.test(mode ?? "");
  return place === undefined || place === null || !isWritten || isWritable(place) ? null : place;
}
