import type { NoticeMail } from "@/lib/platform/mail/notice";
import type { SecurityMail } from "@/lib/platform/mail/security-mail";

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

/** About a skill, or a part in it, that one account offers another. */
export interface OfferMail {
  kind:
    | "transfer-offered"
    | "transfer-begun"
    | "transfer-accepted"
    | "maintainer-invited"
    | "maintainer-accepted"
    | "maintainer-ended";
  slug: string;
  /** User names, of the skill's owner and of the other one. */
  from: string;
  to: string;
  link: string;
}

/** How each of their kinds begins, by which they are counted apart from mails somebody asked for. */
export const OFFER_PREFIXES = ["transfer-", "maintainer-"] as const;

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
