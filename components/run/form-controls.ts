/** Prefix of all controls of the form. */
export const INPUT = "input.";
/** Suffix of the hidden controls that say which items a list has. */
export const ITEMS = "[]";

/** The name of a member's control below another's: dots in names of properties do not separate. */
export function controlName(parent: string, member: string): string {
  const escaped = member.replaceAll("~", "~0").replaceAll(".", "~1");
  return parent === "" ? escaped : `${parent}.${escaped}`;
}

/** True for what can be an input at all: a JSON object. */
export function isInput(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
