import { cut, type Explain, IN_QUOTES, subject } from "./fault-kind";
import { findAbove, placeOf } from "./fault-place";

/** A quote that is never closed, told where it opens. */
export const openQuote: Explain = ({ message, offset }, text) => {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote === undefined) return undefined;
  const place =
    findAbove(text, offset, ({ line, value }) => line.startsWith(quote) || isOpenQuote(value, quote)) ??
    placeOf(text, offset);
  const inside = quote === "'" ? "; an apostrophe inside is written twice" : "";
  return {
    message: `${subject(place)} opens a quote ${quote} that is not closed; close it${inside}`,
    offset: place.start,
  };
};

/** A backslash in double quotes that no escape follows. */
export const escape: Explain = ({ code, message, offset }, _text, place) => {
  if (code !== "BAD_DQ_ESCAPE") return undefined;
  const written = /(\\.*)$/s.exec(message)?.[1] ?? "\\";
  return {
    message: `${subject(place)} holds ${cut(written)}, which is no escape; write \\\\ for a backslash, or use single quotes`,
    offset,
  };
};

/** `"MIT" or so`, `[WIP] a draft`: what is closed goes on. */
export const goesOn: Explain = ({ message, offset }, _text, place) => {
  const first = place.value[0] ?? "";
  if (message.startsWith("Comments must be separated")) {
    return {
      message: `${subject(place)} is followed by # without a blank; put a blank before #, or all of it in quotes`,
      offset,
    };
  }
  const isBehind = offset > place.start + place.indent.length;
  if (!isBehind || !/Unexpected|separated/.test(message)) return undefined;
  if (first === '"' || first === "'" || /^["']/.test(place.line)) {
    const quote = first === "'" || place.line.startsWith("'") ? "'" : '"';
    const inside = quote === "'" ? "write each apostrophe inside twice" : 'write each quote inside as \\"';
    return {
      message: `${subject(place)} goes on behind its closing quote ${quote}; put all of it in quotes and ${inside}`,
      offset,
    };
  }
  if (first !== "[" && first !== "{") return undefined;
  const close = first === "[" ? "]" : "}";
  return {
    message: `${subject(place)} begins with ${first} and goes on behind ${close}; ${IN_QUOTES}`,
    offset,
  };
};

/** A value that begins with the quote and does not end with it. */
function isOpenQuote(value: string, quote: string): boolean {
  if (!value.startsWith(quote)) return false;
  const inside = value.slice(1).replaceAll(quote === "'" ? "''" : /\\./g, "");
  return !inside.includes(quote);
}
