import { parseIsoMoment } from "../values/iso-dates";

/** Longer texts are not held to a format. */
const FORMAT_INPUT_MAX = 100_000;

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
  return text.length > FORMAT_INPUT_MAX || (FORMATS[format]?.(text) ?? true);
}
