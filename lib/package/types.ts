/** One file of a skill package; the path is relative to the package root (see `checkPath`). */
export interface PackageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The archive said that the file may be run; absent where the source could not tell (a JSON upload). */
  readonly executable?: boolean;
}

/** A package whose paths, sizes and structure have been checked. */
export interface SkillPackage {
  /** Sorted by the UTF-8 bytes of the path. */
  readonly files: readonly PackageFile[];
  /** Name of the single root directory of the archive; absent for a flat archive or a JSON upload. */
  readonly rootDirectory?: string;
  /** `sha256:<hex>` over the canonical file list (see `packageDigest`). */
  readonly digest: string;
}

export type PackageIssueCode =
  | "SKILL_MD_MISSING"
  | "FILE_INVALID_TYPE"
  | "ARCHIVE_INVALID"
  | "PATH_INVALID"
  | "CONTENT_TOO_LARGE"
  | "CONTENT_TOO_MANY_FILES"
  | "BASE64_DECODE_FAILED"
  | "REQUEST_INVALID";

/** Why a package was refused. `path` names the entry, with invisible characters written as escapes. */
export interface PackageIssue {
  readonly code: PackageIssueCode;
  readonly message: string;
  readonly path?: string;
}

export type PackageResult =
  | { readonly ok: true; readonly package: SkillPackage }
  | { readonly ok: false; readonly issue: PackageIssue };

export type ZipFilesResult =
  | { readonly ok: true; readonly files: readonly PackageFile[] }
  | { readonly ok: false; readonly issue: PackageIssue };
