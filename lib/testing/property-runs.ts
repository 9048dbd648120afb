/**
 * How often a property is tried: as often as said in the long proof (`FULL=1`), else a quarter as often. The values
 * drawn are the same each time, so that the quarter is always the same one.
 */
export function runs(inLongProof: number): number {
  return process.env["FULL"] ? inLongProof : Math.ceil(inLongProof / 4);
}
