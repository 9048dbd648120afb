import type { Database } from "@/lib/db/client";
import {
  DOMAINS_PAGE,
  questionPage,
  QUESTIONS_GUIDE,
  quarantinePage,
  setPage,
  skillPage,
  versionPage,
  type News,
} from "@/lib/log/events/notices/news";
import { findAnswer } from "@/lib/log/events/repository";
import type { RegistryEvent } from "@/lib/log/events/registry-event";

/** The gravest of what vetting found; all of it stands on the page. */
const MOST_REASONS = 3;

const NEWS_OF_DOMAIN = {
  "domain:missing": "domain-missing",
  "domain:ended": "domain-ended",
  "domain:taken": "domain-taken",
} as const;

const NEWS_OF_DECISION: Readonly<Record<string, "version-approved" | "version-refused" | undefined>> = {
  approve: "version-approved",
  reject: "version-refused",
};

/**
 * What the owner of a skill or domain is told of an event, if anything: one mail where one decision is several events.
 */
export async function newsOfEvent(db: Database, event: RegistryEvent, actor?: string): Promise<News | null> {
  switch (event.kind) {
    case "skill:quarantined":
    case "skill:released": {
      const { slug: name, reason } = event.data;
      const kind = event.kind === "skill:quarantined" ? "skill-quarantined" : "skill-released";
      return { kind, name, reason, path: quarantinePage(name) };
    }
    case "version:quarantined":
    case "version:rejected": {
      // An administrator's rejection is told as their decision.
      if (actor !== undefined) return null;
      const kind = event.kind === "version:rejected" ? "version-rejected" : "version-held";
      return { kind, ...ofVersion(event), reason: event.data.reasons.slice(0, MOST_REASONS).join("\n") };
    }
    case "version:decided": {
      // That a listed version stays is no news, and a quarantine is told as one.
      const kind = NEWS_OF_DECISION[event.data.decision];
      if (kind === undefined) return null;
      return { kind, ...ofVersion(event), reason: event.data.reason };
    }
    case "version:uploaded":
      // Of the owner's own doing nobody is told; this is by somebody who maintains the skill.
      return { kind: "version-uploaded", ...ofVersion(event), reason: null };
    case "version:yanked":
      return { kind: "version-withdrawn", ...ofVersion(event), reason: event.data.reason };
    case "skill:renamed": {
      // Told also where it was asked for: it happens when vetting lets the version through, or one is withdrawn.
      const { slug, before } = event.data;
      return { kind: "skill-renamed", name: `${before} → ${slug}`, reason: null, path: skillPage(slug) };
    }
    case "skill:copied": {
      const { slug, copy } = event.data;
      return { kind: "content-copied", name: `${slug} → ${copy}`, reason: null, path: skillPage(copy) };
    }
    case "domain:missing":
    case "domain:ended":
    case "domain:taken": {
      const kind = NEWS_OF_DOMAIN[event.kind];
      return { kind, name: event.data.domain, reason: null, path: DOMAINS_PAGE };
    }
    case "domain:proven": {
      const { domain: name, withKey } = event.data;
      return withKey === undefined ? null : { kind: "domain-proven", name, reason: null, path: DOMAINS_PAGE };
    }
    case "skill:asked": {
      // The words of who asks are on the page: the market mails nobody's words.
      const { slug, postId } = event.data;
      return { kind: "question-asked", name: slug, reason: null, path: questionPage(slug, postId) };
    }
    case "account:quarantined":
    case "account:released": {
      const { username: name, reason } = event.data;
      const kind = event.kind === "account:released" ? "own-posts-released" : "own-posts-quarantined";
      return { kind, name, reason, path: QUESTIONS_GUIDE };
    }
    case "report:decided":
    case "set:report-decided": {
      // One that takes something away is told as that; a question or answer is not the owner's.
      if (event.data.decision !== "uphold" || "postId" in event.data) return null;
      const { reason } = event.data;
      return "slug" in event.data
        ? { kind: "report-upheld", name: event.data.slug, reason, path: skillPage(event.data.slug) }
        : { kind: "report-upheld", name: event.data.name, reason, path: setPage(event.data.name) };
    }
    case "set:withdrawn": {
      const { name, reason } = event.data;
      return { kind: "set-withdrawn", name, reason, path: setPage(name) };
    }
    case "appeal:decided":
      return newsOfAppeal(db, event.data);
    case "skill:created":
    case "skill:reported":
    case "skill:transferred":
    case "skill:maintainer-added":
    case "skill:maintainer-ended":
    case "organisation:founded":
    case "organisation:member-added":
    case "organisation:member-changed":
    case "organisation:member-ended":
    case "organisation:payee-changed":
    case "skill:deprecated":
    case "skill:undeprecated":
    case "skill:price-announced":
    case "skill:price-changed":
    case "skill:access-changed":
    case "version:published":
    case "version:erased":
    case "examples:replayed":
    case "draft:claimed":
    case "draft:expired":
    case "appeal:filed":
    case "review:written":
    case "skill:answered":
    case "post:hidden":
    case "post:shown":
    case "account:closed":
    case "account:role-changed":
    case "account:access-changed":
    case "question:hidden":
    case "question:shown":
      // Their own doing, or told by a mail of its own, or nothing that changes a skill.
      return null;
  }
}

function ofVersion({ versionId, data }: { versionId: string; data: { slug: string; version: string } }) {
  return { name: `${data.slug} ${data.version}`, path: versionPage(versionId) };
}

async function newsOfAppeal(
  db: Database,
  { slug, appealId, decision }: { slug: string; appealId: string; decision: string },
): Promise<News | null> {
  const { text: reason, version } = await findAnswer(db, appealId);
  const kind = decision === "granted" ? "appeal-granted" : "appeal-denied";
  if (version) return { kind, name: `${slug} ${version.version}`, reason, path: versionPage(version.id) };
  // Granting it has ended the quarantine, which was told with the same words.
  return kind === "appeal-granted" ? null : { kind, name: slug, reason, path: quarantinePage(slug) };
}
