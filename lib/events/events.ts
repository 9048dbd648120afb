import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { DecidedBy } from "@/lib/identity/decided-by";
import type { ACCESS_CHANGED, AccessChanged } from "@/lib/events/notices/access-change";
import { newsOfEvent } from "@/lib/events/notices/news-of-event";
import { tellAccount } from "@/lib/events/notices/tell-account";
import { mailNews } from "@/lib/events/notices/mail-news";
import type { DomainEventKind } from "@/lib/events/domain-events";
import { insertEvents, type NewEvent } from "@/lib/events/event-repository";
import { appendAllToLog, appendToLog, type NewLogEntry } from "@/lib/transparency/append-to-log";

/**
 * What the public log says happened to skills, versions and those who decide about them; `data` is readable without the
 * rows it speaks of.
 */
export type RegistryEvent =
  | { kind: "skill:created"; skillId: string; data: { slug: string } }
  | {
      kind: "version:uploaded";
      versionId: string;
      data: VersionData & { packageDigest: string; source: string };
    }
  | {
      kind: "version:published";
      versionId: string;
      data: VersionData & { packageDigest: string; change: string };
    }
  | {
      kind: "version:quarantined" | "version:rejected";
      versionId: string;
      data: VersionData & { packageDigest: string; reasons: string[] };
    }
  | {
      kind: "version:yanked";
      versionId: string;
      data: VersionData & { packageDigest: string; reason: string };
    }
  | { kind: "examples:replayed"; versionId: string; data: VersionData & { total: number; proven: number } }
  | { kind: "version:decided"; versionId: string; data: VersionData & Decision & { reason: string } }
  | { kind: "draft:expired"; skillId: string; data: { slug: string } }
  | {
      kind: "skill:quarantined" | "skill:released";
      skillId: string;
      data: { slug: string; reason: string } & DecidedBy;
    }
  | { kind: "skill:transferred"; skillId: string; data: { slug: string; from: string; to: string } }
  | {
      kind: "skill:maintainer-added" | "skill:maintainer-ended";
      skillId: string;
      data: { slug: string; maintainer: string };
    }
  | { kind: "skill:renamed"; skillId: string; data: { slug: string; before: string } }
  | { kind: "skill:reported"; skillId: string; data: { slug: string; reportId: string; reason: string } }
  | { kind: "report:decided"; skillId: string; data: { slug: string; reportId: string } & Decision }
  | { kind: "appeal:filed"; skillId: string; data: { slug: string; appealId: string } }
  | { kind: "appeal:decided"; skillId: string; data: { slug: string; appealId: string } & Decision }
  | { kind: "review:written"; skillId: string; data: { slug: string; reviewId: string; rating: number } }
  | { kind: "account:closed"; accountId: string; data: { username: string } }
  | { kind: "account:role-changed"; accountId: string; data: { username: string; role: string } }
  /** `withKey` is how the key began of a program that proved it. */
  | { kind: DomainEventKind; accountId: string; data: { domain: string; withKey?: string } }
  | { kind: typeof ACCESS_CHANGED; accountId: string; data: AccessChanged }
  | { kind: "draft:claimed"; skillId: string; data: { slug: string } };

type Decision = DecidedBy & { decision: string };

interface VersionData {
  slug: string;
  version: string;
}

/**
 * Writes an event, and to the owner of the skill or domain, or of the account whose ways in have changed, if it is news
 * to them; pass the transaction of the change it tells of, so that none exists without the others.
 */
export async function recordEvent(
  db: Database,
  event: RegistryEvent,
  at: Date,
  actor?: string,
): Promise<void> {
  const news = await newsOfEvent(db, event, actor);
  await insertEvents(db, [toRow(event, at, actor)]);
  if (news) {
    await mailNews(db, news, { of: event, now: at, ...(actor === undefined ? {} : { actor }) });
  }
  if (event.kind === "account:access-changed") await tellAccount(db, event, at);
  const entry = logEntryOf(event);
  if (entry) await appendToLog(db, entry, at);
}

/**
 * Writes events of which nobody needs a mail, as somebody did them to what is their own, or they came with time: in as
 * many statements as for one event, so that whoever else appends to the log waits for moments only.
 */
export async function recordUnmailed(
  db: Database,
  events: readonly RegistryEvent[],
  at: Date,
  actor?: string,
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(
    db,
    events.map((event) => toRow(event, at, actor)),
  );
  const entries = events.map(logEntryOf).filter((entry) => entry !== null);
  if (entries.length > 0) await appendAllToLog(db, entries, at);
}

function toRow(event: RegistryEvent, at: Date, actor: string | undefined): NewEvent {
  const { kind, data } = event;
  const row = { id: newId("evt", at.getTime()), kind, subjectId: subjectOf(event), data, occurredAt: at };
  return actor ? { ...row, actor } : row;
}

/** What a publisher, a verifier or the market could want to have unsaid later stands in the log as well. */
function logEntryOf(event: RegistryEvent): NewLogEntry | null {
  switch (event.kind) {
    case "version:published":
    case "version:yanked":
      return { kind: event.kind, subjectId: event.versionId, data: { ...event.data } };
    case "version:quarantined":
    case "version:rejected": {
      // Why is between the market and the publisher: the finding may be a secret in a file nobody else has seen.
      const { slug, version, packageDigest } = event.data;
      return { kind: event.kind, subjectId: event.versionId, data: { slug, version, packageDigest } };
    }
    case "skill:quarantined":
    case "skill:released":
    case "skill:transferred":
    case "skill:maintainer-added":
    case "skill:maintainer-ended":
    case "skill:renamed":
      return { kind: event.kind, subjectId: event.skillId, data: { ...event.data } };
    case "version:decided":
    case "report:decided":
    case "appeal:decided": {
      // Without the words, and the number of a report: they are for the owner, or for whoever reported. What was
      // changed is an entry of its own.
      const { slug, decision, decidedBy } = event.data;
      if (decidedBy === undefined) return null;
      const about = "versionId" in event ? { version: event.data.version } : {};
      return { kind: event.kind, subjectId: subjectOf(event), data: { slug, ...about, decision, decidedBy } };
    }
    case "skill:created":
    case "skill:reported":
    case "version:uploaded":
    case "examples:replayed":
    case "draft:claimed":
    case "draft:expired":
    case "appeal:filed":
    case "review:written":
    case "account:closed":
    case "account:role-changed":
    case "account:access-changed":
    case "domain:proven":
    case "domain:missing":
    case "domain:ended":
    case "domain:taken":
      return null; // nobody could want these unsaid, or they are between the market and one person
  }
}

function subjectOf(event: RegistryEvent): string {
  if ("versionId" in event) return event.versionId;
  return "skillId" in event ? event.skillId : event.accountId;
}
