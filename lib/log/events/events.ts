import { type Database, database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { newsOfEvent } from "@/lib/log/events/notices/news-of-event";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import * as events from "@/lib/log/events/repository";
import { insertEvents, type NewEvent } from "@/lib/log/events/repository";
import { appendAllToLog, appendToLog, type NewLogEntry } from "@/lib/log/transparency/append-to-log";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listMailboxes } from "@/lib/platform/mail/mailbox";
import { queueNotice } from "@/lib/platform/mail/queue-mail";
import { SECURITY_PREFIX } from "@/lib/platform/mail/mail";
import { undoPage, type AccessChanged } from "@/lib/log/events/notices/access-change";

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
  if (news && !("question" in event)) {
    await mailNews(db, news, { of: event, now: at, ...(actor === undefined ? {} : { actor }) });
  }
  if (event.kind === "account:access-changed") await notifyAccount(db, event, at);
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
    case "version:erased":
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
    case "skill:deprecated":
    case "skill:undeprecated":
    case "skill:price-announced":
    case "skill:price-changed":
      return { kind: event.kind, subjectId: event.skillId, data: { ...event.data } };
    case "skill:access-changed":
      // What becomes private was never shown, and is not named either.
      return event.data.access === "private"
        ? null
        : { kind: event.kind, subjectId: event.skillId, data: { ...event.data } };
    case "organisation:founded":
    case "organisation:member-added":
    case "organisation:member-changed":
    case "organisation:member-ended":
    case "organisation:payee-changed":
      return { kind: event.kind, subjectId: event.accountId, data: { ...event.data } };
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
    case "skill:copied":
    case "skill:reported":
    case "version:uploaded":
    case "examples:replayed":
    case "draft:claimed":
    case "draft:expired":
    case "appeal:filed":
    case "review:written":
    case "skill:asked":
    case "skill:answered":
    case "post:hidden":
    case "post:shown":
    case "account:quarantined":
    case "account:released":
    case "account:closed":
    case "account:role-changed":
    case "account:access-changed":
    case "domain:proven":
    case "domain:missing":
    case "domain:ended":
    case "domain:taken":
    case "question:hidden":
    case "question:shown":
    case "set:report-decided":
    case "set:withdrawn":
      return null; // nobody could want these unsaid, or they are between the market and one person
  }
}

function subjectOf(event: RegistryEvent): string {
  if ("versionId" in event) return event.versionId;
  if ("question" in event) return event.question;
  if ("setId" in event) return event.setId;
  return "skillId" in event ? event.skillId : event.accountId;
}

/**
 * Mails an account that a way into it has changed, whoever did it and whichever mails it switched off, in the caller's
 * transaction and the language it chose: nothing when it has no proven address, and beyond what `queueNotice` sends in
 * an hour. The settings list it in any case.
 */
async function notifyAccount(
  db: Database,
  { accountId, data }: { accountId: string; data: AccessChanged },
  now: Date,
): Promise<void> {
  const { change, what, by, version, skill = null } = data;
  const concern = change === "payee-changed" ? "money" : "own";
  for (const { address: to, locale, username } of await listMailboxes(db, accountId, concern)) {
    if (to === null) continue;
    const notice = {
      kind: `${SECURITY_PREFIX}${change}`,
      username,
      what,
      skill: version?.name ?? skill,
      at: now.toISOString(),
      by,
      with: data.with,
      link: env().APP_URL + localizedPath(locale, undoPage(data)),
    } as const;
    await queueNotice(db, { to, locale, notice, now });
  }
}

/** Whether something of one of these kinds happened since a moment, to anything. One look into an index. */
export function hasEventSince(kinds: readonly string[], since: Date): Promise<boolean> {
  return events.hasEventSince(database(), kinds, since);
}

/** How often something of a kind happened to a thing since a moment. */
export function countEventsSince(
  db: Database,
  subjectId: string,
  kind: string,
  since: Date,
): Promise<number> {
  return events.countEventsSince(db, subjectId, kind, since);
}

/** What happened to something, of the given kinds, oldest first; at most 100 events. */
export function listEventsOf(
  subjectId: string,
  kinds: readonly string[],
): Promise<{ kind: string; data: unknown; occurredAt: Date }[]> {
  return events.selectEventsOf(database(), subjectId, kinds);
}
