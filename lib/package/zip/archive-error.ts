import type { PackageIssue, PackageIssueCode } from "../types";

/** Stops the reading of an archive at the first fault; `readArchive` turns it into an issue. */
export class ArchiveError extends Error {
  readonly issue: PackageIssue;

  constructor(code: PackageIssueCode, message: string, path?: string) {
    super(message);
    this.name = "ArchiveError";
    this.issue = path === undefined ? { code, message } : { code, message, path };
  }
}

/** A structural fault: readers of ZIP files could disagree about what such an archive holds. */
export function invalidArchive(message: string, path?: string): ArchiveError {
  return new ArchiveError("ARCHIVE_INVALID", message, path);
}
