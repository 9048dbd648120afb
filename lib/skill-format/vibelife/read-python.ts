import { parser } from "@lezer/python";
import { plainText, type PythonOutline, REGISTERING, toolNamed, type WordRange } from "./python-outline";

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
export function readPython(source: string): PythonOutline | { fault: number } {
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
