/** What people are told about their skills, challenges and domains: the key of its texts in `mail.notice`. */
export type NoticeKind =
  | "skill-quarantined"
  | "skill-released"
  | "skill-renamed"
  | "content-copied"
  | "version-uploaded"
  | "version-withdrawn"
  | "version-rejected"
  | "version-held"
  | "version-approved"
  | "version-refused"
  | "appeal-granted"
  | "appeal-denied"
  | "challenge-opened"
  | "challenge-upheld"
  | "challenge-rejected"
  | "challenge-lapsed"
  | "own-challenge-upheld"
  | "own-challenge-rejected"
  | "own-challenge-lapsed"
  | "audit-sealed"
  | "audit-asked-for-changes"
  | "audit-challenged"
  | "audit-revoked"
  | "audit-unfounded"
  | "own-audit-unfounded"
  | "domain-proven"
  | "domain-missing"
  | "domain-ended"
  | "domain-taken";

export interface NoticeMail {
  kind: `notice:${NoticeKind}`;
  /** The skill, the skill and its version, or the domain. */
  name: string;
  /** What the person who decided, or vetting, wrote about it for its owner to read. */
  reason: string | null;
  link: string;
  /** Where such mails are switched off. */
  settings: string;
  /** After this one, others of its kind are not mailed for a while. */
  last: boolean;
}

/** What of such a mail is there before it is known whether it may be sent. */
export type Notice = Omit<NoticeMail, "last">;

/** How each of their kinds begins, by which they are counted apart from mails somebody asked for. */
export const NOTICE_PREFIX = "notice:";

export function isNotice<T extends { kind: string }>(mail: T): mail is Extract<T, NoticeMail> {
  return mail.kind.startsWith(NOTICE_PREFIX);
}
