import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { DecidedBy } from "@/lib/moderation/decided-by";
import { newsOfEvent } from "@/lib/notices/news-of-event";
import { tellOwner } from "@/lib/notices/tell-owner";
import { insertEvent } from "@/lib/registry/event-repository";
import { appendToLog } from "@/lib/transparency/append-entry";

/** What the public log says happened to skills, versions and those who decide about them; `data` is readable without the rows it speaks of. */
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
  | { kind: "skill:reported"; skillId: string; data: { slug: string; reportId: string; reason: string } }
  | { kind: "report:decided"; skillId: string; data: { slug: string; reportId: string } & Decision }
  | { kind: "appeal:filed"; skillId: string; data: { slug: string; appealId: string } }
  | { kind: "appeal:decided"; skillId: string; data: { slug: string; appealId: string } & Decision }
  | { kind: "review:written"; skillId: string; data: { slug: string; reviewId: string; rating: number } }
  | { kind: "account:closed"; accountId: string; data: { username: string } }
  | { kind: "account:role-changed"; accountId: string; data: { username: string; role: string } }
  | { kind: "draft:claimed"; skillId: string; data: { slug: string } };

type Decision = DecidedBy & { decision: string };

interface VersionData {
  slug: string;
  version: string;
}

/**
 * Writes an event, and to the owner of the skill if it is news to them; pass the transaction of the change it tells of, so that none
 * exists without the others.
 */
export async function recordEvent(
  db: Database,
  event: RegistryEvent,
  at: Date,
  actor?: string,
): Promise<void> {
  const subjectId = subjectOf(event);
  const news = await newsOfEvent(db, event, actor);
  const id = newId("evt", at.getTime());
  await insertEvent(db, {
    id,
    kind: event.kind,
    subjectId,
    data: event.data,
    occurredAt: at,
    ...(actor ? { actor } : {}),
  });
  if (news && !("accountId" in event)) {
    await tellOwner(db, news, { of: event, now: at, ...(actor === undefined ? {} : { actor }) });
  }
  await log(db, event, at);
}

/** What a publisher, a verifier or the market could want to have unsaid later stands in the log as well. */
async function log(db: Database, event: RegistryEvent, at: Date): Promise<void> {
  switch (event.kind) {
    case "version:published":
    case "version:yanked":
      await appendToLog(db, { kind: event.kind, subjectId: event.versionId, data: { ...event.data } }, at);
      break;
    case "version:quarantined":
    case "version:rejected": {
      // Why is between the market and the publisher: the finding may be a secret in a file nobody else has seen.
      const { slug, version, packageDigest } = event.data;
      await appendToLog(
        db,
        { kind: event.kind, subjectId: event.versionId, data: { slug, version, packageDigest } },
        at,
      );
      break;
    }
    case "skill:quarantined":
    case "skill:released":
    case "skill:transferred":
      await appendToLog(db, { kind: event.kind, subjectId: event.skillId, data: { ...event.data } }, at);
      break;
    case "version:decided":
    case "report:decided":
    case "appeal:decided": {
      // Without the words, and the number of a report: they are for the owner, or for whoever reported. What was changed is an entry of its own.
      const { slug, decision, decidedBy } = event.data;
      const about = "versionId" in event ? { version: event.data.version } : {};
      if (decidedBy === undefined) break;
      const data = { slug, ...about, decision, decidedBy };
      await appendToLog(db, { kind: event.kind, subjectId: subjectOf(event), data }, at);
      break;
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
      break; // nobody could want these unsaid, or they are between the market and one person
  }
}

function subjectOf(event: RegistryEvent): string {
  if ("versionId" in event) return event.versionId;
  return "skillId" in event ? event.skillId : event.accountId;
}
