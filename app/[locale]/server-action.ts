import { z } from "zod";
import { WrongForm } from "@/app/[locale]/form-fields";
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
