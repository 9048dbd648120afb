const PREFIX = "sha256:";
const PATH = /^\/icons\/([0-9a-f]{64})\.png$/;

/** Where the picture of a digest is served; another picture has another address. */
export const iconPath = (digest: string): string => `/icons/${digest.slice(PREFIX.length)}.png`;

/** The digest of the picture that is served there; null of any other path. */
export function digestOfIcon(path: string): string | null {
  const [, hex] = PATH.exec(path) ?? [];
  return hex === undefined ? null : PREFIX + hex;
}
