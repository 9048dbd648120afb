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
