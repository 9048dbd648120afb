/** Raised with what manifests hold, or what is read of the package beside them: the worker then reads those anew that were stored before. */
export const MANIFEST_EDITION = 5;
