import { DESCRIPTION_MAX_CHARACTERS, METADATA_DESCRIPTION_MIN, NAME_MAX_CHARACTERS } from "../constants";
import { checkBoolean, checkText, checkTextList, findingAt, quote, textAt } from "../fields";
import { isBefore, parseIsoMoment } from "../values/iso-dates";
import { isDateVersion, isSemVer } from "../values/versions";
import { nodeAt } from "../yaml/node";
import { checkToolsField } from "./allowed-tools-field";
import { lengthBetween, optionalText, requiredText, saysWhenToUse, unknownKeys } from "./base";
import type { Check, DialectDefinition } from "./dialect";
import { checkPackageFile } from "./entry-points";
import { checkEvolutionFile } from "./evolution-file";
import { DIALECT_KEYS } from "./keys";
import { isCommitHash, isHttpsUrl } from "./source-fields";

/**
 * Skill Metadata §3.1: lower-case letters, digits and hyphens, no hyphen at the ends; doubled ones inside are valid
 * here.
 */
const checkName: Check = ({ frontMatter }, report) => {
  const name = textAt(frontMatter, "name");
  if (name === undefined || /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name)) return;
  const message = `${quote(name)} must be lower-case a-z, digits and hyphens, and begin and end with a letter or digit`;
  report(
    findingAt(nodeAt(frontMatter, "name"), {
      severity: "error",
      code: "FIELD_FORMAT",
      path: "name",
      message,
    }),
  );
};

/** Skill Metadata §3.3: an https URL with a host; any host. */
const checkSourceUrl: Check = ({ frontMatter }, report) => {
  const url = textAt(frontMatter, "source_url");
  if (url === undefined || isHttpsUrl(url)) return;
  const message = `${quote(url)} is not an https:// URL with a host and without blanks`;
  const node = nodeAt(frontMatter, "source_url");
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "source_url", message }));
};

/** Skill Metadata §3.4 (docs/dialects/differences.md): 40 hexadecimal digits. */
const checkSourceHash: Check = ({ frontMatter }, report) => {
  const hash = textAt(frontMatter, "source_hash");
  if (hash === undefined || isCommitHash(hash)) return;
  const message = `${quote(hash)} is not a commit hash of 40 hexadecimal digits`;
  const node = nodeAt(frontMatter, "source_hash");
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "source_hash", message }));
};

/** Skill Metadata §3.5: SemVer, or the date of a real day. */
const checkVersion: Check = ({ frontMatter }, report) => {
  const version = textAt(frontMatter, "version");
  if (version === undefined || isSemVer(version) || isDateVersion(version)) return;
  const message = `${quote(version)} is neither MAJOR.MINOR.PATCH nor a date YYYY.MM.DD`;
  const node = nodeAt(frontMatter, "version");
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "version", message }));
};

/** Skill Metadata §2.2, §3.6: dates stay the text that was written, and are ISO 8601. */
const checkDates: Check = ({ frontMatter }, report) => {
  for (const key of ["created_at", "updated_at"]) {
    checkText(frontMatter, key, report, { quietCoercion: true });
    const text = textAt(frontMatter, key);
    if (text === undefined || parseIsoMoment(text) !== null) continue;
    const message = `${quote(text)} is not an ISO 8601 date or date-time such as 2026-01-23 or 2026-01-23T10:30:00Z`;
    report(
      findingAt(nodeAt(frontMatter, key), { severity: "error", code: "FIELD_FORMAT", path: key, message }),
    );
  }
};

/** Skill Metadata §3.6: `updated_at` before `created_at`. */
const checkDateOrder: Check = ({ frontMatter }, report) => {
  const created = parseIsoMoment(textAt(frontMatter, "created_at") ?? "");
  const updated = parseIsoMoment(textAt(frontMatter, "updated_at") ?? "");
  if (created === null || updated === null || !isBefore(updated, created)) return;
  const node = nodeAt(frontMatter, "updated_at");
  const message = "lies before created_at";
  report(findingAt(node, { severity: "warning", code: "DATE_ORDER", path: "updated_at", message }));
};

/** Skill Metadata §1.2: `evolution_enabled` is a boolean. */
const checkEvolutionEnabled: Check = ({ frontMatter }, report) => {
  checkBoolean(frontMatter, "evolution_enabled", report);
};

/** Skill Metadata §1.3: `dependencies` is a list of texts. */
const checkDependencies: Check = ({ frontMatter }, report) => {
  checkTextList(frontMatter, "dependencies", report);
};

/**
 * Skill Metadata §1.3: `entry_point` is a path; a missing file is only advised against, as the document does not
 * demand it.
 */
const checkEntryPoint: Check = (view, report) => {
  checkPackageFile(view, nodeAt(view.frontMatter, "entry_point"), "entry_point", report, "warning");
};

/**
 * Skill Metadata §1.3 (docs/dialects/differences.md): `allowed-tools` is a text, commas or blanks between the tools.
 */
const checkAllowedTools: Check = ({ frontMatter }, report) => checkToolsField(frontMatter, report);

/** Skill Metadata v1.0. */
export const metadata: DialectDefinition = {
  id: "metadata",
  title: "Skill Metadata v1.0",
  keys: DIALECT_KEYS.metadata,
  checks: [
    requiredText("name"),
    lengthBetween("name", { max: NAME_MAX_CHARACTERS }),
    checkName,
    requiredText("description"),
    lengthBetween("description", { min: METADATA_DESCRIPTION_MIN, max: DESCRIPTION_MAX_CHARACTERS }),
    saysWhenToUse,
    optionalText("source_url"),
    checkSourceUrl,
    optionalText("source_hash"),
    checkSourceHash,
    optionalText("version"),
    checkVersion,
    checkDates,
    checkDateOrder,
    checkEvolutionEnabled,
    optionalText("license"),
    optionalText("entry_point"),
    checkEntryPoint,
    checkDependencies,
    checkAllowedTools,
    optionalText("model"),
    checkEvolutionFile,
    unknownKeys({ id: "metadata", keys: DIALECT_KEYS.metadata }),
  ],
};
