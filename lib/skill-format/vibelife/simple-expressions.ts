import { TOKEN, type PythonToken, type TokenKind } from "./python-tokens";

const MAX_DEPTH = 100;

const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "<=", ">=", "==", "!="]);
const JOINING: ReadonlySet<string> = new Set([
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "//",
  "|",
  "&",
  "^",
  "<<",
  ">>",
]);
const PREFIXES: ReadonlySet<string> = new Set(["+", "-", "~"]);
const CONSTANTS: ReadonlySet<string> = new Set(["None", "True", "False"]);

/**
 * Reads the expressions of simple Python. Each method takes what it is named after, and gives false where the simple
 * grammar ends: then nothing is said about the file.
 */
export class ExpressionReader {
  protected at = 0;
  private depth = 0;

  constructor(protected readonly tokens: readonly PythonToken[]) {}

  protected token(): PythonToken {
    return this.tokens[this.at] ?? END;
  }

  protected next(): void {
    this.at += 1;
  }

  /** Takes a token of a kind, if it is the next one. */
  protected skip(kind: TokenKind): boolean {
    if (this.token().kind !== kind) return false;
    this.at += 1;
    return true;
  }

  protected isSign(sign: string): boolean {
    const { kind, text } = this.token();
    return kind === TOKEN.sign && text === sign;
  }

  protected takeSign(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.at += 1;
    return true;
  }

  protected isKeyword(keyword: string): boolean {
    const { kind, text } = this.token();
    return kind === TOKEN.keyword && text === keyword;
  }

  protected takeKeyword(keyword: string): boolean {
    if (!this.isKeyword(keyword)) return false;
    this.at += 1;
    return true;
  }

  protected enter(): boolean {
    this.depth += 1;
    return this.depth <= MAX_DEPTH;
  }

  protected leave(): void {
    this.depth -= 1;
  }

  /** One or more expressions with commas between them. */
  protected tests(): boolean {
    do {
      if (!this.test()) return false;
    } while (this.takeSign(","));
    return true;
  }

  /** Any expression, `a if b else c` among them. */
  protected test(): boolean {
    if (!this.enter() || !this.choice()) return false;
    if (this.takeKeyword("if")) {
      if (!this.choice() || !this.takeKeyword("else") || !this.test()) return false;
    }
    this.leave();
    return true;
  }

  /** Operands of `and` and `or`. */
  private choice(): boolean {
    do {
      if (!this.negation()) return false;
    } while (this.takeKeyword("and") || this.takeKeyword("or"));
    return true;
  }

  private negation(): boolean {
    this.takeKeyword("not");
    do {
      if (!this.sum()) return false;
    } while (this.takeComparison());
    return true;
  }

  private takeComparison(): boolean {
    const { kind, text } = this.token();
    if (kind === TOKEN.operator && COMPARISONS.has(text)) {
      this.next();
      return true;
    }
    if (this.takeKeyword("in")) return true;
    if (this.takeKeyword("is")) {
      this.takeKeyword("not");
      return true;
    }
    const following = this.tokens[this.at + 1];
    if (!this.isKeyword("not") || following?.kind !== TOKEN.keyword || following.text !== "in") return false;
    this.at += 2;
    return true;
  }

  private sum(): boolean {
    do {
      if (PREFIXES.has(this.operator())) this.next();
      this.takeKeyword("await");
      if (!this.operand()) return false;
    } while (this.takeJoining());
    return true;
  }

  private operator(): string {
    const { kind, text } = this.token();
    return kind === TOKEN.operator ? text : "";
  }

  private takeJoining(): boolean {
    if (!JOINING.has(this.operator())) return false;
    this.next();
    return true;
  }

  /** A value, and what is called, looked up or taken from it. */
  private operand(): boolean {
    if (!this.atom()) return false;
    for (;;) {
      if (this.isSign("(")) {
        if (this.callArguments() === null) return false;
      } else if (this.takeSign("[")) {
        if (!this.tests() || !this.takeSign("]")) return false;
      } else if (!this.takeSign(".")) return true;
      else if (!this.skip(TOKEN.name)) return false;
    }
  }

  private atom(): boolean {
    const { kind, text } = this.token();
    if (kind === TOKEN.text) {
      while (this.skip(TOKEN.text));
      return true;
    }
    if (kind === TOKEN.name || kind === TOKEN.number || (kind === TOKEN.keyword && CONSTANTS.has(text))) {
      this.next();
      return true;
    }
    if (this.takeSign("...")) return true;
    if (this.takeSign("(")) return this.test() && this.items(")");
    if (this.takeSign("[")) return this.takeSign("]") || (this.test() && this.items("]"));
    return this.takeSign("{") && this.pairs();
  }

  /** What follows the first entry in round or square brackets. */
  private items(end: string): boolean {
    while (this.takeSign(",")) {
      if (this.takeSign(end)) return true;
      if (!this.test()) return false;
    }
    return this.takeSign(end);
  }

  private pairs(): boolean {
    while (!this.takeSign("}")) {
      if (!this.test() || !this.takeSign(":") || !this.test()) return false;
      if (!this.takeSign(",") && !this.isSign("}")) return false;
    }
    return true;
  }

  /** Arguments in brackets; gives those that are nothing but texts. Null where the simple grammar ends. */
  protected callArguments(): PythonToken[][] | null {
    const texts: PythonToken[][] = [];
    if (!this.takeSign("(")) return null;
    while (!this.takeSign(")")) {
      const following = this.tokens[this.at + 1];
      if (this.token().kind === TOKEN.name && following?.kind === TOKEN.sign && following.text === "=")
        this.at += 2;
      const start = this.at;
      if (!this.test()) return null;
      const written = this.tokens.slice(start, this.at);
      if (written.every(({ kind }) => kind === TOKEN.text)) texts.push(written);
      if (!this.takeSign(",") && !this.isSign(")")) return null;
    }
    return texts;
  }
}

const END: PythonToken = { kind: TOKEN.end, text: "", from: 0, isApart: false };
