import type { Database } from "@/lib/db/client";
import { decideTerms, refuseTerms, type Terms } from "@/lib/registry/versions/decide-terms";
import {
  findOwnerOfUpload,
  type AccountOwner,
  type MaintainerOwner,
} from "@/lib/registry/find-or-make-skill";
import { findPromises } from "@/lib/registry/versions/find-promises";
import { keepTerms, type StandingTerms } from "@/lib/registry/versions/terms-in-force";
import { listStoredVersions } from "@/lib/registry/versions/list-stored-versions";
import { findPriceShortfall } from "@/lib/running/time-limit";
import { latestOf, type SkillManifest } from "@/lib/skill-format";

/** Whose a package will be that an account uploads, and what calls of it cost. */
export interface UploadDecision {
  owner: AccountOwner | MaintainerOwner;
  terms: Terms;
}

interface UploadFacts {
  manifest: SkillManifest;
  publisher: { id: string; wallets: readonly string[] };
  setPrice?: bigint | undefined;
  /** An own skill goes on costing what it does where neither the file nor what is set beside it names a price. */
  keepsPrice?: boolean;
}

/**
 * As what an account uploads a package: to a skill of its own, or a new one, on the terms it sets; to a skill of
 * another account that it maintains, on the terms in force. Throws UPLOAD_FAILED with the reason.
 */
export async function decideUpload(
  db: Database,
  { manifest, publisher, setPrice, keepsPrice = false }: UploadFacts,
): Promise<UploadDecision> {
  const { owner, skillId } = await findOwnerOfUpload(db, { slug: manifest.slug, accountId: publisher.id });
  const decide = async () => {
    if (owner.kind === "maintainer" && skillId !== null)
      return previousTerms(db, skillId, { manifest, setPrice });
    const before = keepsPrice && skillId !== null ? await findLastTerms(db, skillId) : null;
    return decideTerms(manifest, { wallets: publisher.wallets, setPrice, before });
  };
  const terms = await decide();
  assertPaysForTime(terms, manifest);
  return { owner, terms };
}

function assertPaysForTime({ priceLamports }: Terms, { runtime }: SkillManifest): void {
  if (runtime === undefined) return;
  const shortfall = findPriceShortfall(runtime.timeoutSeconds * 1_000, priceLamports);
  if (shortfall !== null) throw refuseTerms("pricing.price_lamports", shortfall);
}

/** The terms of the highest version of a skill that stands; null while none does. */
export async function findLastTerms(db: Database, skillId: string): Promise<Terms | null> {
  return latestOf(standing(await listStoredVersions(db, skillId)));
}

const standing = <Version extends StandingTerms>(stored: readonly Version[]): Version[] =>
  stored.filter(({ yanked, vettingStatus }) => !yanked && vettingStatus !== "rejected");

/** The terms in force of a skill, which an upload of whoever maintains it keeps. Throws UPLOAD_FAILED. */
export async function previousTerms(
  db: Database,
  skillId: string,
  { manifest, setPrice }: Omit<UploadFacts, "publisher" | "keepsPrice">,
): Promise<Terms> {
  const stored = await listStoredVersions(db, skillId);
  const last = latestOf(standing(stored));
  const before = last && (await findPromises(db, last.id));
  return keepTerms(manifest, { setPrice, stored, namedBefore: before?.manifest.author.wallet });
}
