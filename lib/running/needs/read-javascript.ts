import { parse, type Node } from "acorn";
import { isKept } from "@/lib/running/needs/read-python";
import { NODE_CONNECTS } from "@/lib/running/needs/sandbox-contents";
import { lineFinder, type Import, type ReadScript } from "@/lib/running/needs/need";

/** Whatever stands in one of these may not be run. */
const SOMETIMES: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "CatchClause",
  "ConditionalExpression",
  "DoWhileStatement",
  "ForInStatement",
  "ForOfStatement",
  "ForStatement",
  "FunctionDeclaration",
  "FunctionExpression",
  "IfStatement",
  "LogicalExpression",
  "SwitchStatement",
  "WhileStatement",
]);

const WRITES = /^(appendFile|createWriteStream|mkdir|writeFile)(Sync)?$/;

/** Deeper than anybody nests; the parser itself ends before that. */
const MAX_DEPTH = 5_000;

type Plain = Node & Record<string, unknown>;

/**
 * What a JavaScript file imports, and what else of it the sandbox may lack: syntax that the parser (ECMAScript as of its
 * release) does not know is TypeScript, a fault, or newer than the runtime.
 */
export function readJavaScript(text: string): ReadScript {
  const script: ReadScript = { imports: [], needs: [], changesPath: false, makesModules: false };
  const read = parseEither(text);
  const lineOf = lineFinder(text);
  if ("fault" in read) {
    const line = lineOf(read.fault);
    script.needs.push({ code: "CALL_SYNTAX", name: quoteLine(text, line), line, sure: false });
    return script;
  }
  visit(read.program as Plain, (node, when) => {
    const line = lineOf(node.start);
    const name = importedBy(node);
    if (name !== null) {
      const dynamic = node.type === "ImportExpression";
      // What follows a promise may catch its failure.
      script.imports.push({
        name,
        members: [],
        line,
        when: dynamic && when === "always" ? "sometimes" : when,
      });
      const builtin = name.replace(/^node:/, "");
      if (NODE_CONNECTS.has(builtin) && when !== "guarded")
        script.needs.push({ code: "CALL_CONNECTS", name, line, sure: false });
    }
    if (isNamed(node["callee"], "fetch") && node.type === "CallExpression")
      script.needs.push({ code: "CALL_CONNECTS", name: "fetch", line, sure: false });
    if (isNamed(node["callee"], "WebSocket"))
      script.needs.push({ code: "CALL_CONNECTS", name: "WebSocket", line, sure: false });
    if (isNamed(node["callee"], "createRequire")) script.makesModules = true;
    const written = writtenPlace(node);
    if (written !== null) script.needs.push({ code: "CALL_FOLDER", name: written, line, sure: false });
    if (node.type === "VariableDeclaration" && /using/.test(String(node["kind"])))
      script.needs.push({ code: "CALL_SYNTAX", name: "using (Node.js 24)", line, sure: false });
  });
  script.imports.sort((a, b) => a.line - b.line);
  script.needs.sort((a, b) => a.line - b.line);
  return script;
}

function parseEither(text: string): { program: Node } | { fault: number } {
  let fault = 0;
  for (const sourceType of ["module", "script"] as const) {
    try {
      const options = { ecmaVersion: "latest", sourceType, allowHashBang: true } as const;
      return { program: parse(text, { ...options, allowReturnOutsideFunction: sourceType === "script" }) };
    } catch (error) {
      // Nested beyond the stack is a fault like any other.
      fault = error instanceof SyntaxError && "pos" in error ? Math.max(fault, Number(error.pos)) : fault;
    }
  }
  return { fault };
}

/** Goes through a tree without the stack of the process: its depth is a stranger's. */
function visit(root: Plain, seen: (node: Plain, when: Import["when"]) => void): void {
  const open: { node: Plain; when: Import["when"]; depth: number }[] = [
    { node: root, when: "always", depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, when, depth } = next;
    seen(node, when);
    if (depth >= MAX_DEPTH) continue;
    const inside = SOMETIMES.has(node.type) && when === "always" ? "sometimes" : when;
    for (const [member, value] of Object.entries(node)) {
      const caught = node.type === "TryStatement" && member === "block" && node["handler"] !== null;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) open.push({ node: child, when: caught ? "guarded" : inside, depth: depth + 1 });
    }
  }
}

const isNode = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isNamed = (value: unknown, name: string) =>
  isNode(value) && value.type === "Identifier" && value["name"] === name;

const textOf = (value: unknown): string | null =>
  isNode(value) && value.type === "Literal" && typeof value["value"] === "string" ? value["value"] : null;

/** The first argument of a call, where it is a text in plain sight. */
const firstText = ({ arguments: given }: Plain): string | null =>
  Array.isArray(given) ? textOf((given as unknown[])[0]) : null;

/** The module of `import … from "m"`, `export … from "m"`, `import("m")` and `require("m")`. */
function importedBy(node: Plain): string | null {
  if (/^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(node.type))
    return textOf(node["source"]);
  return node.type === "CallExpression" && isNamed(node["callee"], "require") ? firstText(node) : null;
}

/** The place of `fs.writeFileSync("…")` and its like, unless it is meant for that. */
function writtenPlace(node: Plain): string | null {
  const callee = node["callee"];
  if (node.type !== "CallExpression" || !isNode(callee)) return null;
  const called = callee.type === "MemberExpression" ? callee["property"] : callee;
  if (!isNode(called) || called.type !== "Identifier" || !WRITES.test(String(called["name"]))) return null;
  const place = firstText(node);
  return place === null || isKept(place) ? null : place;
}

const MAX_QUOTED = 60;
const quoteLine = (text: string, line: number) =>
  `"${(text.split("\n", line)[line - 1] ?? "").trim().slice(0, MAX_QUOTED)}"`;
