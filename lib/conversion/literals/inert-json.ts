import { asSurrogates, quoteVisibly } from "./quote-visibly";

const STRING = /"(?:[^"\\]|\\.)*"/g;
/** What some prompt format or Markdown reader acts on: code spans, `$ARGUMENTS`, `!`, `@`, braces, tags. */
const ACTIVE = /[`$!@{}<>&~]/g;

/**
 * JSON to stand in a Markdown fence, a prompt or a quoted here-document: inside its texts, everything such a place
 * could act on is an escape. Parses to the same value.
 */
export function inertJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(STRING, (text) =>
    quoteVisibly(JSON.parse(text) as string, asSurrogates).replaceAll(ACTIVE, (character) =>
      asSurrogates(character.charCodeAt(0)),
    ),
  );
}
