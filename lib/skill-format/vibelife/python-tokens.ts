/** The kinds of a token; what the simple reader has no use for has none. */
export const TOKEN = {
  name: 1,
  keyword: 2,
  text: 3,
  number: 4,
  /** `+ - * / % ** // < > <= >= == != | & ^ ~ << >>`, told apart by their text. */
  operator: 5,
  /** `( ) [ ] { } , : . = -> @ ...`. */
  sign: 6,
  lineEnd: 7,
  indent: 8,
  dedent: 9,
  end: 10,
} as const;

export type TokenKind = (typeof TOKEN)[keyof typeof TOKEN];

export interface PythonToken {
  kind: TokenKind;
  text: string;
  from: number;
  /** An empty line or a comment stands between the line before and this token, the first of its line. */
  isApart: boolean;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  `await or and in not is if else lambda yield from async for None True False del pass break continue return raise
  import as global nonlocal assert elif while try except finally with def class`.split(/\s+/),
);

/** Names that are keywords in some places only: left to the full reader. */
const SOFT_KEYWORDS: ReadonlySet<string> = new Set(["match", "case", "type"]);

const MAX_CHARACTERS = 64_000;
const MAX_BRACKETS = 40;
const MAX_INDENTS = 40;

/** By character: may begin a name, may stand in one, is a digit, is an operator or another sign. */
const NAME_START = 1;
const DIGIT = 2;
const OPERATOR = 3;
const SIGN = 4;
const CLASSES = new Uint8Array(128);
for (const each of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
  CLASSES[each.charCodeAt(0)] = NAME_START;
for (const each of "0123456789") CLASSES[each.charCodeAt(0)] = DIGIT;
for (const each of "+-*/%<>=!|&^~") CLASSES[each.charCodeAt(0)] = OPERATOR;
for (const each of "()[]{},:.@") CLASSES[each.charCodeAt(0)] = SIGN;

const OPERATORS: ReadonlySet<string> = new Set("+ - * / % ** // < > <= >= == != | & ^ ~ << >>".split(" "));

/** A short or a long text without a prefix: no line end in the short one, nothing but a line end unescapable. */
const TEXT =
  /"""(?:[^"\\]|\\[^\n]|"(?!""))*"""|'''(?:[^'\\]|\\[^\n]|'(?!''))*'''|"(?!"")(?:[^"\\\n]|\\[^\n])*"|'(?!'')(?:[^'\\\n]|\\[^\n])*'/y;

/** Cuts simple Python into tokens; null for anything rare, such as prefixed texts, tabs and lines carried on by `\`. */
export function tokenisePython(source: string): PythonToken[] | null {
  if (source.length > MAX_CHARACTERS || !source.endsWith("\n") || source.includes("\r")) return null;
  return new Tokeniser(source).run();
}

class Tokeniser {
  private readonly tokens: PythonToken[] = [];
  private readonly indents = [0];
  private brackets = 0;
  private at = 0;
  private isApart = false;

  constructor(private readonly source: string) {}

  run(): PythonToken[] | null {
    while (this.at < this.source.length) {
      if (!this.beginLine() || !this.takeLine()) return null;
    }
    if (this.brackets > 0) return null;
    while (this.indents.length > 1) {
      this.indents.pop();
      this.push(TOKEN.dedent, "");
    }
    this.push(TOKEN.end, "");
    return this.tokens;
  }

  /** Measures the indentation of the next line that says something, and goes to it or to the end of the file. */
  private beginLine(): boolean {
    const { source } = this;
    this.isApart = false;
    while (this.at < source.length) {
      const start = this.at;
      while (source.charCodeAt(this.at) === 0x20) this.at += 1;
      const first = source.charCodeAt(this.at);
      if (first !== 0x0a && first !== 0x23) return this.indent(this.at - start);
      this.at = source.indexOf("\n", this.at) + 1;
      this.isApart = true;
    }
    return true;
  }

  private indent(width: number): boolean {
    const { indents } = this;
    if (width > (indents.at(-1) ?? 0)) {
      if (indents.length > MAX_INDENTS) return false;
      indents.push(width);
      this.push(TOKEN.indent, "");
      return true;
    }
    while (width < (indents.at(-1) ?? 0)) {
      indents.pop();
      this.push(TOKEN.dedent, "");
    }
    return width === indents.at(-1);
  }

  /** Takes the tokens up to the end of a line outside all brackets. */
  private takeLine(): boolean {
    const { source } = this;
    while (this.at < source.length) {
      const code = source.charCodeAt(this.at);
      if (code === 0x20) this.at += 1;
      else if (code === 0x0a) {
        this.at += 1;
        if (this.brackets > 0) continue;
        this.push(TOKEN.lineEnd, "");
        return true;
      } else if (code === 0x23) this.at = source.indexOf("\n", this.at);
      else if (!this.takeToken(code)) return false;
    }
    return true;
  }

  private takeToken(code: number): boolean {
    if (code === 0x22 || code === 0x27) return this.takeText();
    const kind = CLASSES[code];
    if (kind === NAME_START) return this.takeName();
    if (kind === DIGIT) return this.takeNumber();
    if (kind === OPERATOR) return this.takeOperator(code);
    return kind === SIGN && this.takeSign();
  }

  private takeName(): boolean {
    const { source } = this;
    const start = this.at;
    let end = start + 1;
    while (isNamePart(source.charCodeAt(end))) end += 1;
    const following = source.charCodeAt(end);
    // letters beyond ASCII, and prefixes of texts
    if (following > 0x7f || following === 0x22 || following === 0x27) return false;
    const text = source.slice(start, end);
    // without a bracket it is the statement of Python 2
    if (SOFT_KEYWORDS.has(text) || (text === "print" && following !== 0x28)) return false;
    return this.take(KEYWORDS.has(text) ? TOKEN.keyword : TOKEN.name, text);
  }

  private takeNumber(): boolean {
    const { source } = this;
    let end = this.at + 1;
    while (isDigit(source.charCodeAt(end))) end += 1;
    if (source.charCodeAt(end) === 0x2e && isDigit(source.charCodeAt(end + 1))) {
      end += 2;
      while (isDigit(source.charCodeAt(end))) end += 1;
    }
    const following = source.charCodeAt(end);
    if (isNamePart(following) || following === 0x2e || following > 0x7f) return false;
    return this.take(TOKEN.number, source.slice(this.at, end));
  }

  private takeText(): boolean {
    TEXT.lastIndex = this.at;
    const text = TEXT.exec(this.source)?.[0];
    return text !== undefined && this.take(TOKEN.text, text);
  }

  /** The longest run of operator characters must be one operator: nobody else is asked where it ends. */
  private takeOperator(code: number): boolean {
    const { source } = this;
    let end = this.at + 1;
    while (CLASSES[source.charCodeAt(end)] === OPERATOR) end += 1;
    const text = source.slice(this.at, end);
    if (code === 0x3d && text === "=") return this.take(TOKEN.sign, text);
    if (text === "->") return this.take(TOKEN.sign, text);
    return OPERATORS.has(text) && this.take(TOKEN.operator, text);
  }

  private takeSign(): boolean {
    const sign = this.source[this.at] ?? "";
    if (sign === "." && this.source.startsWith("..", this.at)) {
      return (
        this.source.startsWith("...", this.at) &&
        this.source[this.at + 3] !== "." &&
        this.take(TOKEN.sign, "...")
      );
    }
    if (sign === ":" && this.source[this.at + 1] === "=") return false;
    if ("([{".includes(sign)) this.brackets += 1;
    else if (")]}".includes(sign)) this.brackets -= 1;
    if (this.brackets < 0 || this.brackets > MAX_BRACKETS) return false;
    return this.take(TOKEN.sign, sign);
  }

  private take(kind: TokenKind, text: string): true {
    this.push(kind, text);
    this.at += text.length;
    return true;
  }

  private push(kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, from: this.at, isApart: this.isApart });
  }
}

function isNamePart(code: number): boolean {
  const kind = CLASSES[code];
  return kind === NAME_START || kind === DIGIT;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
