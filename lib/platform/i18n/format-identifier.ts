const SHOWN = 4;

/** 7xKq…9fPa, for lists only: a 4+4 prefix can be faked, so pay, sign and verify screens show the whole address. */
export function shortAddress(address: string): string {
  return address.length <= 2 * SHOWN + 1 ? address : `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
}

/** sha256:9f2c…b7e0. The algorithm is kept, or added when only the 64 hexadecimal digits are given. */
export function shortDigest(digest: string): string {
  const [algorithm, hex] = splitDigest(digest);
  return hex.length <= 2 * SHOWN + 1 ? digest : `${algorithm}:${hex.slice(0, SHOWN)}…${hex.slice(-SHOWN)}`;
}

/** The whole digest with its algorithm. */
export function fullDigest(digest: string): string {
  return splitDigest(digest).join(":");
}

/** Seven characters of a commit, as Git shows it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

function splitDigest(digest: string): [algorithm: string, hex: string] {
  const colon = digest.indexOf(":");
  return colon < 0 ? ["sha256", digest] : [digest.slice(0, colon), digest.slice(colon + 1)];
}
