/** An answer of another side that has not the form it must have; the message names the member and what is wrong. */
export class AnswerInvalid extends Error {}

/** Takes a value of another side for what it must be. Throws `AnswerInvalid`, naming it, for anything else. */
export type Reader<T> = (value: unknown, name: string) => T;

/** What a record of readers reads. */
export type Read<Shape> = { [Name in keyof Shape]: Shape[Name] extends Reader<infer T> ? T : never };

function readerOf<T>(isSuch: (value: unknown) => value is T, what: string): Reader<T> {
  return (value, name) => {
    if (isSuch(value)) return value;
    throw new AnswerInvalid(`${name} is not ${what}`);
  };
}

export const flag = readerOf((value) => typeof value === "boolean", "true or false");
export const record = readerOf(
  (value): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
  "an object",
);
/** A number of things. */
export const count = readerOf(
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  "a whole number",
);
/** The name of one thing of the other side, such as `quo_01jd…`; it may stand in an address. */
export const id = matching(/^\w{1,64}$/, "an id");
/** Of a version; it may stand in an address and in a file. */
export const versionNumber = matching(/^[^\s/\\\p{C}]{1,64}$/u, "a version");
/** Something that gives access; it is sent back in a header. */
export const secret = matching(/^[\x21-\x7E]{1,512}$/, "a token");
/** Of a package, as it is written everywhere. */
export const packageDigest = matching(/^sha256:[0-9a-f]{64}$/, "a digest");
/** An address that a person may open. */
export const webAddress = readerOf(
  (value): value is string =>
    typeof value === "string" &&
    value.length <= 2_048 &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol),
  "a web address",
);

/** Any text of at most so many characters; whoever shows it must expect anything in it. */
export const text = (maxCharacters: number): Reader<string> =>
  readerOf(
    (value): value is string => typeof value === "string" && value.length <= maxCharacters,
    `a text of at most ${maxCharacters} characters`,
  );

export function matching(form: RegExp, what: string): Reader<string> {
  return readerOf((value): value is string => typeof value === "string" && form.test(value), what);
}

export const oneOf = <T extends string>(...words: readonly T[]): Reader<T> =>
  readerOf((value): value is T => words.some((word) => word === value), `one of ${words.join(", ")}`);

export const nullable =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, name) =>
    value === null ? null : read(value, name);

export const listOf =
  <T>(read: Reader<T>, max: number): Reader<T[]> =>
  (value, name) => {
    if (!Array.isArray(value) || value.length > max)
      throw new AnswerInvalid(`${name} is not a list of at most ${max}`);
    return value.map((each: unknown, place) => read(each, `${name}[${place}]`));
  };

/**
 * An object with all of `needed`, and of `optional` those that are there. Other members stay as they were sent.
 */
export const object =
  <Needed extends Record<string, Reader<unknown>>, Optional extends Record<string, Reader<unknown>>>(
    needed: Needed,
    optional?: Optional,
  ): Reader<Read<Needed> & Partial<Read<Optional>>> =>
  (value, name) => {
    const given = record(value, name || "it");
    const place = name ? `${name}.` : "";
    const member = (key: string) => (Object.hasOwn(given, key) ? given[key] : undefined);
    const read: Record<string, unknown> = { ...given };
    for (const [key, reader] of Object.entries(needed)) read[key] = reader(member(key), place + key);
    for (const [key, reader] of Object.entries(optional ?? {}))
      if (member(key) !== undefined) read[key] = reader(member(key), place + key);
    return read as Read<Needed> & Partial<Read<Optional>>;
  };
