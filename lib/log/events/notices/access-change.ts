import { RETENTION } from "@/lib/db/retention";
import { DAY_MS } from "@/lib/kernel/clock";
import type { AccessChange, Way } from "@/lib/platform/mail/mail";

/** What is kept of one change, for the account's owner alone. */
export interface AccessChanged extends Way {
  change: AccessChange;
  /** As in `SecurityMail`. */
  what: string | null;
  /** The version that changed the payee, of before that was the skill's; or the package that waits to be released. */
  version?: { id: string; name: string };
  /** The skill whose payee changed, or that somebody is invited to maintain. */
  skill?: string;
}

export const ACCESS_CHANGED = "account:access-changed";
const KEPT_MS = RETENTION.Events.kept.days * DAY_MS;

/** From when on an owner finds the changes in the settings; older ones are forgotten. */
export const accessChangesSince = (now: Date) => new Date(now.getTime() - KEPT_MS);

/** The page where a change is undone. */
export function undoPage({ change, version }: Pick<AccessChanged, "change" | "version">): string {
  switch (change) {
    case "password-set":
    case "password-changed":
      return "/login/forgot";
    case "address-changed":
      return "/settings#email";
    case "wallet-linked":
    case "wallet-unlinked":
      return "/settings#wallets";
    case "issuer-linked":
    case "issuer-unlinked":
      return "/settings#issuers";
    case "key-made":
    case "program-let-in":
      return "/keys#keys";
    case "administrator-made":
      return "/administration/people";
    case "administrator-ended":
      return "/settings#access";
    case "reader-let-in":
    case "read-token-made":
      return "/dashboard/access";
    case "publisher-trusted":
      return "/dashboard/trusted";
    case "maintainer-invited":
      return "/dashboard/maintainers";
    case "release-staged":
      return `/publish/steps/${version?.id ?? ""}/review`;
    case "payee-changed":
      return "/dashboard/prices";
  }
}
