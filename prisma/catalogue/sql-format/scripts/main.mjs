// Lay out SQL: one clause per line, subqueries indented, keyword case made uniform. Nothing is executed.
const MAX_BYTES = 200_000;
const MAX_CHARS = 50_000;
const MAX_TOKENS = 20_000;

// Longest first: "LEFT OUTER JOIN" must win over "LEFT JOIN" and "JOIN".
const CLAUSES = ["UNION ALL", "UNION", "INTERSECT", "EXCEPT", "INSERT INTO", "DELETE FROM", "GROUP BY", "ORDER BY", "PARTITION BY",
  "WITH RECURSIVE", "WITH", "SELECT DISTINCT", "SELECT", "FROM", "WHERE", "HAVING", "LIMIT", "OFFSET", "FETCH", "VALUES", "UPDATE",
  "SET", "RETURNING", "ON CONFLICT", "DO UPDATE SET", "WINDOW"];
const JOINS = ["NATURAL JOIN", "CROSS JOIN", "LEFT OUTER JOIN", "RIGHT OUTER JOIN", "FULL OUTER JOIN", "INNER JOIN", "LEFT JOIN",
  "RIGHT JOIN", "FULL JOIN", "JOIN"];
// Words that would open a clause elsewhere but are only part of an expression here.
const FIXED = ["IS NOT DISTINCT FROM", "IS DISTINCT FROM", "SET NULL", "SET NOT NULL", "SET DEFAULT", "FOR UPDATE", "ON UPDATE",
  "ON DELETE", "WITH TIME ZONE"];
const PHRASES = [...CLAUSES, ...JOINS, ...FIXED].map((phrase) => phrase.split(" ")).sort((a, b) => b.length - a.length);
const KEYWORDS = new Set(("ADD ALL ALTER AND ANY AS ASC BETWEEN BY CASE CAST CHECK COLLATE COLUMN CONFLICT CONSTRAINT CREATE CROSS DEFAULT " +
  "DELETE DESC DISTINCT DO DROP ELSE END ESCAPE EXCEPT EXISTS FALSE FETCH FIRST FOR FOREIGN FROM FULL GROUP HAVING IF ILIKE IN INDEX INNER " +
  "INSERT INTERSECT INTERVAL INTO IS JOIN KEY LAST LATERAL LEFT LIKE LIMIT NATURAL NOT NOTHING NULL NULLS OFFSET ON ONLY OR ORDER OUTER OVER " +
  "PARTITION PRIMARY RECURSIVE REFERENCES RETURNING RIGHT ROW ROWS SELECT SET TABLE THEN TRUE UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE " +
  "WINDOW WITH").split(" "));
const COMMENT = String.raw`--[^\n]*|#(?![>-])[^\n]*|/\*[\s\S]*?\*/`;
const STRING = String.raw`[eE]'(?:[^'\\]|''|\\[\s\S])*'|[nNbBxX]?'(?:[^']|'')*'`;
const BACKSLASH_STRING = String.raw`[a-zA-Z]?'(?:[^'\\]|''|\\[\s\S])*'`;
const IDENTIFIER = String.raw`"(?:[^"]|"")*"|\x60[^\x60]*\x60|\[[A-Za-z_][^\]\n]*\]|\$\w*\$`;
const REST = String.raw`([\p{L}_][\p{L}\p{N}_$]*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[:@$]\w+)|` +
  String.raw`(::|<=>|->>|->|#>>|#>|<=|>=|<>|!=|\|\||:=|@>|<@|[-+*/%<>=~!^&|?:.,;()[\]@])|(\s+)`;
const tokenPattern = (strings) => new RegExp(`(${COMMENT})|(${strings}|${IDENTIFIER})|${REST}`, "uy");

class InputError extends Error {}

function tokenize(sql, backslashEscapes) {
  const tokens = [];
  const pattern = tokenPattern(backslashEscapes ? BACKSLASH_STRING : STRING);
  while (pattern.lastIndex < sql.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(sql);
    if (!match) throw new InputError(`cannot read the SQL from ${JSON.stringify(sql.slice(at, at + 20))} (an unclosed quote or comment?)`);
    const [text, comment, quoted, word, value, symbol] = match;
    if (quoted?.startsWith("$")) {
      const end = sql.indexOf(quoted, pattern.lastIndex);
      if (end < 0) throw new InputError(`the dollar quote ${quoted} is not closed`);
      tokens.push({ kind: "value", text: sql.slice(at, end + quoted.length) });
      pattern.lastIndex = end + quoted.length;
    } else if (comment) tokens.push({ kind: "comment", text: text.trimEnd(), line: !comment.startsWith("/*") });
    else if (word) tokens.push({ kind: KEYWORDS.has(word.toUpperCase()) ? "keyword" : "word", text });
    else if (quoted ?? value) tokens.push({ kind: "value", text });
    else if (symbol) tokens.push({ kind: "symbol", text });
    if (tokens.length > MAX_TOKENS) throw new InputError(`more than ${MAX_TOKENS} tokens; format smaller pieces`);
  }
  return tokens;
}

/** Several words that make one clause ("GROUP BY") become one token. */
function joinPhrases(tokens) {
  const out = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const matches = (phrase) => phrase.every((part, k) => /^(keyword|word)$/.test(tokens[i + k]?.kind) && tokens[i + k].text.toUpperCase() === part);
    const phrase = tokens[i].kind === "keyword" && tokens[i - 1]?.text !== "." ? PHRASES.find(matches) : undefined;
    if (!phrase) {
      out.push(tokens[i]);
      continue;
    }
    const text = tokens.slice(i, i + phrase.length).map((token) => token.text).join(" ");
    const name = phrase.join(" ");
    out.push({ kind: JOINS.includes(name) ? "join" : FIXED.includes(name) ? "keyword" : "clause", text, name });
    i += phrase.length - 1;
  }
  return out;
}

class Layout {
  lines = [];
  current = "";
  indent = 0;
  stack = [];
  clause = "";
  between = false;
  unary = false;

  constructor(step, recase) {
    this.step = step;
    this.recase = recase;
  }

  newline(indent = this.indent) {
    if (this.current.trim()) this.lines.push(this.current.trimEnd());
    this.current = " ".repeat(this.step * indent);
  }

  write(text, glue) {
    const bare = !this.current.trim() || glue || /[(.[]$|::$/.test(this.current);
    this.current += (bare ? "" : " ") + text;
  }

  token(token, previous, following) {
    const upper = token.kind === "keyword" ? token.text.toUpperCase() : "";
    const text = ["keyword", "clause", "join"].includes(token.kind) ? this.recase(token.text) : token.text;
    if (token.kind === "comment") {
      this.write(text);
      if (token.line) this.newline(this.indent + (this.clause ? 1 : 0));
    } else if (token.kind === "clause") this.startClause(token.name, text);
    else if (token.kind === "join") {
      this.newline();
      this.write(text);
    } else if (token.text === "(") this.openParenthesis(previous, following);
    else if (token.text === ")") this.closeParenthesis();
    else if (token.text === ";") {
      this.write(";", true);
      this.indent = 0;
      this.stack = [];
      this.clause = "";
      this.newline();
      this.lines.push("");
    } else if (token.text === ",") {
      this.write(",", true);
      if (this.breaksAtCommas()) this.newline(this.indent + 1);
    } else if ((upper === "AND" || upper === "OR") && !this.inline() && !(upper === "AND" && this.between)) {
      this.newline(this.indent + 1);
      this.write(text);
    } else this.write(text, this.unary || [".", "::", "]", "["].includes(token.text));
    // only before a value, name or bracket: "- -1" must keep its blank, two hyphens would start a comment
    this.unary = /^[-+]$/.test(token.text) && (/^(value|word)$/.test(following?.kind) || following?.text === "(") &&
      (!previous || /^(keyword|clause|join)$/.test(previous.kind) || (previous.kind === "symbol" && !/^[)\]]$/.test(previous.text)));
    if (upper === "BETWEEN") this.between = true;
    else if (upper === "AND") this.between = false;
  }

  inline() {
    return this.stack.at(-1) === "inline";
  }

  breaksAtCommas() {
    return !this.inline() && /^(SELECT|GROUP BY|ORDER BY|SET|DO UPDATE SET|VALUES|WITH|RETURNING)/.test(this.clause);
  }

  startClause(name, text) {
    // inside OVER (PARTITION BY …) and similar short parentheses a line break would only hurt
    if (this.inline()) return this.write(text);
    this.newline();
    this.write(text);
    this.clause = name;
    if (/^(SELECT|SET|WITH)/.test(name)) this.newline(this.indent + 1);
  }

  openParenthesis(previous, following) {
    // count(…) is a call, but "TABLE t (…)" and "INSERT INTO t (…)" open a list of columns
    const call = previous?.kind === "word" || /^(CAST|LEFT|RIGHT)$/i.test(previous?.text ?? "");
    const columns = /^(INSERT INTO|WITH)/.test(this.clause) || /\b(TABLE|INDEX|ON)\s+\S+$/i.test(this.current);
    this.write("(", call && !columns);
    if (following?.kind === "clause" && following.name !== "PARTITION BY" && following.name !== "ORDER BY") {
      this.stack.push({ indent: this.indent, clause: this.clause });
      this.indent = (this.current.length - this.current.trimStart().length) / this.step + 1;
      this.clause = "";
      this.newline();
    } else this.stack.push("inline");
  }

  closeParenthesis() {
    const frame = this.stack.pop();
    if (frame === undefined) throw new InputError("a closing parenthesis has no opening one");
    if (frame !== "inline") {
      this.newline(this.indent - 1);
      this.indent = frame.indent;
      this.clause = frame.clause;
    }
    this.write(")", true);
  }
}

function run(payload) {
  const { sql, keyword_case: keywordCase = "upper", indent = 2, backslash_escapes: backslashEscapes = false } = payload;
  if (typeof sql !== "string" || !sql.trim() || sql.length > MAX_CHARS) throw new InputError(`sql must be a text of 1 to ${MAX_CHARS} characters`);
  const recase = new Map([["upper", (text) => text.toUpperCase()], ["lower", (text) => text.toLowerCase()], ["preserve", (text) => text]]).get(keywordCase);
  if (!recase) throw new InputError('keyword_case must be "upper", "lower" or "preserve"');
  if (typeof backslashEscapes !== "boolean") throw new InputError("backslash_escapes must be true or false");
  if (indent !== 2 && indent !== 4) throw new InputError("indent must be 2 or 4");
  const tokens = joinPhrases(tokenize(sql, backslashEscapes));
  const layout = new Layout(indent, recase);
  tokens.forEach((token, index) => layout.token(token, tokens[index - 1], tokens[index + 1]));
  if (layout.stack.length) throw new InputError("an opening parenthesis is not closed");
  layout.newline();
  const formatted = layout.lines.join("\n").trim();
  // The result is read again: a layout that changed even one token is never handed out.
  const meaning = (text) => tokenize(text, backslashEscapes).map((token) => (token.kind === "keyword" ? token.text.toUpperCase() : token.text)).join("\0");
  if (meaning(formatted) !== meaning(sql)) throw new InputError("this SQL cannot be laid out without changing it; please check it for typing errors");
  const ends = tokens.filter((token) => token.text === ";").length;
  return { sql: formatted, statements: ends + (tokens.findLast((token) => token.kind !== "comment")?.text === ";" ? 0 : 1), lines: formatted.split("\n").length };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`the input is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("stdin must hold one JSON object");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("the input must be a JSON object");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
