/** What the parser says of a text it cannot read. */
interface ParserFault {
  code: string;
  message: string;
  offset: number;
}

/** A fault in words for its author: the key, what is wrong there and what to do. */
interface Explanation {
  message: string;
  offset: number;
}

/**
 * Of one kind of fault: its explanation, or undefined when it is another kind. Without a place of its own it is told
 * where the parser is.
 */
type Explain = (fault: ParserFault, place: FaultPlace, text: string) => string | Explanation | undefined;

/** What helps against nearly every sign of YAML in a text. */
const IN_QUOTES = "put the text in quotes";

/** Signs that begin something else than a text, and what YAML takes them for. */
const SIGNS: Readonly<Record<string, string>> = {
  "@": "which YAML keeps for itself",
  "`": "which YAML keeps for itself",
  "%": "which begins a directive",
  "*": "which repeats what an anchor (&) names",
  "&": "which names an anchor",
  "!": "which begins a tag",
  ",": "which separates entries in brackets",
  "]": "which closes a list",
  "}": "which closes a mapping",
  "?": "which begins a key over several lines",
};

/**
 * A fault of the parser in words for the author of the text, never in the parser's own. Its offset may be another one:
 * a bracket that is not closed is told where it opens.
 */
export function explainParserError(fault: ParserFault, text: string): Explanation {
  const place = placeOf(text, fault.offset);
  for (const explain of KINDS) {
    const explanation = explain(fault, place, text);
    if (typeof explanation === "string") return { message: explanation, offset: fault.offset };
    if (explanation !== undefined) return explanation;
  }
  const message = `${subject(place)} cannot be read as YAML; ${IN_QUOTES}, or mend its indentation`;
  return { message, offset: fault.offset };
}

/** What the parser says of a line that stands where no value goes on. */
const ENDS_EARLY: ReadonlySet<string> = new Set(["BAD_INDENT", "MISSING_CHAR", "MULTILINE_IMPLICIT_KEY"]);

/** Asked in turn. */
const KINDS: readonly Explain[] = [
  function tab({ code }, place) {
    if (code !== "TAB_AS_INDENT" && !place.indent.includes("\t")) return undefined;
    return `${subject(place)} is indented by a tab; indent it by blanks`;
  },

  function directive({ code, message }, { start }, text) {
    if (code !== "BAD_DIRECTIVE" && !message.startsWith("Missing directives-end")) return undefined;
    const line = findAbove(text, start, (above) => above.line.startsWith("%"));
    if (line === undefined) return undefined;
    const what = `the line ${cut(line.line)} begins with %, a directive of YAML`;
    return { message: `${what}; remove the line, or put it in quotes`, offset: line.start };
  },

  /** A quote that is never closed, told where it opens. */
  function openQuote({ message, offset }, _place, text) {
    const quote = /^Missing closing (["'])/.exec(message)?.[1];
    if (quote === undefined) return undefined;
    const place =
      findAbove(text, offset, ({ line, value }) => line.startsWith(quote) || isOpenQuote(value, quote)) ??
      placeOf(text, offset);
    const inside = quote === "'" ? "; an apostrophe inside is written twice" : "";
    const what = `${subject(place)} opens a quote ${quote} that is not closed; close it${inside}`;
    return { message: what, offset: place.start };
  },

  /** A backslash in double quotes that no escape follows. */
  function escape({ code, message }, place) {
    if (code !== "BAD_DQ_ESCAPE") return undefined;
    const written = /(\\.*)$/s.exec(message)?.[1] ?? "\\";
    return `${subject(place)} holds ${cut(written)}, which is no escape; write \\\\ for a backslash, or use single quotes`;
  },

  /** A bracket that is never closed, told where it opens. */
  function openBracket({ message, offset }, _place, text) {
    const bracket = /^Flow .* end with an? ([\]}])$/.exec(message)?.[1];
    if (bracket === undefined) return undefined;
    const opening = bracket === "]" ? "[" : "{";
    const place =
      findAbove(text, offset, ({ line }) => line.split(opening).length > line.split(bracket).length) ??
      placeOf(text, offset);
    const comment = / #/.test(place.line) ? ' (" #" begins a comment there)' : "";
    const what = `${subject(place)} opens a bracket ${opening} that is not closed${comment}`;
    return { message: `${what}; close it with ${bracket}, or ${IN_QUOTES}`, offset: place.start };
  },

  /** A text without quotes over several lines that a comment ends: it cannot go on. */
  function cutText({ code, message }, place, text) {
    if (!ENDS_EARLY.has(code) && !message.startsWith("Unexpected")) return undefined;
    if (place.indent === "" || /^-(?:\s|$)/.test(place.line)) return undefined;
    const above = findAbove(text, place.start - 1, ({ line }) => line !== "");
    const begun = findAbove(text, place.start - 1, ({ line }) => line !== "" && !line.startsWith("#"));
    const comment = /(?:^|\s)(#.*)$/.exec(above?.line ?? "")?.[1];
    if (above === undefined || begun === undefined || comment === undefined || place.start === 0)
      return undefined;
    // a line with a key goes on a text only where it, or what it goes on, has several words
    const before =
      begun.start === above.start ? above.value.slice(0, above.value.search(/\s#/)) : begun.value;
    if (place.hasKey && !/\S\s+\S/.test(before) && !/^[^:]*\S\s+\S[^:]*:/.test(place.line)) return undefined;
    const what = `${begun.path || subject(begun)} ends at the comment ${cut(comment)}, as # follows a blank, and goes on below`;
    return { message: `${what}; put the whole text in quotes`, offset: above.start };
  },

  function blockText({ message }, place, text) {
    const sign = /^[|>]/.exec(place.value)?.[0];
    if (sign !== undefined && /Not a YAML token|Block scalar header/.test(message))
      return `${subject(place)} has more than ${sign} on its line; the text after ${sign} begins on the next line, indented`;
    const header = findAbove(text, place.start - 1, ({ line }) => line !== "" && !line.startsWith("#"));
    const isBelow = header !== undefined && header.start < place.start && /^[|>][-+0-9]*$/.test(header.value);
    if (!message.startsWith("Block scalar") && !isBelow) return undefined;
    const at = isBelow ? header : place;
    return `${subject(at)} is a text over several lines; indent these all by the same number of blanks and further than its key`;
  },

  /** Entries in brackets that cannot stand so. */
  function insideBrackets({ code, message }, place) {
    if (code === "BLOCK_IN_FLOW" || (code === "MULTILINE_IMPLICIT_KEY" && /flow/i.test(message)))
      return `${subject(place)} holds ": " inside brackets where none can stand; put that text in quotes`;
    if (!/ flow (?:map|sequence)|between flow/.test(message)) return undefined;
    if (/^Unexpected (?:,|empty)/.test(message))
      return `${subject(place)} has a comma in its brackets where an entry is expected; remove it`;
    return `${subject(place)} has entries in its brackets that no comma separates; put commas between them, or ${IN_QUOTES}`;
  },

  /** `"MIT" or so`, `[WIP] a draft`: what is closed goes on. */
  function goesOn({ message, offset }, place) {
    const first = place.value[0] ?? "";
    if (message.startsWith("Comments must be separated"))
      return `${subject(place)} is followed by # without a blank; put a blank before #, or all of it in quotes`;
    const isBehind = offset > place.start + place.indent.length;
    if (!isBehind || !/Unexpected|separated/.test(message)) return undefined;
    if (first === '"' || first === "'" || /^["']/.test(place.line)) {
      const quote = first === "'" || place.line.startsWith("'") ? "'" : '"';
      const inside = quote === "'" ? "write each apostrophe inside twice" : 'write each quote inside as \\"';
      return `${subject(place)} goes on behind its closing quote ${quote}; put all of it in quotes and ${inside}`;
    }
    if (first !== "[" && first !== "{") return undefined;
    const close = first === "[" ? "]" : "}";
    return `${subject(place)} begins with ${first} and goes on behind ${close}; ${IN_QUOTES}`;
  },

  function sign({ code, message, offset }, place, text) {
    const first = code === "BAD_SCALAR_START" ? (text[offset] ?? "") : (place.value[0] ?? "");
    if (first === "-" && /block-seq-ind/.test(message))
      return `${subject(place)} begins with "- " on the line of its key; begin the list on the next line, or ${IN_QUOTES}`;
    const meaning = SIGNS[first];
    if (meaning === undefined) return undefined;
    const wanted = first === "!" ? `${IN_QUOTES}, or remove the tag` : IN_QUOTES;
    return `${subject(place)} begins with "${first}", ${meaning}; ${wanted}`;
  },

  function colon({ code, offset }, place, text) {
    if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
    if (/:(?:\s|$)/.test(place.value))
      return `${subject(place)} holds a colon and a blank, which begin a mapping; ${IN_QUOTES}`;
    const below = nextLine(text, offset);
    if (below === undefined) return undefined;
    const deeper = placeOf(text, below);
    const message =
      deeper.indent.length > place.indent.length
        ? `${subject(deeper)} is indented further than ${cut(place.line)} above, which has a value already; indent both alike, or ${IN_QUOTES}`
        : `${subject(deeper)} cannot stand here; mend its indentation, or ${IN_QUOTES}`;
    return { message, offset: deeper.start };
  },

  function noColon({ code }, { hasKey, line }) {
    if (hasKey || line === "" || (code !== "MULTILINE_IMPLICIT_KEY" && code !== "MISSING_CHAR"))
      return undefined;
    if (/^-(?:\s|$)/.test(line))
      return `the entry ${cut(line)} of a list stands among keys; indent it below the key it belongs to`;
    const wide = /^[^\s：]+：/.test(line) ? '; the colon is a wide one, write ": "' : undefined;
    const close = /^[\w-]+:\S/.test(line) ? "; put a blank behind the colon" : undefined;
    const wanted = wide ?? close ?? '; write "key: value", or indent the line if it carries a text on';
    return `the line ${cut(line)} has no key${wanted}`;
  },

  function indentation({ code, message }, place) {
    if (code === "KEY_OVER_1024_CHARS") return "a key has more than 1024 characters; shorten it";
    if (code !== "BAD_INDENT" && !/^Unexpected|Sequence item/.test(message)) return undefined;
    const wanted = "keys of one mapping, and hyphens of one list, begin in one column";
    return `${subject(place)} is indented unlike what stands around it; ${wanted}`;
  },
];

/** A value that begins with the quote and does not end with it. */
function isOpenQuote(value: string, quote: string): boolean {
  if (!value.startsWith(quote)) return false;
  const inside = value.slice(1).replaceAll(quote === "'" ? "''" : /\\./g, "");
  return !inside.includes(quote);
}

/** The key, or the line where no key is near. */
function subject({ path, hasKey, line }: FaultPlace): string {
  if (hasKey) return path.length > 80 ? `${path.slice(0, 77)}...` : path;
  return path === "" ? `the line ${cut(line)}` : `the line ${cut(line)} below ${path}`;
}

/** A text for a sentence, cut when long. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return `"${line.length > 40 ? `${line.slice(0, 37)}...` : line}"`;
}

/** The line of a fault as its author sees it. */
interface FaultPlace {
  /** Offset of the line in the text. */
  readonly start: number;
  /** The line without outer blanks. */
  readonly line: string;
  /** Blanks and tabs before it. */
  readonly indent: string;
  /** The keys that lead to it, joined by dots; "" where there is none. */
  readonly path: string;
  /** True where the line has a key of its own, which is the last of `path`. */
  readonly hasKey: boolean;
  /** What stands behind the key and the hyphens of a list. */
  readonly value: string;
}

const MAX_LINE = 2_000;
const LINE =
  /^([ \t]*)((?:-[ \t]+)*)(?:("[^"]*"|'[^']*'|[^\s:#'"[\]{},][^:#'"[\]{}]{0,200}?)[ \t]*:(?:[ \t]+|$))?(.*)$/;

/** What stands on the line of an offset, and the keys above it by their indentation. */
export function placeOf(text: string, offset: number): FaultPlace {
  const start = lineStart(text, offset);
  const own = readLine(text, start);
  const keys = own.key === undefined ? [] : [own.key];
  // an item of a list may stand as far left as the key of the list
  let column = own.column + (own.isItem && own.key === undefined ? 1 : 0);
  for (let at = start; at > 0 && column > 0;) {
    at = lineStart(text, at - 1);
    const above = readLine(text, at);
    if (above.key !== undefined && above.column < column) {
      keys.unshift(above.key);
      ({ column } = above);
    }
  }
  const { indent, value, line } = own;
  return { start, line, indent, path: keys.slice(-6).join("."), hasKey: own.key !== undefined, value };
}

/** The place of the nearest line above, or of the offset's own, whose value is as asked for. */
function findAbove(
  text: string,
  offset: number,
  isMeant: (place: FaultPlace) => boolean,
): FaultPlace | undefined {
  for (let at = Math.min(offset, text.length); at >= 0;) {
    const start = lineStart(text, at);
    const { indent, value, line, key } = readLine(text, start);
    if (isMeant({ start, line, indent, value, path: key ?? "", hasKey: key !== undefined })) {
      return placeOf(text, start);
    }
    at = start - 1;
  }
  return undefined;
}

/** Offset of the next line that says something; undefined behind the last one. */
function nextLine(text: string, offset: number): number | undefined {
  for (let at = text.indexOf("\n", offset); at !== -1; at = text.indexOf("\n", at + 1)) {
    const { line } = readLine(text, at + 1);
    if (line !== "" && !line.startsWith("#")) return at + 1;
  }
  return undefined;
}

/** Where the line of an offset begins. A search from below 0 would look at 0. */
function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function readLine(text: string, start: number) {
  const found = text.indexOf("\n", start);
  const end = Math.min(found === -1 ? text.length : found, start + MAX_LINE);
  const written = text.slice(start, end);
  const [, indent = "", hyphens = "", key, value = ""] = LINE.exec(written) ?? [];
  return {
    indent,
    key,
    value: value.trim(),
    line: written.trim(),
    isItem: hyphens !== "" || written.trim() === "-",
    column: indent.length + (key === undefined ? 0 : hyphens.length),
  };
}
