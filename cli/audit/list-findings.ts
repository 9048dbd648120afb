import type { CopyVerdict } from "@/client";
import { isPrerelease } from "@/lib/skill-format";
import { LINE_ENDS_REMEDY } from "../install/line-ends";
import type { LockedSkill } from "../install/lock-file";
import { findOtherPublisher } from "../install/other-publisher";

/** How grave a finding is, mildest first. Advisories have the severity that their market gave them. */
export const SEVERITIES = ["info", "low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What is found, and what it means. */
export const KINDS = {
  advisory: "The market has published an advisory about the installed version",
  held: "The market keeps the skill in quarantine",
  withdrawn: "The installed version was withdrawn",
  deprecated: "The owner of the skill says that another one takes its place",
  "seal-ended": "The installed version was sealed, and no seal counts any more",
  policy: "A policy refuses the installed version",
  unknown: "The market does not know what is installed",
  changed: "Installed files differ from what was published",
  "line-ends": "Installed files differ in their line ends alone",
  missing: "The lock file names a skill that is not there",
  behind: "The market gives out another version now",
} as const;
export type Kind = keyof typeof KINDS;

export interface Finding {
  kind: Kind;
  severity: Severity;
  text: string;
  /** What to do. */
  remedy: string;
  /** Of an advisory. */
  id?: string;
  url?: string;
}

/** What the comparison with the lock file has shown, of all folders of a skill. */
export interface LocalState {
  differences: readonly string[];
  lineEnds: readonly string[];
  /** Folders in which it is not there. */
  missing: readonly string[];
}

const SHOWN_CHARACTERS = 500;
/** Words of a market: as many as belong into a report. */
const shorten = (text: string) =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()} …`;

type Subject = Pick<LockedSkill, "market" | "version" | "publisher">;

/** What the answer of its market says against an installed skill; the gravest first. */
export function listMarketFindings(name: string, locked: Subject, verdict: CopyVerdict): Finding[] {
  const offered = describeOffered(name, locked, verdict);
  return sortFindings([
    ...listAdvisories(locked.market, verdict),
    ...(verdict.quarantined === null
      ? []
      : [
          found(
            "held",
            "high",
            `in quarantine: ${verdict.quarantined.reason}`,
            `emporion remove ${name} removes it`,
          ),
        ]),
    ...listWithdrawal(name, verdict, offered?.remedy ?? null),
    ...listDeprecation(name, verdict),
    ...listUnknown(locked, verdict),
    ...listEndedSeal(verdict),
    ...(offered === null || verdict.withdrawn !== null ? [] : [offered]),
  ]);
}

/** What the disk says against it. */
export function listLocalFindings(name: string, { differences, lineEnds, missing }: LocalState): Finding[] {
  const changed = differences.map((line) =>
    found(
      "changed",
      "medium",
      line,
      `emporion add ${name} --force or emporion ci writes the published files again`,
    ),
  );
  const ends = lineEnds.map((line) => found("line-ends", "info", line, LINE_ENDS_REMEDY));
  const gone = missing.map((folder) =>
    found("missing", "low", `${folder}: is not installed`, "emporion ci installs it"),
  );
  return sortFindings([...changed, ...gone, ...ends]);
}

/** A sentence of a policy that refuses the version; it says what to do itself. */
export const policyFinding = (sentence: string): Finding => found("policy", "high", sentence, "");

const found = (kind: Kind, severity: Severity, text: string, remedy: string): Finding => ({
  kind,
  severity,
  text: shorten(text),
  remedy: shorten(remedy),
});

export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);

/** The gravest first. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((left, right) => SEVERITIES.indexOf(right.severity) - SEVERITIES.indexOf(left.severity));

function listAdvisories(market: string, { advisories, advisories_total: total }: CopyVerdict): Finding[] {
  const listed = advisories.map(({ id, severity, summary, what_to_do: remedy }) => ({
    ...found("advisory", severity, summary, `its market says: ${remedy}`),
    id,
    url: `${market.replace(/\/+$/, "")}/advisories/${id}`, // not what the answer says: it may name anything
  }));
  const more = total - advisories.length;
  return more > 0
    ? [...listed, found("advisory", "high", `and ${more} older advisories`, "read them on the market")]
    : listed;
}

function listWithdrawal(name: string, { withdrawn }: CopyVerdict, instead: string | null): Finding[] {
  if (withdrawn === null) return [];
  const reason = withdrawn.reason || "no reason given";
  const nothing = `nothing is given out in its place; emporion remove ${name} removes it`;
  if (!withdrawn.is_closed)
    return [found("withdrawn", "medium", `was withdrawn: ${reason}`, instead ?? nothing)];
  const text = `was withdrawn, and its files are given to nobody any more (${withdrawn.kind}): ${reason}`;
  const remove = `emporion remove ${name} removes the copy`;
  return [found("withdrawn", "high", text, instead === null ? remove : `${remove}; ${instead}`)];
}

function listDeprecation(name: string, { deprecated }: CopyVerdict): Finding[] {
  if (deprecated === null) return [];
  const { message, successor } = deprecated;
  const remedy =
    successor === null
      ? "look for another skill"
      : `emporion add ${successor} installs what takes its place, emporion remove ${name} removes this one`;
  return [found("deprecated", "low", `is deprecated: ${message}`, remedy)];
}

function listUnknown({ version }: Subject, { unknown }: CopyVerdict): Finding[] {
  switch (unknown) {
    case "skill":
      return [found("unknown", "medium", "the market knows no skill of this name", "ask where it came from")];
    case "version":
      return [
        found(
          "unknown",
          "medium",
          `the market knows no published version ${version}`,
          "ask where it came from",
        ),
      ];
    case "digest":
      return [
        found(
          "unknown",
          "high",
          `the market has published other bytes as ${version}: nothing it says of ${version} is about these`,
          "compare the digest in the lock file with the page of the version",
        ),
      ];
    case null:
      return [];
  }
}

const ENDED: Readonly<Record<string, readonly [severity: Severity, text: string]>> = {
  revoked: ["medium", "was revoked"],
  challenge_upheld: ["medium", "ended: a challenge was upheld"],
  expired: ["low", "has expired"],
  verifier_ended: ["medium", "does not count: its verifier was not enrolled when signing"],
  base_ended: ["medium", "does not count: it covers a difference, and what it rests on has ended"],
};

function listEndedSeal({ ended_seal: seal }: CopyVerdict): Finding[] {
  if (seal === null) return [];
  const [severity, text] = ENDED[seal.how] ?? ["medium", "does not count any more"];
  const when = seal.ended_at === null ? "" : ` on ${seal.ended_at.slice(0, 10)}`;
  const why = seal.reason ? `: ${seal.reason}` : "";
  return [
    found(
      "seal-ended",
      severity,
      `the seal of ${seal.verifier_name} ${text}${when}${why}; nobody's seal counts for it now`,
      "read the version's page, and choose a sealed one if you need that",
    ),
  ];
}

/** The version that is given out now, where it is another one. Who chose a pre-release stays with the highest of these. */
function describeOffered(
  name: string,
  locked: Subject,
  { newest, next, unknown }: CopyVerdict,
): Finding | null {
  if (unknown === "skill" || newest === null) return null;
  const isNext = isPrerelease(locked.version) && next !== null;
  const offered = isNext ? next : newest;
  if (offered.version === locked.version) return null;
  const { publisher = null, version } = offered;
  const other = findOtherPublisher(locked, { market: locked.market, version, publisher });
  const remedy = `emporion update ${name} installs ${version}`;
  return found(
    "behind",
    "info",
    `${version} is given out now`,
    other === null ? remedy : `${other}; ${remedy}`,
  );
}
