import { parser } from "@lezer/python";
import { lineCounter } from "../document/line-counter";

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

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

export type HandlersReading =
  | {
      ok: true;
      handlers: ToolHandler[];
      /** Names and plain texts anywhere in the file. */
      words: ReadonlySet<string>;
    }
  | { ok: false; line: number };

/**
 * Without error recovery: what is no Python ends at its first fault, which also keeps the time linear and the depth
 * of the parser's stack bounded whatever the file holds.
 */
const python = parser.configure({ strict: true });

/**
 * The functions a Python file registers with `@tool_handler("<tool>")` (R-003-38). The file is parsed, never run: what
 * stands in comments and texts registers nothing, and a decorator may run over several lines, sit among others, on a
 * method or in a nested block. A tool whose name is not a plain text is left out. Not `ok` where the file is not
 * Python, with the line of the first fault.
 */
export function readHandlers(source: string): HandlersReading {
  let root: SyntaxNode;
  try {
    root = python.parse(source).topNode;
  } catch (error) {
    return { ok: false, line: lineCounter(source)(faultOffset(error)) };
  }
  const file = new PythonFile(source, root);
  return { ok: true, handlers: file.handlers(), words: file.wordsIn(root) };
}

const NAMES: ReadonlySet<string> = new Set(["VariableName", "PropertyName"]);

interface Range {
  from: number;
  to: number;
}

class PythonFile {
  private readonly lineOf: (offset: number) => number;
  private readonly functions = new Map<string, SyntaxNode>();
  private readonly decorated: SyntaxNode[] = [];
  /** Names and plain texts where they stand, in the order of the file. */
  private readonly words: { word: string; from: number }[] = [];

  constructor(
    private readonly source: string,
    root: SyntaxNode,
  ) {
    this.lineOf = lineCounter(source);
    root.cursor().iterate((place) => {
      const { name } = place;
      const word = this.wordAt(place);
      if (word !== undefined) this.words.push({ word, from: place.from });
      // A node is made only where one is needed: most places of a tree are looked at and left.
      else if (name === "DecoratedStatement") this.decorated.push(place.node);
      else if (name === "FunctionDefinition") {
        const own = place.node.getChild("VariableName");
        if (own !== null) this.functions.set(this.textOf(own), place.node);
      }
    });
  }

  wordsIn({ from, to }: Range): Set<string> {
    const words = new Set<string>();
    for (let at = this.firstWordFrom(from); at < this.words.length; at += 1) {
      const each = this.words[at];
      if (each === undefined || each.from >= to) break;
      words.add(each.word);
    }
    return words;
  }

  /** Index of the first word at or behind an offset, found by halving: a file may hold a handler on every line. */
  private firstWordFrom(offset: number): number {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.words[middle]?.from ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private wordAt(place: Range & { name: string }): string | undefined {
    if (place.name === "String") return this.literal(place);
    return NAMES.has(place.name) ? this.textOf(place) : undefined;
  }

  handlers(): ToolHandler[] {
    return this.decorated.flatMap((statement) => {
      const definition = statement.getChild("FunctionDefinition");
      return statement.getChildren("Decorator").flatMap((decorator): ToolHandler[] => {
        const tool = this.registeredTool(decorator);
        if (tool === undefined) return [];
        return [
          {
            tool,
            line: this.lineOf(decorator.from),
            isAsync: definition?.firstChild?.name === "async",
            parameters: this.parametersOf(definition),
            words: definition === null ? new Set() : this.wordsReachedFrom(definition),
          },
        ];
      });
    });
  }

  /** `tool_handler` or `registry.tool_handler`, called with a plain text. */
  private registeredTool(decorator: SyntaxNode): string | undefined {
    const names = decorator.getChildren("VariableName");
    const call = decorator.getChild("ArgList");
    if (call === null || names.length === 0 || this.textOf(names.at(-1) ?? decorator) !== "tool_handler")
      return undefined;
    const parts =
      call.getChild("ContinuedString")?.getChildren("String") ?? call.getChildren("String").slice(0, 1);
    const texts = parts.map((part) => this.literal(part));
    const tool = texts.includes(undefined) ? "" : texts.join("");
    return tool === "" || tool.length > 200 ? undefined : tool;
  }

  /** The value of a plain text; undefined for bytes and for escapes, which no tool name needs. */
  private literal(node: Range): string | undefined {
    const match = /^([uUrR]?)("""|'''|"|')(.*)\2$/s.exec(this.textOf(node));
    const text = match?.[3];
    return text === undefined || text.includes("\\") ? undefined : text;
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

  /** A handler may leave its work to other functions of the file. */
  private wordsReachedFrom(definition: SyntaxNode): Set<string> {
    const reached = new Set([definition]);
    const words = new Set<string>();
    for (const each of reached) {
      for (const word of this.wordsIn(each)) {
        words.add(word);
        const named = this.functions.get(word);
        if (named !== undefined) reached.add(named);
      }
    }
    return words;
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
