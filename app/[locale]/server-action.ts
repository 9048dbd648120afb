import { z } from "zod";
import { toStorableText } from "@/lib/running/contract/json-text";
import { noteActionBegun } from "@/lib/web/http/watched-request";

const MAX_FIELDS = 2_000;
const ID_FORM = /^[\w-]{1,64}$/;
const MAX_PATH_CHARACTERS = 500;
/** Of this site: what begins with two slashes names another one. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/;
const QUERY = /^(?:|\?[^\\\s#]*)$/;

/** What an action is sent, apart from what its own file names. */
export const FORM = z.instanceof(FormData).refine((form) => [...form.keys()].length <= MAX_FIELDS);
export const ID = z.string().regex(ID_FORM);
/** Path of a page, with its query. */
export const PATH = z.string().max(MAX_PATH_CHARACTERS).regex(OWN_PATH);
export const PAGE_QUERY = z.string().max(MAX_PATH_CHARACTERS).regex(QUERY);
/** What a form gives back that its action does not read. */
export const UNREAD = z.unknown();

type Shape = readonly z.ZodType[];
type Sent<Given extends Shape> = { [Place in keyof Given]: z.input<Given[Place]> };
type Read<Given extends Shape> = { [Place in keyof Given]: z.output<Given[Place]> };

/**
 * A server action: all of them are made here. The address of one stands in the scripts of the pages, so anybody sends it
 * what they like, by a form or a call. `shape` says what its arguments are, in their order; anything else throws
 * WrongForm, and `work` is not called. More than it names is left out.
 */
export function serverAction<const Given extends Shape, Answer>(
  shape: Given,
  work: (...given: Read<Given>) => Promise<Answer>,
): (...sent: Sent<Given>) => Promise<Answer> {
  return async (...sent) => {
    noteActionBegun();
    return work(...readArguments(shape, sent));
  };
}

function readArguments<Given extends Shape>(shape: Given, sent: readonly unknown[]): Read<Given> {
  const given = shape.map((reader, place) => {
    const read = safely(() => reader.safeParse(sent[place]));
    if (read?.success !== true) throw new WrongForm(`Argument ${place + 1} of the action cannot be read.`);
    return read.data;
  });
  return given as Read<Given>;
}

/** Null where what is read throws: the framework hands over things that throw when they are looked at. */
function safely<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

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
