import type { Database } from "@/lib/db/client";
import { decideTerms, type Terms } from "@/lib/registry/versions/decide-terms";
import {
  findOwnerOfUpload,
  type AccountOwner,
  type MaintainerOwner,
} from "@/lib/registry/find-or-make-skill";
import { findDeclaredInterface } from "@/lib/publishing/versions-repository";
import { keepTerms } from "@/lib/registry/versions/terms-in-force";
import { listStoredVersions } from "@/lib/registry/versions/list-stored-versions";
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
}

/**
 * As what an account uploads a package: to a skill of its own, or a new one, on the terms it sets; to a skill of
 * another account that it maintains, on the terms in force. Throws UPLOAD_FAILED with the reason.
 */
export async function decideUpload(
  db: Database,
  { manifest, publisher, setPrice }: UploadFacts,
): Promise<UploadDecision> {
  const found = await findOwnerOfUpload(db, { slug: manifest.slug, accountId: publisher.id });
  if (!("skillId" in found)) {
    return { owner: found.owner, terms: decideTerms(manifest, { wallets: publisher.wallets, setPrice }) };
  }
  return { owner: found.owner, terms: await keptTerms(db, found.skillId, { manifest, setPrice }) };
}

/** The terms in force of a skill, which an upload of whoever maintains it keeps. Throws UPLOAD_FAILED. */
export async function keptTerms(
  db: Database,
  skillId: string,
  { manifest, setPrice }: Omit<UploadFacts, "publisher">,
): Promise<Terms> {
  const stored = await listStoredVersions(db, skillId);
  const last = latestOf(
    stored.filter(({ yanked, vettingStatus }) => !yanked && vettingStatus !== "rejected"),
  );
  const before = last && (await findDeclaredInterface(db, last.id));
  return keepTerms(manifest, { setPrice, stored, namedBefore: before?.manifest.author.wallet });
}
