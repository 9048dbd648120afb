import type { Database } from "@/lib/db/client";
import { sha256Digest } from "@/lib/kernel/digest";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { appendToLog, whileHoldingLog } from "@/lib/log/transparency/append-to-log";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { env } from "@/lib/platform/config/env";
import { enqueue } from "@/lib/platform/jobs/queue";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { marketWords } from "@/lib/advisories/advisory-words";
import {
  advisoryId,
  appealPage,
  SEVERITY_OF_KIND,
  type AdvisoryKind,
  type AdvisorySeverity,
  type MarketKind,
} from "@/lib/advisories/kinds";
import { toOsvDocument, type AdvisoryFacts } from "@/lib/advisories/osv-document";
import {
  findAdvisoryOfCause,
  insertAdvisory,
  listSubjects,
  setWithdrawn,
  takeNumber,
  type Subjects,
  type SubjectRow,
} from "@/lib/advisories/repository";

/** What made an advisory: its kind, and the id of what happened. One cause has one advisory. */
export interface Cause<Kind extends AdvisoryKind = AdvisoryKind> {
  kind: Kind;
  causeId: string;
}

/** What the market writes of a cause. */
export interface MarketAdvisory extends Cause<MarketKind> {
  /** Null for a key of the market itself, which is no skill's. */
  about: Subjects | null;
  /** What whoever decided it wrote, for everybody to read. */
  reason: string;
  /** Where it is graver than others of its kind. */
  severity?: AdvisorySeverity | undefined;
  /** When it happened, if that was before `now`. */
  happenedAt?: Date;
}

/** What a verifier wrote and signed. */
export interface SignedAdvisory extends Cause<"verifier-finding"> {
  about: Subjects;
  severity: AdvisorySeverity;
  summary: string;
  details: string;
  whatToDo: string;
  reason: string;
  /** The wallet that signed, its account, and what it signed. */
  verifier: string;
  accountId: string;
  statement: DsseEnvelope;
  nonce: string;
}

/** The cause of the quarantine of a skill: the same skill can be in quarantine more than once. */
export const quarantineCause = (skillId: string, quarantinedAt: Date): Cause<"skill-quarantined"> => ({
  kind: "skill-quarantined",
  causeId: `${skillId}@${quarantinedAt.toISOString()}`,
});

/**
 * Writes the advisory of a cause with its entry in the public log; pass the transaction of the cause, so that none is
 * there without the other. It is written at the end of that, behind the log's lock. A cause that has one already gets
 * no other, and neither does one about versions that were never published: nobody has a copy.
 */
export function writeAdvisory(
  db: Database,
  advisory: MarketAdvisory | SignedAdvisory,
  now: Date,
): Promise<void> {
  return whileHoldingLog(db, () => write(db, advisory, now));
}

async function write(db: Database, advisory: MarketAdvisory | SignedAdvisory, now: Date): Promise<void> {
  if (await findAdvisoryOfCause(db, advisory)) return;
  const versions = advisory.about === null ? [] : await listSubjects(db, advisory.about);
  const [first] = versions;
  if (advisory.about !== null && first === undefined) return;
  const year = now.getUTCFullYear();
  const number = await takeNumber(db, year);
  const facts: AdvisoryFacts = {
    id: advisoryId(year, number),
    kind: advisory.kind,
    causeId: advisory.causeId,
    slug: first?.slug ?? null,
    ...wordsOf(advisory, versions),
    reason: advisory.reason,
    appeal: appealPage(advisory.kind, { slug: first?.slug ?? null, version: first?.version ?? null }),
    verifier: "verifier" in advisory ? advisory.verifier : null,
    happenedAt: ("happenedAt" in advisory ? advisory.happenedAt : undefined) ?? now,
    publishedAt: now,
    modifiedAt: now,
    withdrawnAt: null,
    withdrawReason: null,
    versions,
  };
  const document = documentOf(facts);
  const { versions: _, ...columns } = facts;
  const signed =
    "verifier" in advisory
      ? { accountId: advisory.accountId, statement: { ...advisory.statement }, nonce: advisory.nonce }
      : {};
  const row = { ...columns, ...signed, year, number, skillId: first?.skillId ?? null, document };
  await insertAdvisory(db, row, versions);
  await log(db, "advisory:published", { ...facts, document }, now);
  // Of what happened before there were advisories nobody is mailed: it is no news.
  if (facts.happenedAt >= now)
    await enqueue(db, { kind: "mail_advisory", payload: { advisoryId: facts.id }, runAt: now });
}

/** Writes the advisory of a key of the market that others may know, in the transaction that ends it. */
export function writeKeyAdvisory(
  db: Database,
  { keyId, reason }: { keyId: string; reason: string },
  now: Date,
): Promise<void> {
  return writeAdvisory(db, { kind: "key-leaked", causeId: keyId, about: null, reason }, now);
}

/**
 * Withdraws the advisory of a cause that was undone, in the transaction that undoes it: it stays, and says since when
 * and why it does not hold any more. Where there is none, or it was withdrawn before, nothing changes.
 */
export function withdrawAdvisory(db: Database, cause: Cause, reason: string, now: Date): Promise<void> {
  return whileHoldingLog(db, async () => {
    const row = await findAdvisoryOfCause(db, cause);
    if (!row) return;
    const facts = { ...row, withdrawnAt: now, modifiedAt: now, withdrawReason: reason };
    const document = documentOf(facts);
    if (!(await setWithdrawn(db, row.id, { at: now, reason, document }))) return;
    await log(db, "advisory:withdrawn", { ...facts, document }, now);
  });
}

/** The exact text whose digest goes into the log, and that the market's key signs when it is asked for. */
const documentOf = (facts: AdvisoryFacts) => toCanonicalJson(toOsvDocument(facts, env().APP_URL));

/** Severity and words: the verifier's own, or those that the market has for the kind, in English as OSV asks for. */
function wordsOf(
  advisory: MarketAdvisory | SignedAdvisory,
  versions: readonly SubjectRow[],
): Pick<AdvisoryFacts, "severity" | "summary" | "details" | "whatToDo"> {
  if ("verifier" in advisory) {
    const { severity, summary, details, whatToDo } = advisory;
    return { severity, summary, details, whatToDo };
  }
  const { kind, causeId } = advisory;
  const values = { skill: versions[0]?.slug ?? "", key: causeId };
  return {
    severity: advisory.severity ?? SEVERITY_OF_KIND[kind],
    ...marketWords(kind, values, DEFAULT_LOCALE),
  };
}

function log(
  db: Database,
  kind: "advisory:published" | "advisory:withdrawn",
  facts: AdvisoryFacts & { document: string },
  now: Date,
): Promise<void> {
  const { id, slug, severity, causeId, verifier, document, happenedAt, publishedAt, withdrawReason } = facts;
  const data = {
    kind: facts.kind,
    cause: causeId,
    severity,
    ...(slug === null ? {} : { slug }),
    ...(verifier === null ? {} : { verifier }),
    documentDigest: sha256Digest(document),
    // The log never claims to have seen what it did not.
    ...(happenedAt < publishedAt ? { backfilled: happenedAt.toISOString() } : {}),
    ...(withdrawReason === null ? {} : { reason: withdrawReason }),
  };
  return appendToLog(db, { kind, subjectId: id, data }, now);
}
