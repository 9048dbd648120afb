import type { Database } from "@/lib/db/client";
import type { NoticeKind } from "@/lib/platform/mail/mail";
import { REVIEW_PAGE, securityPage, type News } from "@/lib/log/events/notices/news";
import { findNote } from "@/lib/log/events/repository";
import type { NewLogEntry } from "@/lib/log/transparency/append-to-log";

const OF_VERDICT: Readonly<Record<string, NoticeKind>> = {
  seal: "audit-sealed",
  changes_requested: "audit-asked-for-changes",
  challenge: "audit-challenged",
};
const OF_OUTCOME: Readonly<Record<string, NoticeKind>> = {
  upheld: "challenge-upheld",
  rejected: "challenge-rejected",
  lapsed: "challenge-lapsed",
};
const OF_OWN_CHALLENGE = {
  upheld: "own-challenge-upheld",
  rejected: "own-challenge-rejected",
  lapsed: "own-challenge-lapsed",
} as const;

/** What whoever challenged a version is told when the challenge has ended. */
export function newsOfOwnChallenge({
  slug,
  version,
  state,
  outcome: reason,
}: {
  slug: string;
  version: string;
  state: keyof typeof OF_OWN_CHALLENGE;
  outcome: string | null;
}): News {
  const path = securityPage(slug, version);
  return { kind: OF_OWN_CHALLENGE[state], name: `${slug} ${version}`, reason, path };
}

/** What an applicant is told when an administrator has decided who becomes a verifier. */
export const newsOfApplication = (name: string, granted: boolean): News => ({
  kind: granted ? "application-granted" : "application-refused",
  name,
  reason: null,
  path: REVIEW_PAGE,
});

/** What a verifier is told whose seal covers a difference and rests on no other. */
export const newsOfOwnUnfoundedSeal = ({ slug, version }: { slug: string; version: string }): News => ({
  kind: "own-audit-unfounded",
  name: `${slug} ${version}`,
  reason: null,
  path: securityPage(slug, version),
});

/** What a skill's owner is told of audits and challenges of a version, if anything. */
export async function newsOfAuditEvent(db: Database, { kind, data }: NewLogEntry): Promise<News | null> {
  const [slug, version] = [textOf(data["slug"]), textOf(data["version"])];
  const told = (news: NoticeKind | undefined, reason: string | null) =>
    news ? { kind: news, name: `${slug} ${version}`, reason, path: securityPage(slug, version) } : null;
  switch (kind) {
    case "audit:signed": {
      const verdict = textOf(data["verdict"]);
      return told(OF_VERDICT[verdict], await findNote(db, textOf(data["auditId"])));
    }
    case "audit:revoked":
      return told("audit-revoked", textOf(data["reason"]));
    case "audit:unfounded":
      return told("audit-unfounded", null);
    case "challenge:opened":
      // A signed one was told with its verdict. What anybody wrote into the form is on the page: the market mails
      // nobody's words.
      return data["auditId"] === undefined ? told("challenge-opened", null) : null;
    case "challenge:decided":
      return told(OF_OUTCOME[textOf(data["state"])], textOf(data["outcome"]));
    case "version:published":
    case "version:quarantined":
    case "version:rejected":
    case "version:yanked":
    case "version:erased":
    case "skill:quarantined":
    case "skill:released":
    case "skill:transferred":
    case "skill:maintainer-added":
    case "skill:maintainer-ended":
    case "organisation:founded":
    case "organisation:member-added":
    case "organisation:member-changed":
    case "organisation:member-ended":
    case "organisation:payee-changed":
    case "skill:renamed":
    case "skill:deprecated":
    case "skill:undeprecated":
    case "skill:price-announced":
    case "skill:price-changed":
    case "skill:access-changed":
    case "version:decided":
    case "report:decided":
    case "appeal:decided":
    case "verifier:enrolled":
    case "verifier:ended":
    case "bond:locked":
    case "bond:released":
    case "bond:slashed":
    case "advisory:published":
    case "advisory:withdrawn":
      // No audits; or about nobody's skill; or a move of a deposit, which its owner signs or is told of as a challenge.
      return null;
  }
}

const textOf = (value: string | number | null | undefined) => String(value ?? "");
