import { Composer, Lexer, Parser, type CST, type Document } from "yaml";
import { lineCounter } from "../document/line-counter";
import { YAML_MAX_CHARACTERS, YAML_MAX_DEPTH, YAML_MAX_TOKENS } from "../constants";
import { NodeConverter, type YamlFault, YamlRefusal } from "./convert-node";
import { explainFault } from "./explain-fault";
import { placeOf } from "./fault-place";
import type { YamlNode } from "./node";

export interface YamlReading {
  /** Undefined when the text cannot be read at all. */
  root?: YamlNode;
  faults: YamlFault[];
}

/**
 * Reads one YAML 1.2 core document with every bound a hostile text needs: size, tokens, depth, aliases, tags.
 * Never throws. `firstLine` is the line of the file the text begins on; 0 leaves lines out.
 */
export function readYaml(text: string, firstLine = 1): YamlReading {
  const lineAt = firstLine === 0 ? () => 0 : lineCounter(text, firstLine);
  try {
    if (text.length > YAML_MAX_CHARACTERS) {
      throw new YamlRefusal(
        `${text.length} characters of YAML; at most ${YAML_MAX_CHARACTERS} are read: move text below the front matter`,
        undefined,
      );
    }
    refuseControls(text);
    return convert(compose(tokenise(text), text), text, lineAt);
  } catch (error) {
    return { faults: [toFault(error, lineAt)] };
  }
}

/** Characters that YAML allows nowhere, in quotes neither, and that other readers refuse. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/;

function refuseControls(text: string): void {
  const offset = text.search(CONTROL);
  if (offset === -1) return;
  const code = (text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const { path } = placeOf(text, offset);
  throw new YamlRefusal(`${path || "the YAML"} holds the control character U+${code}; remove it`, offset);
}

/** Feeds the parser token by token, so that depth and length are known before any tree is walked. */
function tokenise(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > YAML_MAX_TOKENS)
      throw new YamlRefusal(
        "the YAML has too many values to be read; move some of it into a file of its own",
        undefined,
      );
    for (const token of parser.next(lexeme)) tokens.push(token);
    // a mapping or list in the making is one entry of the stack; its value is pushed above it
    if (parser.stack.length > YAML_MAX_DEPTH + 2) {
      throw new YamlRefusal(`nested more than ${YAML_MAX_DEPTH} levels deep; make it flatter`, parser.offset);
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function compose(tokens: readonly CST.Token[], text: string): Document.Parsed | undefined {
  const composer = new Composer({ schema: "core", version: "1.2", uniqueKeys: false, prettyErrors: false });
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(tokens, true, text.length)) {
    if (first !== undefined)
      throw new YamlRefusal(
        "more than one YAML document; remove the line --- or ... that ends the first one",
        document.range[0],
      );
    first = document;
    const problem = first.errors[0] ?? first.warnings[0];
    if (problem !== undefined) {
      const { code, message, pos } = problem;
      const explained = explainFault({ code, message, offset: pos[0] }, text);
      throw new YamlRefusal(explained.message, explained.offset);
    }
  }
  return first;
}

function convert(
  document: Document.Parsed | undefined,
  text: string,
  lineAt: (offset: number) => number,
): YamlReading {
  if (document === undefined) return { faults: [] };
  const converter = new NodeConverter(document, text, lineAt);
  const root = converter.convert(document.contents, "");
  return {
    root,
    faults: converter.duplicates.map(({ message, offset }) =>
      fault("FRONTMATTER_DUPLICATE_KEY", message, offset, lineAt),
    ),
  };
}

function toFault(error: unknown, lineAt: (offset: number) => number): YamlFault {
  if (error instanceof YamlRefusal) {
    return fault("FRONTMATTER_INVALID_YAML", error.message, error.offset, lineAt);
  }
  // the parser's own failure on a text nobody foresaw: still a refusal, never an exception
  const message = "the YAML cannot be read; write it in a simpler form";
  return fault("FRONTMATTER_INVALID_YAML", message, undefined, lineAt);
}

function fault(
  code: YamlFault["code"],
  message: string,
  offset: number | undefined,
  lineAt: (offset: number) => number,
): YamlFault {
  const line = offset === undefined ? 0 : lineAt(offset);
  return line === 0 ? { code, message } : { code, message, line };
}
