/**
 * Reading, writing and naming skill packages. Pure: bytes in, bytes or issues out; nothing here touches a disk,
 * a database or another part of the product.
 */
export type {
  PackageFile,
  PackageIssue,
  PackageIssueCode,
  PackageResult,
  SkillPackage,
  ZipFilesResult,
} from "./types";
export {
  DRAFT_ARCHIVE_LIMITS,
  JSON_UPLOAD_LIMITS,
  SKILL_ARCHIVE_LIMITS,
  type ArchiveLimits,
  type JsonUploadLimits,
} from "./limits";
export { checkPath, MAX_PATH_CHARACTERS } from "./path-policy";
export { findSkillFile } from "./package-root";
export { findPathCollision } from "./path-collisions";
export { readArchive, readZipFiles } from "./read-archive";
export { readJsonUpload } from "./read-json-upload";
export { deflateArchive, writeArchive, type WriteArchiveOptions } from "./write-archive";
export {
  assemblePackage,
  canonicalFileList,
  comparePaths,
  listFileDigests,
  packageDigest,
  type FileDigest,
} from "./package-digest";
export { readTextFile } from "./text-file";
export { unpackedBytes } from "./unpacked-bytes";
