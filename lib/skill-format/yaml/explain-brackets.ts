import { type Explain, IN_QUOTES, subject } from "./fault-kind";
import { findAbove, placeOf } from "./fault-place";

/** A bracket that is never closed, told where it opens. */
export const openBracket: Explain = ({ message, offset }, text) => {
  const bracket = /^Flow .* end with an? ([\]}])$/.exec(message)?.[1];
  if (bracket === undefined) return undefined;
  const opening = bracket === "]" ? "[" : "{";
  const place =
    findAbove(text, offset, ({ line }) => line.split(opening).length > line.split(bracket).length) ??
    placeOf(text, offset);
  const comment = / #/.test(place.line) ? ' (" #" begins a comment there)' : "";
  return {
    message: `${subject(place)} opens a bracket ${opening} that is not closed${comment}; close it with ${bracket}, or ${IN_QUOTES}`,
    offset: place.start,
  };
};

/** Entries in brackets that cannot stand so. */
export const insideBrackets: Explain = ({ code, message, offset }, _text, place) => {
  if (code === "BLOCK_IN_FLOW" || (code === "MULTILINE_IMPLICIT_KEY" && /flow/i.test(message))) {
    const message = `${subject(place)} holds ": " inside brackets where none can stand; put that text in quotes`;
    return { message, offset };
  }
  if (!/ flow (?:map|sequence)|between flow/.test(message)) return undefined;
  if (/^Unexpected (?:,|empty)/.test(message))
    return {
      message: `${subject(place)} has a comma in its brackets where an entry is expected; remove it`,
      offset,
    };
  return {
    message: `${subject(place)} has entries in its brackets that no comma separates; put commas between them, or ${IN_QUOTES}`,
    offset,
  };
};
