const MEBIBYTE = 1024 * 1024;

/** What an archive may hold; every number is inclusive. */
export interface ArchiveLimits {
  readonly maxArchiveBytes: number;
  readonly maxUnpackedBytes: number;
  /** Entries of the archive, directories and ignored debris included. */
  readonly maxEntries: number;
}

/** What a JSON upload may hold; every number is inclusive. */
interface JsonUploadLimits {
  readonly maxDecodedBytes: number;
  /** Entries of `files` and `base64_files`; `skill_md` and `requirements` are not counted (USK AG1). */
  readonly maxFiles: number;
}

/** A `.skill` upload by a registered creator. */
export const SKILL_ARCHIVE_LIMITS: ArchiveLimits = {
  maxArchiveBytes: 5 * MEBIBYTE,
  maxUnpackedBytes: 20 * MEBIBYTE,
  maxEntries: 500,
};

/** USK v1.0 AG1: 5 MB decoded, 50 files (5 x 1024 x 1024 bytes, exactly the limit is inside). */
export const JSON_UPLOAD_LIMITS: JsonUploadLimits = { maxDecodedBytes: 5 * MEBIBYTE, maxFiles: 50 };
