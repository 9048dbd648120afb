import { parser } from "@lezer/python";
import { PYTHON_CONNECTS, WRITABLE } from "@/lib/running/needs/sandbox-contents";
import { lineFinder, type Import, type ReadScript } from "@/lib/running/needs/need";

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

/** Without error recovery, so that time and depth stay bounded whatever the file holds. */
const python = parser.configure({ strict: true });

/** Whatever stands in one of these may not be run. */
const SOMETIMES: ReadonlySet<string> = new Set([
  "ForStatement",
  "FunctionDefinition",
  "IfStatement",
  "LambdaExpression",
  "MatchStatement",
  "WhileStatement",
  "WithStatement",
]);

/** Catching one of these, a script goes on without what it could not import. */
const CAUGHT = /^(ImportError|ModuleNotFoundError|Exception|BaseException)$/;

/** Syntax that not every Python in use reads, by what the tree calls it, with the first that does. */
const SINCE: ReadonlyMap<string, string> = new Map([
  ["MatchStatement", "match (Python 3.10)"],
  ["TypeDefinition", "type … = … (Python 3.12)"],
  ["TypeParamList", "[T] (Python 3.12)"],
]);

/**
 * What a Python file imports, and what else of it the sandbox may lack: syntax newer than Python 3.9 is told, as machines
 * differ. Null where the parser stops: it knows less than some Pythons do, so that nothing follows from it.
 */
export function readPythonScript(text: string): ReadScript | null {
  let root: SyntaxNode;
  try {
    root = python.parse(text).topNode;
  } catch {
    return null;
  }
  const lineOf = lineFinder(text);
  const script: ReadScript = { imports: [], needs: [], changesPath: false, makesModules: false };
  const syntax = new Set<string>();
  root.cursor().iterate((place) => {
    const { name, from } = place;
    const since = SINCE.get(name);
    if (since !== undefined && !syntax.has(since)) {
      syntax.add(since);
      script.needs.push({ code: "CALL_SYNTAX", name: since, line: lineOf(from), sure: false });
    }
    if (name === "ImportStatement") script.imports.push(...importsOf(place.node, text, lineOf(from)));
    if (name === "CallExpression") {
      const folder = writtenPlace(place.node, text);
      if (folder !== null)
        script.needs.push({ code: "CALL_FOLDER", name: folder, line: lineOf(from), sure: false });
    }
    if (name === "MemberExpression") {
      const member = text.slice(from, place.to);
      if (/^(sys\.path|site\.addsitedir)\b/.test(member)) script.changesPath = true;
      if (/^sys\.(modules|meta_path|path_hooks)\b/.test(member)) script.makesModules = true;
    }
  });
  for (const { name, line, members, when } of script.imports) {
    const parts = [name, ...members.map((member) => `${name}.${member}`)];
    const opened = parts.find((each) => PYTHON_CONNECTS.has(each));
    if (opened !== undefined && when !== "guarded")
      script.needs.push({ code: "CALL_CONNECTS", name: opened, line, sure: false });
  }
  return script;
}

/** `import a.b as c, d` and `from ..a import (b as c, d)`. */
function importsOf(statement: SyntaxNode, text: string, line: number): Import[] {
  const when = whenOf(statement, text);
  const words: string[] = [];
  for (let node = statement.firstChild; node !== null; node = node.nextSibling)
    words.push(text.slice(node.from, node.to));
  const renamed = new Set(words.flatMap((word, at) => (word === "as" ? [at, at + 1] : [])));
  const kept = words.filter((word, at) => !renamed.has(at) && word !== "(" && word !== ")");
  const from = kept[0] === "from" ? kept.indexOf("import") : 0;
  const listed = kept
    .slice(from + 1)
    .join("")
    .split(",")
    .filter(Boolean);
  if (from === 0) return listed.map((name) => ({ name, members: [], line, when }));
  return [{ name: kept.slice(1, from).join(""), members: listed.filter((each) => each !== "*"), line, when }];
}

function whenOf(statement: SyntaxNode, text: string): Import["when"] {
  let when: Import["when"] = "always";
  for (let inner = statement, node = statement.parent; node !== null; inner = node, node = node.parent) {
    if (SOMETIMES.has(node.name)) when = "sometimes";
    if (node.name !== "TryStatement") continue;
    const isFirst = inner.prevSibling?.name === "try";
    if (!isFirst) when = "sometimes";
    else if (catchesImports(node, text)) return "guarded";
  }
  return when;
}

function catchesImports(statement: SyntaxNode, text: string): boolean {
  return statement.getChildren("except").some((except) => {
    const caught = except.nextSibling;
    if (caught === null || caught.name === "Body") return true;
    const names = text.slice(caught.from, caught.to).match(/[A-Za-z_]\w*/g) ?? [];
    return names.some((name) => CAUGHT.test(name));
  });
}

/** The place of `open("…", "w")`, where it is outside of what may be written or within the package. */
function writtenPlace(call: SyntaxNode, text: string): string | null {
  const callee = call.firstChild;
  const list = call.getChild("ArgList");
  if (callee === null || list === null || text.slice(callee.from, callee.to) !== "open") return null;
  const [place, mode] = list.getChildren("String").map(({ from, to }) => plain(text.slice(from, to)));
  if (
    place === undefined ||
    mode === undefined ||
    place === null ||
    !/^[rwaxbt+]*[wax+][rwaxbt+]*$/.test(mode ?? "")
  )
    return null;
  return isKept(place) ? null : place;
}

const plain = (literal: string) =>
  /^(?:"([^"\\]*)"|'([^'\\]*)')$/
    .exec(literal)
    ?.slice(1)
    .find((part) => part !== undefined) ?? null;

/** Written to a place that is meant for it. */
export const isKept = (place: string) => WRITABLE.some((folder) => place.startsWith(folder));
