import { MAX_COPIES, listAdvisoriesOf, type AdvisoryView } from "@/lib/advisories/read-advisories";
import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { EndedSeal } from "@/lib/audits/audit-state-sql";
import {
  selectVerdicts,
  type AskedCopy,
  type OfferedVersion,
  type VerdictRow,
} from "@/lib/catalogue/verdicts/repository";
import { isClosedKind, readYankKind, type YankKind } from "@/lib/registry/versions/yank-kinds";
import type { AuditMark, AuditState } from "@/lib/registry/views";

export const MAX_VERDICTS = MAX_COPIES;
/** Of more advisories about one copy the newest are given. */
export const MAX_ADVISORIES = 50;

/** What the market says at this moment of a copy that somebody has. Only what everybody may read. */
export interface Verdict {
  /** As it was asked for. */
  asked: AskedCopy;
  /** What is not known of it; null where the version and, if asked about, its bytes are known. */
  unknown: Unknown | null;
  /** What its skill is called now; null where none is known. */
  name: string | null;
  /** Why its skill is kept from the market; null where it is not. */
  quarantined: { reason: string } | null;
  /** Its owner says that another skill takes its place. */
  deprecated: { message: string; successor: string | null } | null;
  /** Null where the version is not known; so is each of the next six. */
  version: string | null;
  packageDigest: string | null;
  publishedAt: string | null;
  publisher: { id: string; name: string } | null;
  /**
   * When and why it was taken back; null also while it stands. `isClosed`: its bytes are given to nobody any more, as it
   * holds a secret or personal data, or somebody who may has ordered it.
   */
  withdrawn: { at: string; reason: string; kind: YankKind; isClosed: boolean } | null;
  auditState: AuditState | null;
  audit: AuditMark | null;
  /** The last seal that counted for it and does not any more; null also where one counts, or there was none. */
  endedSeal: EndedSeal | null;
  /** In force, about the copy or its bytes, the newest first. */
  advisories: AdvisoryView[];
  advisoriesTotal: number;
  /** What is given out now to who names no version; null where nothing is. */
  newest: OfferedVersion | null;
  /** The pre-release above it; null where there is none. */
  next: OfferedVersion | null;
}

/**
 * What is known of each of up to 1,000 copies, in the order in which they are asked about. A copy of which nothing is known
 * has a verdict that says so. Three queries, whatever the number. Throws REQUEST_INVALID for more copies.
 */
export async function listVerdicts(
  asked: readonly AskedCopy[],
  clock: Clock = systemClock,
): Promise<Verdict[]> {
  if (asked.length === 0) return [];
  const copies = asked.map(({ name, version, digest }) => ({ skill: name, version, digest }));
  const [rows, advisories] = await Promise.all([
    selectVerdicts(database(), asked, clock.now()),
    listAdvisoriesOf(copies),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((copy, place) => toVerdict(copy, byPlace.get(place) ?? null, advisories[place] ?? []));
}

function toVerdict(asked: AskedCopy, row: VerdictRow | null, advisories: readonly AdvisoryView[]): Verdict {
  const { unknown, skill, version } = decideKnown(asked, row);
  const reason = skill?.quarantineReason ?? null;
  return {
    asked,
    unknown,
    name: skill?.slug ?? null,
    quarantined: reason === null ? null : { reason },
    deprecated: skill?.deprecated ?? null,
    version: version?.version ?? null,
    packageDigest: version?.packageDigest ?? null,
    publishedAt: version?.publishedAt ?? null,
    publisher: version?.publisher ?? null,
    withdrawn: version === null ? null : toWithdrawal(version),
    auditState: version?.auditState ?? null,
    audit: version?.audit ?? null,
    endedSeal: version?.endedSeal ?? null,
    advisories: advisories.slice(0, MAX_ADVISORIES),
    advisoriesTotal: advisories.length,
    newest: skill?.newest ?? null,
    next: skill?.next ?? null,
  };
}

function toWithdrawal({ yankedAt, yankReason, yankKind }: VerdictRow): Verdict["withdrawn"] {
  if (yankedAt === null) return null;
  return {
    at: yankedAt,
    reason: yankReason ?? "",
    kind: readYankKind(yankKind),
    isClosed: isClosedKind(yankKind),
  };
}

/** What the market does not know of a copy: its skill, this version of it, or these bytes under its number. */
type Unknown = "skill" | "version" | "digest";

/** The row of a copy, as far as it is about that copy; and what is not known of it. */
interface KnownCopy {
  /** Null where everything that was asked about is known. */
  unknown: Unknown | null;
  /** The skill; null where nobody may see one of this name. */
  skill: VerdictRow | null;
  /** The published version with the bytes that were asked about; null where there is none. */
  version: VerdictRow | null;
}

/**
 * Which of what the market has is about the copy that was asked about. Other bytes under a published number are not that
 * version: neither its seals nor its publisher say anything of them.
 */
function decideKnown({ digest }: AskedCopy, row: VerdictRow | null): KnownCopy {
  if (row === null) return { unknown: "skill", skill: null, version: null };
  if (row.version === null) return { unknown: "version", skill: row, version: null };
  if (digest !== null && digest !== row.packageDigest)
    return { unknown: "digest", skill: row, version: null };
  return { unknown: null, skill: row, version: row };
}
