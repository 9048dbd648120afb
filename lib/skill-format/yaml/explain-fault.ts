import { escape, goesOn, openQuote } from "./explain-quotes";
import { insideBrackets, openBracket } from "./explain-brackets";
import { cut, type Explain, type Explanation, IN_QUOTES, type ParserFault, subject } from "./fault-kind";
import { type FaultPlace, findAbove, nextLine, placeOf } from "./fault-place";

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
export function explainFault(fault: ParserFault, text: string): Explanation {
  const place = placeOf(text, fault.offset);
  for (const explain of KINDS) {
    const explanation = explain(fault, text, place);
    if (explanation !== undefined) return explanation;
  }
  const message = `${subject(place)} cannot be read as YAML; ${IN_QUOTES}, or mend its indentation`;
  return { message, offset: fault.offset };
}

const tab: Explain = ({ code, offset }, _text, place) => {
  if (code !== "TAB_AS_INDENT" && !place.indent.includes("\t")) return undefined;
  return { message: `${subject(place)} is indented by a tab; indent it by blanks`, offset };
};

const directive: Explain = ({ code, message }, text, { start }) => {
  if (code !== "BAD_DIRECTIVE" && !message.startsWith("Missing directives-end")) return undefined;
  const line = findAbove(text, start, (above) => above.line.startsWith("%"));
  if (line === undefined) return undefined;
  const wanted = "remove the line, or put it in quotes";
  return {
    message: `the line ${cut(line.line)} begins with %, a directive of YAML; ${wanted}`,
    offset: line.start,
  };
};

const blockText: Explain = ({ message, offset }, text, place) => {
  const sign = /^[|>]/.exec(place.value)?.[0];
  if (sign !== undefined && /Not a YAML token|Block scalar header/.test(message)) {
    const after = `the text after ${sign} begins on the next line, indented`;
    return { message: `${subject(place)} has more than ${sign} on its line; ${after}`, offset };
  }
  const header = findAbove(text, place.start - 1, ({ line }) => line !== "" && !line.startsWith("#"));
  const isBelow = header !== undefined && header.start < place.start && /^[|>][-+0-9]*$/.test(header.value);
  if (message.startsWith("Block scalar") || isBelow) {
    const at = isBelow ? header : place;
    const depth = "all by the same number of blanks and further than its key";
    return { message: `${subject(at)} is a text over several lines; indent these ${depth}`, offset };
  }
  return undefined;
};

const sign: Explain = ({ code, message, offset }, text, place) => {
  const first = code === "BAD_SCALAR_START" ? (text[offset] ?? "") : (place.value[0] ?? "");
  if (first === "-" && /block-seq-ind/.test(message)) {
    return {
      message: `${subject(place)} begins with "- " on the line of its key; begin the list on the next line, or ${IN_QUOTES}`,
      offset,
    };
  }
  const meaning = SIGNS[first];
  if (meaning === undefined) return undefined;
  const wanted = first === "!" ? `${IN_QUOTES}, or remove the tag` : IN_QUOTES;
  return { message: `${subject(place)} begins with "${first}", ${meaning}; ${wanted}`, offset };
};

const colon: Explain = ({ code, offset }, text, place) => {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  if (/:(?:\s|$)/.test(place.value)) {
    return {
      message: `${subject(place)} holds a colon and a blank, which begin a mapping; ${IN_QUOTES}`,
      offset,
    };
  }
  const below = nextLine(text, offset);
  return below === undefined ? undefined : deeper(placeOf(text, below), place);
};

function deeper(place: FaultPlace, above: FaultPlace): Explanation {
  const { start, indent } = place;
  const message =
    indent.length > above.indent.length
      ? `${subject(place)} is indented further than ${cut(above.line)} above, which has a value already; indent both alike, or ${IN_QUOTES}`
      : `${subject(place)} cannot stand here; mend its indentation, or ${IN_QUOTES}`;
  return { message, offset: start };
}

const noColon: Explain = ({ code, offset }, _text, place) => {
  if (place.hasKey || place.line === "" || (code !== "MULTILINE_IMPLICIT_KEY" && code !== "MISSING_CHAR"))
    return undefined;
  if (/^-(?:\s|$)/.test(place.line)) {
    return {
      message: `the entry ${cut(place.line)} of a list stands among keys; indent it below the key it belongs to`,
      offset,
    };
  }
  const wide = /^[^\s：]+：/.test(place.line) ? '; the colon is a wide one, write ": "' : undefined;
  const close = /^[\w-]+:\S/.test(place.line) ? "; put a blank behind the colon" : undefined;
  const wanted = wide ?? close ?? '; write "key: value", or indent the line if it carries a text on';
  return { message: `the line ${cut(place.line)} has no key${wanted}`, offset };
};

const indentation: Explain = ({ code, message, offset }, _text, place) => {
  if (code === "KEY_OVER_1024_CHARS")
    return { message: "a key has more than 1024 characters; shorten it", offset };
  if (code !== "BAD_INDENT" && !/^Unexpected|Sequence item/.test(message)) return undefined;
  const wanted = "keys of one mapping, and hyphens of one list, begin in one column";
  return { message: `${subject(place)} is indented unlike what stands around it; ${wanted}`, offset };
};

const KINDS: readonly Explain[] = [
  tab,
  directive,
  openQuote,
  escape,
  openBracket,
  blockText,
  insideBrackets,
  goesOn,
  sign,
  colon,
  noColon,
  indentation,
];
