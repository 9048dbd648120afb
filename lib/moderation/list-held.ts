import { database } from "@/lib/db/client";
import { assertDecider } from "@/lib/moderation/decide-caution";
import {
  findHeldVersions,
  listQuarantinedVersions,
  type HeldVersionRow,
} from "@/lib/moderation/held-repository";
import { ageOf, type CaseAge } from "@/lib/moderation/list-waiting";
import { readExcerpt, type Excerpt } from "@/lib/moderation/read-excerpt";
import { toOpinionView } from "@/lib/registry/versions/opinion-view";
import type { FindingView, OpinionView } from "@/lib/registry/views";
import { decideVerdict } from "@/lib/vetting/verdict";

const MOST_LISTED = 100;
/** The text beside the reason is read from the package: for the cases that come up next. */
const MOST_WITH_TEXT = 10;

/** A version that waits for an administrator, with the one reason. */
export interface HeldVersion {
  id: string;
  version: string;
  skill: { id: string; slug: string; owner: string | null };
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

/** Uploads that vetting holds, longest waiting first. Throws PERMISSION_DENIED. */
export async function listHeld(actor: { accountId: string }): Promise<HeldVersion[]> {
  await assertDecider(actor.accountId);
  const rows = await listQuarantinedVersions(database(), MOST_LISTED);
  return withTexts(rows.map((row) => toHeld(row, row.createdAt)));
}

/** Listed versions that the present engine would hold, longest waiting first. Throws PERMISSION_DENIED. */
export async function listHeldVersions(actor: { accountId: string }): Promise<HeldVersion[]> {
  await assertDecider(actor.accountId);
  const rows = await findHeldVersions(database(), MOST_LISTED);
  return withTexts(rows.map((row) => toHeld(row, row.vettingJobs[0]?.finishedAt ?? row.createdAt)));
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
