import parse from "spdx-expression-parse";

/** Longer texts are sentences, not expressions. */
const EXPRESSION_MAX_CHARACTERS = 500;

/** True for an SPDX licence expression such as `MIT` or `MIT OR Apache-2.0` (R-002-42). */
export function isSpdxExpression(text: string): boolean {
  if (text.length > EXPRESSION_MAX_CHARACTERS) return false;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
