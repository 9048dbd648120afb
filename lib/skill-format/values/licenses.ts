import parse from "spdx-expression-parse";

/** Longer texts are sentences, not expressions. */
const EXPRESSION_MAX_CHARACTERS = 500;

/** Verdicts on texts seen before: a market has thousands of skills under a handful of licences. */
const KNOWN_MAX = 500;
const known = new Map<string, boolean>();

/** True for an SPDX licence expression such as `MIT` or `MIT OR Apache-2.0` (USK §3-6). */
export function isSpdxExpression(text: string): boolean {
  if (text.length > EXPRESSION_MAX_CHARACTERS) return false;
  let verdict = known.get(text);
  if (verdict === undefined) {
    if (known.size >= KNOWN_MAX) known.clear();
    verdict = parses(text);
    known.set(text, verdict);
  }
  return verdict;
}

function parses(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
