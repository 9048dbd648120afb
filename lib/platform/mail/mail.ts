/** What keeps the skills of an account from earning: switched off by themselves. */
export const EARNING_NOTICES = ["payee-cannot-be-paid", "nothing-can-be-bought"] as const;
type EarningNotice = (typeof EARNING_NOTICES)[number];

/** What people are told about their skills, sets, reports, challenges and domains: the key of its texts in `mail.notice`. */
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
  | "report-upheld"
  | "own-report-upheld"
  | "own-report-dismissed"
  | "set-withdrawn"
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
  | "application-granted"
  | "application-refused"
  | "question-asked"
  | "own-question-answered"
  | "own-posts-hidden"
  | "own-posts-quarantined"
  | "own-posts-released"
  | "own-webhook-disabled"
  | "advisory-published"
  | "advisory-of-used"
  | "calls-failed"
  | EarningNotice
  | "price-changed"
  | "access-closed"
  | "following-digest"
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

/**
 * What changes who gets into an account, whom its skills pay, or what it may do in the market: the key of its texts in
 * `mail.security` and `settings.access`.
 */
export const ACCESS_CHANGES = [
  "password-set",
  "password-changed",
  "address-changed",
  "wallet-linked",
  "wallet-unlinked",
  "issuer-linked",
  "issuer-unlinked",
  "key-made",
  "program-let-in",
  "publisher-trusted",
  "reader-let-in",
  "read-token-made",
  "release-staged",
  "payee-changed",
  "maintainer-invited",
  "administrator-made",
  "administrator-ended",
] as const;

export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** How whoever made a change was in the account: neither the address they came from nor their browser is kept. */
export interface Way {
  /**
   * A session that a wallet, the password or a mailed link, or an issuer opened, a program with an API key, an agent of the account, or a link
   * mailed to it; of what others decide, an administrator or the operator of the market.
   */
  by: "wallet" | "password" | "issuer" | "key" | "agent" | "workload" | "link" | "administrator" | "operator";
  /** The wallet, how the key begins, the name of the agent or of the administrator; null for the others. */
  with: string | null;
}

export interface SecurityMail extends Way {
  kind: `security:${AccessChange}`;
  username: string;
  /**
   * The wallet, how the key begins, the code the program showed or a user name: nothing anybody could have worded. Null
   * for the others.
   */
  what: string | null;
  /** The skill whose payee changed, or that somebody is invited to maintain. */
  skill: string | null;
  /** When, as an ISO time. */
  at: string;
  /** Where it can be undone. */
  link: string;
  /** After this one, others of its kind are not mailed for a while. */
  last: boolean;
}

/**
 * How each of their kinds begins: they are counted apart from mails somebody asked for, and nobody switches them off.
 */
export const SECURITY_PREFIX = "security:";

export function isSecurityMail<T extends { kind: string }>(mail: T): mail is Extract<T, SecurityMail> {
  return mail.kind.startsWith(SECURITY_PREFIX);
}

/** Every mail the market sends, with what stands in it. Links are whole addresses. */
export type MailContent =
  | { kind: "draft-verify"; slug: string; link: string; hours: number }
  | { kind: "draft-claimed"; slug: string; link: string; account: MailedAccount }
  | { kind: "agent-verify"; agent: string; link: string; days: number }
  | { kind: "agent-claimed"; agent: string; skills: number; link: string; account: MailedAccount }
  | { kind: "owner-verify"; username: string; link: string; hours: number }
  | { kind: "join"; link: string; minutes: number }
  | { kind: "owner-registered"; link: string; account: MailedAccount }
  | { kind: "password-reset"; username: string; link: string; minutes: number }
  | { kind: "no-account"; link: string }
  | { kind: "email-verify"; username: string; link: string; hours: number }
  /** To an address that another account has proven: `owner`. */
  | { kind: "email-taken"; username: string; owner: string; link: string }
  /** To the address an account had before; `email` is the new one, masked. */
  | { kind: "email-changed"; username: string; email: string; link: string }
  | { kind: "account-closed"; username: string; link: string }
  | OfferMail
  | NoticeMail
  | SecurityMail;

/** About a skill, or a part in it or in an organisation, that one account offers another. */
export interface OfferMail {
  kind:
    | "transfer-offered"
    | "transfer-begun"
    | "transfer-accepted"
    | "maintainer-invited"
    | "maintainer-accepted"
    | "maintainer-ended"
    | "member-invited"
    | "member-accepted"
    | "member-changed"
    | "member-ended"
    | "reading-given";
  /** The skill; empty where the part is one in the organisation `from`. */
  slug: string;
  /** User names, of the skill's owner or the organisation, and of the other one. */
  from: string;
  to: string;
  link: string;
}

/** How each of their kinds begins, by which they are counted apart from mails somebody asked for. */
export const OFFER_PREFIXES = ["transfer-", "maintainer-", "member-", "reading-"] as const;

/** What somebody is sent to get into their account: who forgot their password, and who joins or comes back by mail. */
export const WAY_IN_KINDS: MailContent["kind"][] = ["password-reset", "no-account", "join"];

export interface MailedAccount {
  username: string;
  /** The first API key of an account that was just made; this mail is the only place it stands in. */
  apiKey: string | null;
  /** Where a password can be set, while there is none. */
  passwordLink: string | null;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Where mails of this kind are switched off, if they can be. */
  unsubscribe?: string;
}

/** A mail as it waits to be sent. */
export interface AddressedMail extends RenderedMail {
  to: string;
}
