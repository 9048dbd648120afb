/** Prefix of all controls of the form. */
export const INPUT = "input.";
/** Suffix of the hidden controls that say which items a list has. */
export const ITEMS = "[]";
/** Name of the buttons that change the form and run nothing. */
export const ACT = "act";
/** Fills the form with the input of the declared example at this position, counted from 0. */
export const exampleAct = (position: number): string => `example ${position}`;
/** Shows what is written in the other view, as controls or as JSON. */
export const VIEW_ACT = "view";

/** Adds an item at the end of a list. */
export const addAct = (list: string): string => `add ${list}`;

/** Takes the item with this key out of a list. */
export const removeAct = (list: string, key: string): string => `remove ${list} ${key}`;

/** The name of a member's control below another's: dots in names of properties do not separate. */
export function controlName(parent: string, member: string): string {
  const escaped = member.replaceAll("~", "~0").replaceAll(".", "~1");
  return parent === "" ? escaped : `${parent}.${escaped}`;
}

/** True for what can be an input at all: a JSON object. */
export function isInput(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
