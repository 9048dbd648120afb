/** A directory for files of a run that need `bytes` at most: in memory where there is room for them, else that for temporary files. */
export function fastTempDirectory(bytes: number): string;
