import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { insertEvent } from "@/lib/registry/event-repository";

/** What the public log says happened to skills and versions; `data` is readable without the rows it speaks of. */
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
  | { kind: "version:quarantined"; versionId: string; data: VersionData & { reasons: string[] } }
  | { kind: "version:rejected"; versionId: string; data: VersionData & { reasons: string[] } }
  | { kind: "version:yanked"; versionId: string; data: VersionData & { reason: string } }
  | { kind: "examples:replayed"; versionId: string; data: VersionData & { total: number; proven: number } }
  | { kind: "draft:expired"; skillId: string; data: { slug: string } }
  | { kind: "draft:claimed"; skillId: string; data: { slug: string } };

interface VersionData {
  slug: string;
  version: string;
}

/** Writes an event; pass the transaction of the change it tells of, so that neither exists without the other. */
export async function recordEvent(
  db: Database,
  event: RegistryEvent,
  at: Date,
  actor?: string,
): Promise<void> {
  const subjectId = "versionId" in event ? event.versionId : event.skillId;
  const id = newId("evt", at.getTime());
  await insertEvent(db, {
    id,
    kind: event.kind,
    subjectId,
    data: event.data,
    occurredAt: at,
    ...(actor ? { actor } : {}),
  });
}
