import { RE2JS } from "re2js";
import { parseIsoMoment } from "../values/iso-dates";
import { Undecidable } from "./undecidable";

/** Texts longer than this are not run through a pattern: linear time still adds up. */
const PATTERN_INPUT_MAX = 100_000;

/** Searches a text for a pattern of a schema in linear time. Throws `Undecidable` for what RE2 cannot express. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > PATTERN_INPUT_MAX) throw new Undecidable("a text is too long for its pattern");
  return compile(pattern).matcher(text).find();
}

function compile(pattern: string): RE2JS {
  if (pattern.length > 2_000) throw new Undecidable("a pattern is too long");
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    throw new Undecidable(`the pattern ${pattern.slice(0, 80)} needs lookaround or back-references`);
  }
}

const FORMATS: Record<string, (text: string) => boolean> = {
  date: (text) => parseIsoMoment(text)?.dateOnly === true,
  "date-time": (text) =>
    /[Zz]$|[+-]\d{2}:\d{2}$/.test(text) && parseIsoMoment(text.toUpperCase())?.dateOnly === false,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text),
  email: (text) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/.test(text) && !text.endsWith("."),
};

/** The formats an example is held to; a format not listed says nothing, as Draft-07 allows. */
export function matchesFormat(format: string, text: string): boolean {
  return text.length > PATTERN_INPUT_MAX || (FORMATS[format]?.(text) ?? true);
}
