import { DESCRIPTION_MAX_CHARACTERS, METADATA_DESCRIPTION_MIN, NAME_MAX_CHARACTERS } from "../constants";
import { EVOLUTION_FILE, isManaged, wasGatheredElsewhere } from "../evolution/evolution";
import { readEvolution } from "../evolution/read-evolution";
import { isBefore, parseIsoMoment } from "../values/iso-dates";
import { isDateVersion, isSemVer } from "../values/versions";
import { isCommitHash, isHttpsUrl } from "../values/web-addresses";
import { booleanAt, textAt } from "../yaml/node";
import { type Check, type DialectTable, may, must, type Row, type Test } from "./dialect";
import { atLeast, atMost, form, packageFile, SAYS_WHEN } from "./tests";

/** Doubled hyphens inside are valid here. */
const NAME = form(
  (name) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name),
  "must be lower-case a-z, digits and hyphens, and begin and end with a letter or digit",
);

const ADDRESS = form(isHttpsUrl, "is not an https:// URL with a host and without blanks");

/** 40 hexadecimal digits (docs/dialects/differences.md). */
const COMMIT = form(isCommitHash, "is not a commit hash of 40 hexadecimal digits");

const VERSION = form(
  (version) => isSemVer(version) || isDateVersion(version),
  "is neither MAJOR.MINOR.PATCH nor a date YYYY.MM.DD",
);

const DATE = form(
  (date) => parseIsoMoment(date) !== null,
  "is not an ISO 8601 date or date-time such as 2026-01-23 or 2026-01-23T10:30:00Z",
);

const NOT_BEFORE_CREATED: Test = {
  code: "DATE_ORDER",
  severity: "warning",
  fault: (text, { parent }) => {
    const created = parseIsoMoment(textAt(parent, "created_at") ?? "");
    const updated = parseIsoMoment(text);
    return created !== null && updated !== null && isBefore(updated, created)
      ? "lies before created_at"
      : null;
  },
};

/** Dates stay the text that was written (Skill Metadata §2.2). */
const date = (path: string, rule: string, ...tests: readonly Test[]): Row => ({
  ...may(path, "text", rule, DATE, ...tests),
  quiet: true,
});

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

/** Skill Metadata v1.0. */
export const metadata: DialectTable = {
  id: "metadata",
  title: "Skill Metadata v1.0",
  sections: {
    "§3.1": [
      must(
        "name",
        "text",
        `1 to ${NAME_MAX_CHARACTERS} characters: a-z, digits and hyphens, a letter or digit at both ends`,
        atMost(NAME_MAX_CHARACTERS),
        NAME,
      ),
    ],
    "§3.2": [
      must(
        "description",
        "text",
        `${METADATA_DESCRIPTION_MIN} to ${DESCRIPTION_MAX_CHARACTERS} characters: what, and when`,
        atLeast(METADATA_DESCRIPTION_MIN),
        atMost(DESCRIPTION_MAX_CHARACTERS),
        SAYS_WHEN,
      ),
    ],
    "§3.3": [may("source_url", "text", "an https URL with a host", ADDRESS)],
    "§3.4": [may("source_hash", "text", "a commit hash of 40 hexadecimal digits", COMMIT)],
    "§3.5": [may("version", "text", "SemVer, or the date of a real day `YYYY.MM.DD`", VERSION)],
    "§3.6": [
      date("created_at", "ISO 8601 date or date-time"),
      date("updated_at", "ISO 8601 date or date-time, not before `created_at`", NOT_BEFORE_CREATED),
    ],
    "§1.2": [
      may("evolution_enabled", "boolean", "`true` unless written otherwise; `false` makes a skill static"),
    ],
    "§1.3": [
      may("license", "text", "any text"),
      {
        ...may("entry_point", "text", "a relative path inside the package", ...packageFile("warning")),
        means: "entry point",
      },
      may("dependencies", "texts", "texts"),
      may("allowed-tools", "tools", "tools separated by commas or blanks"),
      may("model", "text", "the name of a model"),
    ],
  },
  signs: [
    "source_url",
    "source_hash",
    "created_at",
    "updated_at",
    "evolution_enabled",
    "entry_point",
    "dependencies",
    "model",
  ],
  isShown: ({ files }) => files.has(EVOLUTION_FILE),
  checks: [checkEvolutionFile],
};
