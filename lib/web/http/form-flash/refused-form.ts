/** What somebody wrote into a form that was refused. */
export interface RefusedForm {
  /** Which form of its page it was. */
  form: string;
  /** What was written, by the names of the fields. Never a password. */
  fields: Readonly<Record<string, string>>;
}

/** How long it waits for the page that shows the form again. */
export const KEEP_SECONDS = 600;

/** More than the longest text of any form takes, in three bytes a character. */
export const MAX_STORED_BYTES = 32 * 1024;

/** What it takes to keep it, in bytes. */
export const sizeOf = (refused: RefusedForm) => Buffer.byteLength(JSON.stringify(refused));

/** Of the fields that may be shown again, those in which something was written; files never are. */
export function toRefusedForm(
  form: string,
  names: readonly string[],
  valueOf: (name: string) => unknown,
): RefusedForm {
  const written = names.flatMap((name) => {
    const value = valueOf(name);
    // Browsers send line ends as CRLF, and count them as one character.
    return typeof value === "string" && value !== "" ? [[name, value.replaceAll("\r\n", "\n")] as const] : [];
  });
  return { form, fields: Object.fromEntries(written) };
}
