import { cookies, headers } from "next/headers";
import { showWritten } from "@/components/forms/written-in";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import {
  storeForPage,
  refusedFormCookieName,
  toRefusedForm,
  takeRefusedForm,
} from "@/lib/web/http/refused-forms";

/**
 * Which form was sent, what it held, and the names of the fields that may be shown again: never one with a password.
 */
export interface SentForm {
  /** As the component calls it (`writtenIn`). */
  name: string;
  form: FormData;
  fields: readonly string[];
  /** What it is about: a page with many such forms says so, once it is done. */
  about?: string;
  /** What the page offers once it is done, where it can be taken back. */
  did?: string | undefined;
}

/**
 * Keeps what was written into a form that is refused, for the page of `path` (with its language) to show once more;
 * false where it is too much.
 */
export async function storeWritten(path: string, { name, form, fields }: SentForm): Promise<boolean> {
  const refused = toRefusedForm(name, fields, (field) => form.get(field));
  const address = subscriberOfStamped((await headers()).get("x-forwarded-for"));
  const cookie = await storeForPage(refused, { path, address });
  if (cookie) (await cookies()).set(cookie.name, cookie.value, cookie.options);
  return cookie !== null;
}

/**
 * Has the forms of the page that is being made show what was written into the one that was refused; a page says so
 * once, before its forms. One with several like forms also says which field was `wrong`, as its address names it.
 */
export async function recallWritten(wrong?: string): Promise<void> {
  const key = (await cookies()).get(refusedFormCookieName())?.value;
  const refused = key === undefined ? null : await takeRefusedForm(key);
  if (refused) showWritten(refused, wrong);
}
