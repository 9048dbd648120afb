/** A schema that cannot be evaluated safely. Thrown and caught inside this folder only. */
export class Undecidable extends Error {}
