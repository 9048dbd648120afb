import { parser } from "@lezer/python";
import { lineCounter } from "../document/lines";

export interface ToolHandler {
  tool: string;
  /** Line of the decorator, from 1. */
  line: number;
  isAsync: boolean;
  /** Names of the parameters in order; `self` of a method left out. */
  parameters: string[];
  /** Names and plain texts in the function, and in the functions of the same file it names. */
  words: ReadonlySet<string>;
}

type HandlersReading =
  | {
      ok: true;
      handlers: ToolHandler[];
      /** Names and plain texts anywhere in the file, in its order. */
      words: readonly string[];
    }
  | { ok: false; line: number };

/**
 * The functions a Python file registers with `@tool_handler("<tool>")` (VibeLife §5). The file is parsed, never run:
 * what stands in comments and texts registers nothing, and a decorator may run over several lines, sit among others,
 * on a method or in a nested block. A tool whose name is not a plain text is left out. Not `ok` where the file is not
 * Python, with the line of the first fault.
 */
export function readHandlers(source: string): HandlersReading {
  const outline = readPython(source);
  const lineOf = lineCounter(source);
  if ("fault" in outline) return { ok: false, line: lineOf(outline.fault) };
  const handlers = outline.registrations.map(({ from, definition, ...registered }) => ({
    ...registered,
    line: lineOf(from),
    words: definition === null ? new Set<string>() : wordsReachedFrom(definition, outline),
  }));
  return { ok: true, handlers, words: outline.words };
}

/** A handler may leave its work to other functions of the file. */
function wordsReachedFrom(definition: WordRange, { words: all, functions }: PythonOutline): Set<string> {
  const reached = new Map([[definition.first, definition]]);
  const words = new Set<string>();
  for (const { first, end } of reached.values()) {
    for (let at = first; at < end; at += 1) {
      const word = all[at];
      if (word === undefined || words.has(word)) continue;
      words.add(word);
      const named = functions.get(word);
      if (named !== undefined) reached.set(named.first, named);
    }
  }
  return words;
}

/** What is taken from a Python file. */
interface PythonOutline {
  /** Names and plain texts in the order of the file. */
  words: readonly string[];
  /** The words of a function, by its name; of several with one name the last. */
  functions: ReadonlyMap<string, WordRange>;
  /** What `@tool_handler("<tool>")` registers, in the order of the file. */
  registrations: readonly Registration[];
}

/** Index of the first word, and of the one behind the last. */
interface WordRange {
  first: number;
  end: number;
}

interface Registration extends Pick<ToolHandler, "tool" | "isAsync" | "parameters"> {
  /** Where the decorator stands. */
  from: number;
  /** The words of the decorated function; null for a class. */
  definition: WordRange | null;
}

/** The name of the decorator that registers a tool. */
const REGISTERING = "tool_handler";

const MAX_TOOL_CHARACTERS = 200;

/** The tool the texts of a decorator's argument name; undefined where one of them is no plain text. */
function toolNamed(texts: readonly (string | undefined)[]): string | undefined {
  const tool = texts.includes(undefined) ? "" : texts.join("");
  return tool === "" || tool.length > MAX_TOOL_CHARACTERS ? undefined : tool;
}

/** The value of a plain text as written; undefined for bytes and for escapes, which no tool name needs. */
function plainText(written: string): string | undefined {
  const text = /^([uUrR]?)("""|'''|"|')(.*)\2$/s.exec(written)?.[3];
  return text === undefined || text.includes("\\") ? undefined : text;
}

interface Range {
  from: number;
  to: number;
}

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

/**
 * Without error recovery: what is no Python ends at its first fault, which also keeps the time linear and the depth
 * of the parser's stack bounded whatever the file holds.
 */
const python = parser.configure({ strict: true });

/** Reads a Python file; gives the offset of the first fault where it is none. */
function readPython(source: string): PythonOutline | { fault: number } {
  try {
    return new TreeReader(source).read(python.parse(source).topNode);
  } catch (error) {
    return { fault: faultOffset(error) };
  }
}

const NAMES: ReadonlySet<string> = new Set(["VariableName", "PropertyName"]);

class TreeReader {
  constructor(private readonly source: string) {}

  read(root: SyntaxNode): PythonOutline {
    const words: string[] = [];
    const functions = new Map<string, WordRange>();
    const ranges = new Map<number, WordRange>();
    const decorated: SyntaxNode[] = [];
    root.cursor().iterate(
      (place) => {
        const { name } = place;
        const word = this.wordAt(place);
        if (word !== undefined) words.push(word);
        // A node is made only where one is needed: most places of a tree are looked at and left.
        else if (name === "DecoratedStatement") decorated.push(place.node);
        else if (name === "FunctionDefinition") {
          const range = { first: words.length, end: words.length };
          ranges.set(place.from, range);
          const own = place.node.getChild("VariableName");
          if (own !== null) functions.set(this.textOf(own), range);
        }
      },
      ({ name, from }) => {
        const range = name === "FunctionDefinition" ? ranges.get(from) : undefined;
        if (range !== undefined) range.end = words.length;
      },
    );
    const registrations = decorated.flatMap((statement) => this.registrations(statement, ranges));
    return { words, functions, registrations };
  }

  private wordAt(place: Range & { name: string }): string | undefined {
    if (place.name === "String") return plainText(this.textOf(place));
    return NAMES.has(place.name) ? this.textOf(place) : undefined;
  }

  private registrations(
    statement: SyntaxNode,
    ranges: ReadonlyMap<number, WordRange>,
  ): PythonOutline["registrations"] {
    const definition = statement.getChild("FunctionDefinition");
    return statement.getChildren("Decorator").flatMap((decorator) => {
      const tool = this.registeredTool(decorator);
      if (tool === undefined) return [];
      return {
        tool,
        from: decorator.from,
        isAsync: definition?.firstChild?.name === "async",
        parameters: this.parametersOf(definition),
        definition: definition && (ranges.get(definition.from) ?? null),
      };
    });
  }

  /** `tool_handler` or `registry.tool_handler`, called with a plain text. */
  private registeredTool(decorator: SyntaxNode): string | undefined {
    const names = decorator.getChildren("VariableName");
    const call = decorator.getChild("ArgList");
    if (call === null || names.length === 0 || this.textOf(names.at(-1) ?? decorator) !== REGISTERING)
      return undefined;
    const parts =
      call.getChild("ContinuedString")?.getChildren("String") ?? call.getChildren("String").slice(0, 1);
    return toolNamed(parts.map((part) => plainText(this.textOf(part))));
  }

  private parametersOf(definition: SyntaxNode | null): string[] {
    const names: string[] = [];
    const list = definition?.getChild("ParamList");
    for (let node = list?.firstChild ?? null; node !== null; node = node.nextSibling) {
      if (node.name === "VariableName" && node.prevSibling?.name !== "AssignOp")
        names.push(this.textOf(node));
    }
    return names[0] === "self" ? names.slice(1) : names;
  }

  private textOf(node: Range): string {
    return this.source.slice(node.from, node.to);
  }
}

/** The parser says where it stopped only in its message. */
function faultOffset(error: unknown): number {
  const offset = error instanceof SyntaxError ? /at (\d+)$/.exec(error.message)?.[1] : undefined;
  if (offset === undefined) throw error;
  return Number(offset);
}
