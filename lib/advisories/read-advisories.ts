import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { signEnvelope, type DsseEnvelope } from "@/lib/log/attestation/dsse";
import { assertMaySign } from "@/lib/log/attestation/keys/keys";
import { platformKey } from "@/lib/log/attestation/platform-key";
import type { AdvisoryKind, AdvisorySeverity } from "@/lib/advisories/kinds";
import { OSV_PAYLOAD_TYPE, type AffectedVersion } from "@/lib/advisories/osv-document";
import {
  findAdvisory,
  findAdvisoryOfCause,
  listAdvisoriesById,
  listAdvisoryRows,
  listMatches,
  type AdvisoryRow,
} from "@/lib/advisories/repository";

/** What everybody may read of an advisory; moments as ISO 8601. */
export interface AdvisoryView {
  id: string;
  kind: AdvisoryKind;
  severity: AdvisorySeverity;
  /** What the skill was called when this was written; null for a key of the market. */
  slug: string | null;
  summary: string;
  details: string;
  whatToDo: string;
  /** What whoever decided wrote. */
  reason: string;
  /** Path of the page where it is objected to. */
  appeal: string;
  /** Wallet of the verifier who wrote it; null where the market did. */
  verifier: string | null;
  versions: AffectedVersion[];
  /** The leaked key, where it is about one. */
  key: string | null;
  happenedAt: string;
  publishedAt: string;
  modifiedAt: string;
  /** Since when it does not hold any more, and why; null while it does. */
  withdrawn: { at: string; reason: string } | null;
}

function toView(row: AdvisoryRow): AdvisoryView {
  const { id, kind, severity, slug, summary, details, whatToDo, reason, appeal, verifier } = row;
  const { withdrawnAt, withdrawReason } = row;
  return {
    id,
    kind,
    severity,
    slug,
    summary,
    details,
    whatToDo,
    reason,
    appeal,
    verifier,
    versions: row.versions.map(({ version, packageDigest }) => ({ version, packageDigest })),
    key: kind === "key-leaked" ? row.causeId : null,
    happenedAt: row.happenedAt.toISOString(),
    publishedAt: row.publishedAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    withdrawn: withdrawnAt && { at: withdrawnAt.toISOString(), reason: withdrawReason ?? "" },
  };
}

/** An advisory with its OSV document (canonical JSON) and, where a verifier wrote it, what their wallet signed. */
export interface AdvisoryDetails extends AdvisoryView {
  document: string;
  statement: unknown;
}

/** One advisory, withdrawn or not. Throws ADVISORY_NOT_FOUND. */
export async function getAdvisory(id: string): Promise<AdvisoryDetails> {
  const row = await findAdvisory(database(), id);
  if (!row) throw new DomainError("ADVISORY_NOT_FOUND", `There is no advisory ${id}.`);
  return { ...toView(row), document: row.document, statement: row.statement };
}

/** The id of the advisory of a cause; null where it has none. */
export async function findAdvisoryId(cause: { kind: AdvisoryKind; causeId: string }): Promise<string | null> {
  return (await findAdvisoryOfCause(database(), cause))?.id ?? null;
}

/** Who wrote an advisory, of which cause and skill; the account is null where the market did. Throws ADVISORY_NOT_FOUND. */
export async function getAdvisoryAuthor(
  id: string,
): Promise<Pick<AdvisoryRow, "kind" | "causeId" | "accountId" | "skillId">> {
  const row = await findAdvisory(database(), id);
  if (!row) throw new DomainError("ADVISORY_NOT_FOUND", `There is no advisory ${id}.`);
  return row;
}

/**
 * The OSV document of an advisory as it is now, in a DSSE envelope with a signature of the market's present key. Throws
 * ADVISORY_NOT_FOUND, and INTERNAL where this process may not sign.
 */
export async function getAdvisoryEnvelope(id: string): Promise<DsseEnvelope> {
  const { document } = await getAdvisory(id);
  const { privateKey, keyId } = platformKey();
  await assertMaySign(keyId, systemClock);
  return signEnvelope(Buffer.from(document), { payloadType: OSV_PAYLOAD_TYPE, key: privateKey, keyId });
}

export const MAX_ADVISORIES_PER_PAGE = 100;

interface AdvisoryQuestion {
  since?: Date | undefined;
  skill?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface AdvisoryList {
  advisories: AdvisoryDetails[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/**
 * Advisories, the one that changed last first: those about a skill (its name, present or former, or id), and those that
 * were written or withdrawn `since` a moment. Throws REQUEST_INVALID for a cursor that no page gave.
 */
export async function listAdvisories({
  since,
  skill,
  limit,
  cursor,
}: AdvisoryQuestion = {}): Promise<AdvisoryList> {
  const take = Math.min(Math.max(limit ?? MAX_ADVISORIES_PER_PAGE, 1), MAX_ADVISORIES_PER_PAGE);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rows = await listAdvisoryRows(database(), { since, skill, after, take: take + 1 });
  const shown = rows.slice(0, take);
  const last = rows.length > take ? shown.at(-1) : undefined;
  return {
    advisories: shown.map((row) => ({ ...toView(row), document: row.document, statement: row.statement })),
    next: last ? `${last.modifiedAt.toISOString()}_${last.id}` : null,
  };
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(EMP-\d{4}-\d{4,9})$/;

function readCursor(cursor: string): { modifiedAt: Date; id: string } {
  const [, moment = "", id = ""] = CURSOR.exec(cursor) ?? [];
  const modifiedAt = new Date(moment);
  if (!Number.isNaN(modifiedAt.getTime())) return { modifiedAt, id };
  throw new DomainError("REQUEST_INVALID", "Give the cursor as the page before it gave it.", {
    details: { parameter: "cursor" },
  });
}

/** A copy that somebody has: the skill, and its version, digest or both. */
export interface InstalledCopy {
  /** Name, present or former. */
  skill: string;
  version?: string | null;
  /** `sha256:<hex>` of the package. */
  digest?: string | null;
}

export const MAX_COPIES = 1_000;

/**
 * The advisories in force about each of up to 1,000 copies, in the order of the copies, for each the newest first. A
 * copy is affected when its digest is named, or its skill and version. Two queries, whatever the number. Throws
 * REQUEST_INVALID for more copies.
 */
export async function listAdvisoriesOf(copies: readonly InstalledCopy[]): Promise<AdvisoryView[][]> {
  if (copies.length > MAX_COPIES)
    throw new DomainError("REQUEST_INVALID", `Ask about at most ${MAX_COPIES} copies at once.`);
  if (copies.length === 0) return [];
  const asked = copies.map(({ skill, version = null, digest = null }) => ({ skill, version, digest }));
  const matches = await listMatches(database(), asked);
  const ids = [...new Set(matches.map(({ id }) => id))];
  const rows = ids.length === 0 ? [] : await listAdvisoriesById(database(), ids);
  const inForce = new Map(
    rows.filter(({ withdrawnAt }) => withdrawnAt === null).map((row) => [row.id, toView(row)]),
  );
  const found: AdvisoryView[][] = copies.map(() => []);
  for (const { place, id } of matches) {
    const advisory = inForce.get(id);
    if (advisory) found[place]?.push(advisory);
  }
  return found;
}
