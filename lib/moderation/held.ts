import { loadPackage } from "@/lib/platform/blobs/load-package";
import { readTextFile } from "@/lib/package";
import { database } from "@/lib/db/client";
import {
  findCaseRow,
  findHeldVersions,
  listQuarantinedVersions,
  type HeldVersionRow,
  lockHeld,
} from "@/lib/moderation/held-repository";
import { ageOf, type CaseAge } from "@/lib/moderation/list-waiting";
import { toOpinionView } from "@/lib/registry/versions/opinion-view";
import type { FindingView, OpinionView, PackageFileRow } from "@/lib/registry/views";
import { decideVerdict } from "@/lib/vetting/verdict";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { recordEvent } from "@/lib/log/events/events";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { quarantineIn } from "@/lib/moderation/quarantine";
import { holdVersion, releaseVersion } from "@/lib/publishing/release-version";
import { isAdministrator, findDecisionEvent } from "@/lib/moderation/repository";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { listFiles } from "@/lib/registry/packages/read-package";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { findVersion, noSuchVersion } from "@/lib/registry/versions/find-version";
import { z } from "zod";
import { MARKET, readAs } from "@/lib/registry/access/reader";

/** Some lines of a file, and the one that is meant. */
export interface Excerpt {
  first: number;
  line: number;
  lines: readonly string[];
}

const AROUND = 4;
const MAX_CHARACTERS = 240;

/**
 * The lines of a stored package around a place that a report names; null where there is no text: a part of an archive or
 * document, a file that is no text, a package that cannot be read now.
 */
async function readExcerpt(
  stored: { archiveDigest: string; packageDigest: string },
  place: { file: string; line: number },
): Promise<Excerpt | null> {
  try {
    const { files } = await loadPackage(stored.archiveDigest, stored.packageDigest);
    const file = files.find(({ path }) => path === place.file);
    const text = file === undefined ? null : readTextFile(file.bytes);
    return text === null ? null : excerptOf(text, place.line);
  } catch {
    // The page says what vetting said all the same.
    return null;
  }
}

/** Pure; null for a line that the text does not have. */
export function excerptOf(text: string, line: number): Excerpt | null {
  const all = text.split("\n");
  if (line < 1 || line > all.length) return null;
  const first = Math.max(1, line - AROUND);
  const lines = all.slice(first - 1, line + AROUND).map((each) => each.replace(/\r$/, ""));
  return { first, line, lines: lines.map(cut) };
}

const cut = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);

const MOST_LISTED = 100;
/** The text beside the reason is read from the package: for the cases that come up next. */
const MOST_WITH_TEXT = 10;

/** A version that waits for an administrator, with the one reason. */
export interface HeldVersion {
  id: string;
  version: string;
  skill: { id: string; slug: string; owner: string | null };
  /** Unpacked. */
  sizeBytes: number;
  /** What its code runs on; null for instructions alone. */
  runtime: string | null;
  /** Since when it waits, and by when it is to be decided. */
  age: CaseAge;
  engineVersion: string | null;
  reason: HoldReason;
  /** Where the reason stands, and what is written there. */
  place: { file: string; line: number } | null;
  excerpt: Excerpt | null;
  findings: readonly FindingView[];
  opinion: OpinionView | null;
}

/** Uploads that vetting holds and a filter asks for, longest waiting first unless it says otherwise. Throws PERMISSION_DENIED. */
export async function listHeld(
  actor: { accountId: string },
  filter: CaseFilter = {},
): Promise<HeldVersion[]> {
  await assertDecider(actor.accountId);
  const rows = await listQuarantinedVersions(database(), { filter, limit: MOST_LISTED });
  return withTexts(rows.map((row) => toHeld(row, row.createdAt)));
}

/** Listed versions that the present engine would hold; as `listHeld`. */
export async function listHeldVersions(
  actor: { accountId: string },
  filter: CaseFilter = {},
): Promise<HeldVersion[]> {
  await assertDecider(actor.accountId);
  const rows = await findHeldVersions(database(), { filter, limit: MOST_LISTED });
  return withTexts(rows.map((row) => toHeld(row, doubtedSince(row))));
}

const doubtedSince = ({ vettingJobs, createdAt }: HeldVersionRow) => vettingJobs[0]?.finishedAt ?? createdAt;

/** A version that an administrator reads, and what is to be decided about it. */
export interface VersionCase {
  held: HeldVersion;
  waits: "held" | "doubted" | null;
}

/**
 * Any version, listed or not, with what vetting said of it, for administrators alone. Throws PERMISSION_DENIED, and
 * VERSION_NOT_FOUND.
 */
export async function getVersionCase(actor: { accountId: string }, versionId: string): Promise<VersionCase> {
  await assertDecider(actor.accountId);
  const found = await findCaseRow(database(), versionId);
  if (found === null) throw noSuchVersion();
  const { row, waits } = found;
  return { held: toHeld(row, waits === "doubted" ? doubtedSince(row) : row.createdAt).held, waits };
}

export interface CaseFiles {
  files: readonly PackageFileRow[];
  /** Null where there is no such file, or its bytes are gone. */
  shown: { path: string; bytes: Uint8Array; isText: boolean } | null;
}

/**
 * The files of any version, and one of them to read, for administrators alone: what is held, or was rejected, is shown to
 * nobody else but its owner. Throws PERMISSION_DENIED.
 */
export async function readCaseFiles(
  actor: { accountId: string },
  { versionId, path }: { versionId: string; path: string },
): Promise<CaseFiles> {
  await assertDecider(actor.accountId);
  const files = await readAs(MARKET, () => listFiles(versionId));
  const known = files.some((file) => file.path === path);
  try {
    const file = known ? await readAs(MARKET, () => readPackageFile(versionId, path)) : null;
    return { files, shown: file && { path, ...file } };
  } catch (error) {
    if (isDomainError(error)) return { files, shown: null };
    throw error;
  }
}

type Stored = { held: HeldVersion; stored: { archiveDigest: string; packageDigest: string } };

function toHeld(row: HeldVersionRow, since: Date): Stored {
  const [job] = row.vettingJobs;
  const findings = (job?.findings ?? []) as FindingView[];
  const opinion = toOpinionView(job?.opinion ?? null);
  const reason = reasonOfHold({ findings, opinion, summary: job?.summary ?? null });
  const { id, version, archiveDigest, packageDigest, skill } = row;
  const held = {
    id,
    version,
    skill: { id: skill.id, slug: skill.slug, owner: skill.owner?.username ?? null },
    age: ageOf(since),
    sizeBytes: row.packageSizeBytes,
    runtime: row.runtimeLanguage,
    engineVersion: job?.engineVersion ?? null,
    reason,
    place: placeOf(reason),
    excerpt: null,
    findings,
    opinion,
  };
  return { held, stored: { archiveDigest, packageDigest } };
}

function placeOf(reason: HoldReason): HeldVersion["place"] {
  if (reason.kind === "summary") return null;
  const { file, line } = reason.kind === "finding" ? reason.finding : reason;
  return file === null ? null : { file, line: line ?? 1 };
}

/** One package after the other: each is unpacked in memory. */
async function withTexts(all: readonly Stored[]): Promise<HeldVersion[]> {
  const versions: HeldVersion[] = [];
  for (const [at, { held, stored }] of all.entries()) {
    const isRead = held.place !== null && at < MOST_WITH_TEXT;
    versions.push({ ...held, excerpt: isRead ? await readExcerpt(stored, held.place!) : null });
  }
  return versions;
}

/** The one thing that keeps a version from being listed. */
type HoldReason =
  | { kind: "finding"; finding: FindingView }
  /** What a model said, in its own words. */
  | { kind: "opinion"; text: string; file: string; line: number }
  /** A format alone, or a vetting that failed, in the engine's words. */
  | { kind: "summary"; text: string };

/**
 * Pure: of all that vetting said the gravest finding that holds a version by itself; without one, what the model asked; without
 * that, what was summed up. Findings come in the order of the report, the gravest first.
 */
export function reasonOfHold({
  findings,
  opinion,
  summary,
}: {
  findings: readonly FindingView[];
  opinion: OpinionView | null;
  summary: string | null;
}): HoldReason {
  const finding = findings.find((each) => decideVerdict([each]) !== "approved");
  if (finding !== undefined) return { kind: "finding", finding };
  const asked = opinion?.verdict === "hold" ? opinion.reasons[0] : undefined;
  if (asked !== undefined) return { kind: "opinion", ...asked };
  return { kind: "summary", text: summary ?? "" };
}

export interface HeldDecision {
  actor: Actor;
  versionId: string;
  decision: "keep" | "quarantine";
  /** Why; needed to quarantine the skill, and read by everybody then. */
  reason: string;
}

/**
 * An administrator decides about a listed version that the present engine would hold: it stays listed, or its skill leaves the
 * market as by any quarantine. Throws PERMISSION_DENIED, REQUEST_INVALID for a quarantine without a reason,
 * DECISION_NOT_ALLOWED about one's own skill, and VERSION_NOT_AVAILABLE when nothing is to be decided about it (any more).
 */
export async function decideHeld(request: HeldDecision, clock: Clock = systemClock): Promise<void> {
  const { actor, versionId, decision } = request;
  assertAdministrator(actor);
  const written = request.reason.trim().slice(0, 500);
  const reason = written === "" && decision === "keep" ? "" : readReason(written);
  const now = clock.now();
  await inTransaction(async (tx) => {
    const doubted = await lockHeld(tx, versionId);
    if (doubted === null)
      throw new DomainError("VERSION_NOT_AVAILABLE", "This version is not waiting for a decision.");
    const { skillId, slug, version } = doubted;
    const by = await assertMayDecide(tx, actor, skillId);
    const data = { slug, version, decision, reason, ...by };
    await recordEvent(tx, { kind: "version:decided", versionId, data }, now, actor.accountId);
    if (decision === "quarantine") await quarantineIn(tx, { actor, skill: slug, reason, ...by }, now);
  });
}

export interface CautionDecision {
  actor: { accountId: string };
  versionId: string;
  decision: "approve" | "reject";
  /** Why, for the creator to read and the record to keep; required for a rejection. */
  reason?: string;
}

/**
 * An administrator ends the quarantine of a version: approving publishes it, rejecting ends it (USK, compatibility).
 * Throws PERMISSION_DENIED, REQUEST_INVALID for a rejection without a reason, DECISION_NOT_ALLOWED about one's own
 * skill, VERSION_NOT_AVAILABLE when the version is not in quarantine (any more).
 */
export async function decideCaution(request: CautionDecision, clock: Clock = systemClock): Promise<void> {
  const { versionId, decision } = request;
  const actor = await assertDecider(request.actor.accountId);
  const written = request.reason?.trim().slice(0, 500) ?? "";
  const reason = written === "" && decision === "approve" ? "" : readReason(written);
  const now = clock.now();
  const from = "caution";
  const decided = await inTransaction(async (tx) => {
    const waiting = await findVersion(tx, versionId);
    const by = waiting ? await assertMayDecide(tx, { accountId: actor }, waiting.skillId) : {};
    const done =
      decision === "approve"
        ? await releaseVersion(tx, versionId, { from, now, actor })
        : await holdVersion(tx, versionId, { from, to: "rejected", reasons: [reason], now, actor });
    if (!waiting || !done) return false;
    const data = { slug: waiting.skill.slug, version: waiting.version, decision, reason, ...by };
    await recordEvent(tx, { kind: "version:decided", versionId, data }, now, actor);
    return true;
  });
  if (!decided) throw new DomainError("VERSION_NOT_AVAILABLE", "This version is not waiting for a decision.");
}

/** Gives the account back. Throws PERMISSION_DENIED for one that is no administrator at this moment. */
async function assertDecider(accountId: string): Promise<string> {
  if (await isAdministrator(database(), accountId)) return accountId;
  throw new DomainError("PERMISSION_DENIED", "Only administrators decide about versions in quarantine.");
}

const written = z.object({ decision: z.enum(["approve", "reject"]), reason: z.string() });

export type VersionDecision = z.infer<typeof written> & { decidedAt: Date };

/**
 * What an administrator decided about a version that vetting had held, and why, in their words (empty where an approval
 * has none); null where nobody decided. It is between the market and the publisher: the caller asks who may read it.
 */
export async function findVersionDecision(versionId: string): Promise<VersionDecision | null> {
  const event = await findDecisionEvent(database(), versionId);
  return event ? { ...written.parse(event.data), decidedAt: event.occurredAt } : null;
}
