import { toStorableText } from "@/lib/running/contract/json-text";

const MAX_TEXT_CHARACTERS = 4_000;
/** Files of a package, and more. */
const MAX_TEXTS = 1_000;

/**
 * What was sent is no form of a page: a field is missing that each of its forms has, or it is of another kind. That is
 * the fault of who sent it: `processes/pages/failures.ts` answers with its status, and the log has no failure of it.
 */
export class WrongForm extends Error {
  readonly statusCode = 400;

  constructor(message: string) {
    super(message);
    this.name = "WrongForm";
  }
}

/**
 * One text of a form, bounded, as the database can hold it; empty where nothing was written. Throws WrongForm for a
 * file, and for a field that was sent twice.
 */
export function textOf(form: FormData, name: string, maxCharacters = MAX_TEXT_CHARACTERS): string {
  const [value = "", ...more] = form.getAll(name);
  if (typeof value !== "string" || more.length > 0)
    throw new WrongForm(`The field ${name} is to be one text.`);
  return toStorableText(value.slice(0, maxCharacters));
}

/** All texts of a field that may be sent several times, each bounded. Throws WrongForm for a file, and for too many. */
export function listOf(form: FormData, name: string, maxTexts = MAX_TEXTS): string[] {
  const values = form.getAll(name);
  const texts = values.filter((value) => typeof value === "string");
  if (values.length > maxTexts || texts.length < values.length)
    throw new WrongForm(`The field ${name} is to be at most ${maxTexts} texts.`);
  return texts.map((text) => toStorableText(text.slice(0, MAX_TEXT_CHARACTERS)));
}

/** Which of its buttons or choices a form was sent with. Throws WrongForm where it is none of them. */
export function choiceOf<const Choice extends string>(
  form: FormData,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = textOf(form, name);
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new WrongForm(`The field ${name} is to be one of ${choices.join(", ")}.`);
  return choice;
}

/** Whether a box of a form is ticked. Throws WrongForm like `textOf`. */
export const isTicked = (form: FormData, name: string, value = "on"): boolean => textOf(form, name) === value;
