/** An https URL with a host, without white space in the written text (Skill Metadata §3.3). */
export function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s/?#]\S*$/i.test(text) && hasHost(text);
}

/** A web address a page may link to: http or https with a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(text) && hasHost(text);
}

function hasHost(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== "";
}

/** 40 hexadecimal digits, in either case: a Git commit hash (Skill Metadata §3.4). */
export function isCommitHash(text: string): boolean {
  return /^[0-9a-f]{40}$/i.test(text);
}

const MAX_CHARACTERS = 2_048;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The address where an `http` skill is called, as `URL` writes it; null for what is none that everybody can reach
 * safely: not https, a name and a password in it, a fragment, an IP address, a host of one label (`localhost`), a blank
 * or a control character, or more than 2048 characters.
 */
export function readEndpoint(written: string): string | null {
  if (written.length > MAX_CHARACTERS || !/^https:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu.test(written))
    return null;
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  const labels = url.hostname.split(".");
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  const isNumber = /^\d+$/.test(labels.at(-1) ?? "");
  const isPlain = url.username === "" && url.password === "" && !written.includes("#");
  return isName && !isNumber && isPlain && url.href.length <= MAX_CHARACTERS ? url.href : null;
}
