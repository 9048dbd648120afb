import { EVOLUTION_FILE, isManaged, wasGatheredElsewhere } from "../evolution/evolution";
import { readEvolution } from "../evolution/read-evolution";
import { isBefore, parseIsoMoment } from "../values/iso-dates";
import { isDateVersion, isSemVer } from "../values/versions";
import { isCommitHash, isHttpsUrl } from "../values/web-addresses";
import { booleanAt, textAt } from "../yaml/node";
import { type Check, form, readTable, type Tests } from "./dialect";
import table from "./metadata.json" with { type: "json" };

const TESTS: Tests = {
  "https-url": form(isHttpsUrl, "is not an https:// URL with a host and without blanks"),
  /** 40 hexadecimal digits (docs/dialects/differences.md). */
  "commit-hash": form(isCommitHash, "is not a commit hash of 40 hexadecimal digits"),
  version: form(
    (version) => isSemVer(version) || isDateVersion(version),
    "is neither MAJOR.MINOR.PATCH nor a date YYYY.MM.DD",
  ),
  date: form(
    (date) => parseIsoMoment(date) !== null,
    "is not an ISO 8601 date or date-time such as 2026-01-23 or 2026-01-23T10:30:00Z",
  ),
  "not-before-created": {
    code: "DATE_ORDER",
    severity: "warning",
    fault: (text, { parent }) => {
      const created = parseIsoMoment(textAt(parent, "created_at") ?? "");
      const updated = parseIsoMoment(text);
      return created !== null && updated !== null && isBefore(updated, created)
        ? "lies before created_at"
        : null;
    },
  },
};

/** Skill Metadata §4: the optional `evolution.json`. What is wrong in it never stops the other checks. */
const checkEvolutionFile: Check = ({ frontMatter, files }, findings) => {
  const source = files.get(EVOLUTION_FILE);
  if (source === undefined) return;
  const reading = readEvolution(source);
  if (reading.members !== undefined) {
    // switched off, or a static skill (docs/dialects/differences.md): the experience is not used
    if (booleanAt(frontMatter, "evolution_enabled") === false) {
      findings.warning("EVOLUTION_IGNORED", EVOLUTION_FILE, "is not used, as evolution_enabled is false");
    } else if (!isManaged(frontMatter)) {
      findings.info("EVOLUTION_IGNORED", EVOLUTION_FILE, "is not used, as the skill has no lifecycle field");
    }
  }
  findings.list.push(...reading.findings);
  if (!wasGatheredElsewhere(reading.members?.["last_evolved_hash"], textAt(frontMatter, "source_hash")))
    return;
  const message = "differs from source_hash: the experience was gathered on another version of the source";
  findings.warning("EVOLUTION_STALE", `${EVOLUTION_FILE}#last_evolved_hash`, message);
};

/** Skill Metadata v1.0. Dates stay the text that was written (§2.2). */
export const metadata = readTable("metadata", table, TESTS, {
  isShown: ({ files }) => files.has(EVOLUTION_FILE),
  checks: [checkEvolutionFile],
});
