import { ExpressionReader } from "./simple-expressions";
import {
  plainText,
  REGISTERING,
  toolNamed,
  type PythonOutline,
  type WordRange,
  type Registration,
} from "./python-outline";
import { TOKEN, tokenisePython, type PythonToken } from "./python-tokens";

/**
 * Reads the simple Python most handlers are written in: imports, functions, conditions, loops, assignments and calls,
 * without classes, comprehensions and formatted texts. Null for anything else, also for what is no Python: then the
 * full reader decides. What it gives is exactly what the full reader gives, at a fraction of the time.
 */
export function readSimplePython(source: string): PythonOutline | null {
  const tokens = tokenisePython(source);
  return tokens === null ? null : new StatementReader(tokens).read();
}

/** Each method takes what it is named after, and gives false where the simple grammar ends. */
class StatementReader extends ExpressionReader {
  private readonly words: string[] = [];
  /** How many words stand before each token. */
  private readonly wordsBefore: Uint16Array;
  private readonly functions = new Map<string, WordRange>();
  private readonly registrations: Registration[] = [];

  constructor(tokens: readonly PythonToken[]) {
    super(tokens);
    this.wordsBefore = new Uint16Array(tokens.length);
    tokens.forEach(({ kind, text }, index) => {
      this.wordsBefore[index] = this.words.length;
      const word = kind === TOKEN.name ? text : kind === TOKEN.text ? plainText(text) : undefined;
      if (word !== undefined) this.words.push(word);
    });
  }

  read(): PythonOutline | null {
    const first = this.token();
    // a file without a statement is a rare thing
    if (first.kind === TOKEN.end) return null;
    while (this.token().kind !== TOKEN.end) if (!this.statement()) return null;
    return { words: this.words, functions: this.functions, registrations: this.registrations };
  }

  private statement(): boolean {
    const { kind, text } = this.token();
    if (kind === TOKEN.sign && text === "@") return this.decorated();
    if (kind === TOKEN.keyword && COMPOUND.has(text)) return this.compound(text);
    return this.simpleStatement() && this.skip(TOKEN.lineEnd);
  }

  private compound(keyword: string): boolean {
    if (keyword === "def" || keyword === "async") return this.definition() !== null;
    this.next();
    if (keyword === "try") return this.suite() && this.handlers();
    if (keyword === "for") {
      if (!this.targets() || !this.takeKeyword("in") || !this.test() || !this.suite()) return false;
      return this.branches(["else"]);
    }
    if (!this.test() || !this.suite()) return false;
    return this.branches(keyword === "if" ? ["elif", "else"] : ["else"]);
  }

  private branches(keywords: readonly string[]): boolean {
    for (const keyword of keywords) {
      while (this.isKeyword(keyword)) {
        this.next();
        if (keyword === "elif" && !this.test()) return false;
        if (!this.suite()) return false;
        if (keyword === "else") break;
      }
    }
    return true;
  }

  /** At least one `except`, each with a class and perhaps a name; perhaps `finally`. */
  private handlers(): boolean {
    if (!this.isKeyword("except")) return false;
    while (this.takeKeyword("except")) {
      if (!this.test() || (this.takeKeyword("as") && !this.skip(TOKEN.name)) || !this.suite()) return false;
    }
    return !this.takeKeyword("finally") || this.suite();
  }

  private suite(): boolean {
    if (!this.takeSign(":") || !this.skip(TOKEN.lineEnd) || !this.skip(TOKEN.indent)) return false;
    if (!this.enter()) return false;
    while (!this.skip(TOKEN.dedent)) if (!this.statement()) return false;
    this.leave();
    return true;
  }

  private decorated(): boolean {
    const pending: { tool: string; from: number }[] = [];
    // a decorated function inside comes later in the file
    const place = this.registrations.length;
    for (let first = this.token(); this.takeSign("@"); first = this.token()) {
      const tool = this.decorator();
      if (tool === null || this.token().isApart) return false;
      if (tool !== undefined) pending.push({ tool, from: first.from });
    }
    const definition = this.definition();
    if (definition === null) return false;
    this.registrations.splice(place, 0, ...pending.map((each) => ({ ...each, ...definition })));
    return true;
  }

  /** The tool a decorator registers, undefined when it is another one; null where the simple grammar ends. */
  private decorator(): string | null | undefined {
    let name = "";
    do {
      name = this.token().text;
      if (!this.skip(TOKEN.name)) return null;
    } while (this.takeSign("."));
    const texts = this.isSign("(") ? this.callArguments() : [];
    if (texts === null || !this.skip(TOKEN.lineEnd)) return null;
    return name === REGISTERING ? namedBy(texts) : undefined;
  }

  private definition(): Omit<Registration, "tool" | "from"> | null {
    const first = this.wordsBefore[this.at] ?? 0;
    const isAsync = this.takeKeyword("async");
    if (!this.takeKeyword("def")) return null;
    const name = this.token().text;
    if (!this.skip(TOKEN.name)) return null;
    const parameters = this.parameters();
    if (parameters === null || (this.takeSign("->") && !this.test())) return null;
    // of two functions with one name the later one counts, and one inside stands behind its own
    const range = { first, end: first };
    this.functions.set(name, range);
    if (!this.suite()) return null;
    range.end = this.wordsBefore[this.at] ?? 0;
    return {
      isAsync,
      parameters: parameters[0] === "self" ? parameters.slice(1) : parameters,
      definition: range,
    };
  }

  private parameters(): string[] | null {
    const names: string[] = [];
    if (!this.takeSign("(")) return null;
    while (!this.takeSign(")")) {
      names.push(this.token().text);
      if (!this.skip(TOKEN.name)) return null;
      if (this.takeSign(":") && !this.test()) return null;
      if (this.takeSign("=") && !this.test()) return null;
      if (!this.takeSign(",") && !this.isSign(")")) return null;
    }
    return names;
  }

  private simpleStatement(): boolean {
    const { kind, text } = this.token();
    if (kind !== TOKEN.keyword || !STATEMENTS.has(text)) return this.assignment();
    this.next();
    if (text === "import") return this.dottedName() && (!this.takeKeyword("as") || this.skip(TOKEN.name));
    if (text === "from") return this.dottedName() && this.takeKeyword("import") && this.importedNames();
    if (text === "return") return this.token().kind === TOKEN.lineEnd || this.tests();
    if (text === "raise") return this.token().kind === TOKEN.lineEnd || this.raised();
    return true;
  }

  private raised(): boolean {
    return this.test() && (!this.takeKeyword("from") || this.test());
  }

  private importedNames(): boolean {
    const isBracketed = this.takeSign("(");
    do {
      if (isBracketed && this.isSign(")")) return false;
      if (!this.skip(TOKEN.name) || (this.takeKeyword("as") && !this.skip(TOKEN.name))) return false;
    } while (this.takeSign(","));
    return !isBracketed || this.takeSign(")");
  }

  private dottedName(): boolean {
    do {
      if (!this.skip(TOKEN.name)) return false;
    } while (this.takeSign("."));
    return true;
  }

  /** `a = b = c`, or what stands alone. */
  private assignment(): boolean {
    do {
      if (!this.tests()) return false;
    } while (this.takeSign("="));
    return true;
  }

  private targets(): boolean {
    do {
      if (!this.skip(TOKEN.name)) return false;
    } while (this.takeSign(","));
    return true;
  }
}

const COMPOUND: ReadonlySet<string> = new Set(["def", "async", "if", "while", "for", "try"]);
const STATEMENTS: ReadonlySet<string> = new Set([
  "import",
  "from",
  "return",
  "raise",
  "pass",
  "break",
  "continue",
]);

/** The first argument that is several texts in a row, else the first that is one. */
function namedBy(texts: readonly (readonly PythonToken[])[]): string | undefined {
  const parts = texts.find(({ length }) => length > 1) ?? texts[0] ?? [];
  return toolNamed(parts.map(({ text }) => plainText(text)));
}
