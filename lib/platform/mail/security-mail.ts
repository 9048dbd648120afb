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
  "key-made",
  "program-let-in",
  "payee-changed",
  "maintainer-invited",
  "administrator-made",
  "administrator-ended",
] as const;

export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** How whoever made a change was in the account: neither the address they came from nor their browser is kept. */
export interface Way {
  /**
   * A session that a wallet or the password opened, a program with an API key, an agent of the account, or a link
   * mailed to it; of what others decide, an administrator or the operator of the market.
   */
  by: "wallet" | "password" | "key" | "agent" | "link" | "administrator" | "operator";
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
  /** The skill and version whose payee changed, or the skill somebody is invited to maintain. */
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
