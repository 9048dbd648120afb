// A file of its own: browsers are sent the other formats, and know no node:url.
import { domainToASCII, domainToUnicode } from "node:url";

/** What its own script writes alike, or could be taken for a stroke, a letter or a dot: 一, 丨, 丶, 丿, 乙, 亅, 〇, 口, 工. */
const LOOKS_LIKE_ANOTHER = /[\u3007\u4e00\u4e28\u4e36\u4e3f\u4e59\u4e85\u53e3\u5de5]/u;
/** A label wholly of Hangul syllables, or wholly of Han characters, that nothing in Latin letters looks like. */
const PLAIN = /^(?:[\uac00-\ud7a3]+|\p{Script=Han}+)$/u;
const ASCII = /^[a-z0-9-]+$/;

/**
 * A domain for people to read, from its form in the DNS. Labels in other scripts are shown as they are written only
 * where they cannot be mistaken for others; Latin letters with marks, Cyrillic, Greek, kana and mixed ones stay
 * `xn--…`, and so does the whole of such a domain.
 */
export function shownDomain(domain: string): string {
  const written = domainToUnicode(domain);
  const isPlain = written.split(".").every((label) => isPlainLabel(label));
  return isPlain && domainToASCII(written) === domain ? written : domain;
}

const isPlainLabel = (label: string) =>
  (ASCII.test(label) && !label.startsWith("xn--")) || (PLAIN.test(label) && !LOOKS_LIKE_ANOTHER.test(label));
