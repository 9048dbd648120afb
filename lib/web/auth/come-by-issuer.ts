import { isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import type { IssuerClaims } from "@/lib/identity/issuers/decide-claims";
import { enterByIssuer, linkIssuer, type IssuerRefusal } from "@/lib/identity/issuers/issuer-identities";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";
import type { Locale } from "@/lib/platform/i18n/routing";

export type CameByIssuer =
  | { user: { id: string; name: string; identity: SessionIdentity }; isNew: boolean }
  | { linked: true }
  | { refused: IssuerRefusal | "unconfirmed" };

/**
 * What an identity whose token was checked leads to: a session, or its link to the account of `links`, who is signed in
 * in this browser and asked for that.
 */
export async function comeByIssuer(
  rule: SignInIssuer,
  claims: IssuerClaims,
  { links, locale }: { links: Actor | null; locale: Locale },
): Promise<CameByIssuer> {
  if (links !== null) {
    try {
      return (await linkIssuer(links, rule, claims)) ?? { linked: true };
    } catch (error) {
      if (isDomainError(error, "CONFIRMATION_REQUIRED")) return { refused: "unconfirmed" };
      throw error;
    }
  }
  const came = await enterByIssuer(rule, claims, { locale });
  if ("refused" in came) return came;
  const { accountId, username: name, sessionVersion, issuerIdentity, isOnlyProof, isNew } = came;
  const confirmed = { at: isOnlyProof ? Date.now() : 0, wallet: null };
  const identity = {
    id: newId("ses"),
    accountId,
    address: null,
    sessionVersion,
    issuerIdentity,
    confirmed,
  };
  return { user: { id: accountId, name, identity }, isNew };
}
