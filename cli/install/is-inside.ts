import path from "node:path";

/**
 * Whether a place is below a directory, by the rules of this system or of the one whose rules are given. Both are
 * absolute and without links.
 */
export function isInside(directory: string, place: string, rules: typeof path.posix = path): boolean {
  const way = rules.relative(directory, place);
  return way !== "" && way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
}
