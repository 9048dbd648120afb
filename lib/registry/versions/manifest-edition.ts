/** Raised with what manifests hold: the worker then reads those anew that were stored before. */
export const MANIFEST_EDITION = 2;
