import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";

/** A name in the DNS has 253 characters (RFC 1035 2.3.4), and the record stands below the domain, at `_emporion.`. */
const MAX_CHARACTERS = 253 - "_emporion.".length;
const MAX_WRITTEN = 512;
/** What `domainToASCII` would cut off, decode or read as something else than a name. */
const NOT_OF_A_NAME = /[\s/:@?#[\]\\%]/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A domain as it is asked for in the DNS, read from what somebody wrote: lower case, ASCII (`xn--…` for other scripts),
 * two labels or more, no dot at its end. Null for anything else: an address, a port, an IP address, a single label, a
 * name that is too long.
 */
export function readDomainName(written: string): string | null {
  const text = written.trim();
  if (text.length > MAX_WRITTEN || NOT_OF_A_NAME.test(text)) return null;
  const name = domainToASCII(text).replace(/\.$/, "");
  const labels = name.split(".");
  if (name.length > MAX_CHARACTERS || labels.length < 2 || isIP(name) !== 0) return null;
  // What stands for another script must be one: newer releases of Node.js leave what they cannot decode as it is.
  const isDecoded = !domainToUnicode(name)
    .split(".")
    .some((label) => label.startsWith("xn--"));
  return isDecoded && labels.every((label) => LABEL.test(label)) ? name : null;
}
