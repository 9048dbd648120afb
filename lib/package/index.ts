/**
 * Reading, writing and naming skill packages. Pure: bytes in, bytes or issues out; nothing here touches a disk,
 * a database or another part of the product.
 */
export type { PackageFile, PackageIssue, PackageResult, SkillPackage } from "./types";
export { JSON_UPLOAD_LIMITS, SKILL_ARCHIVE_LIMITS } from "./limits";
export { checkPath, isWindowsDevice } from "./path-policy";
export { checkPackagePath, findNameIssue, type NameIssue } from "./path-policy";
export {
  COMPILED_FOLDER,
  findByProduct,
  GIT_ATTRIBUTES,
  isForeignCompiled,
  type ByProduct,
} from "./by-products";
export {
  packEntry,
  packHeader,
  packTree,
  readEntryList,
  writeCommit,
  writeEntryList,
  type PlacedEntry,
} from "./git/objects";
export { findSkillFile } from "./package-root";
export { proposeRoot } from "./propose-root";
export { findPathCollision } from "./path-policy";
export { findListingIssue, isZip } from "./path-policy";
export {
  MAX_ROOT_CHARACTERS,
  readAcceptedArchive,
  readArchive,
  readUnplacedArchive,
  readZipFiles,
} from "./read-archive";
export { readFolderUpload, readJsonUpload } from "./read-json-upload";
export { contentDigest } from "./package-digest";
export { LEAST_ALIKE, sketchContent, type ContentSketch } from "./sketch-content";
export { ICON_PATH, readIcon } from "./icon/read-icon";
export { deflateArchive, writeArchive } from "./write-archive";
export { executablesDigest, isExecutable, listExecutables } from "./executables";
export { assemblePackage, comparePaths, listFileDigests, packageDigest } from "./package-digest";
export { PLUGIN_MANIFEST, readPluginArchive } from "./plugin-package";
export type { PluginPackage, PluginResult } from "./plugin-package";
export { readTextFile } from "./text-file";
export { unpackedBytes } from "./package-digest";
