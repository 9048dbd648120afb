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
