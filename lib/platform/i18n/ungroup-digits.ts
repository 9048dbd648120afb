/** One to three digits, then groups of three, each behind the same mark; a fraction may follow a point. */
const GROUPED = /^(-?\d{1,3})(?:([,_\s])\d{3})(?:\2\d{3})*(\.\d+)?$/;

/**
 * A number as people paste it, `1,000,000` or `1 000 000`, without what groups its digits. Anything else comes back as
 * it was: a comma that does not group, as in `0,5`, is somebody's decimal mark, and leaving it out would make another
 * number of it.
 */
export function ungroupDigits(written: string): string {
  const trimmed = written.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(/[,_\s]/g, "") : trimmed;
}
