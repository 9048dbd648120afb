import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { signOrigin } from "@/lib/publishing/trusted/publish-right";
import type { Actor } from "@/lib/identity/actor";
import { publicationNotFound } from "@/lib/publishing/publications/publication-steps";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { ranAtOf, type Listing, type PublicationFacts } from "@/lib/publishing/publications/publication";
import {
  deleteAsShown,
  deletePublication,
  findPublication,
  type Whose,
} from "@/lib/publishing/publications/repository";
import type { SkillAccess } from "@/lib/registry/views";
import { publishVersion } from "@/lib/publishing/publish-version";
import { SameVersionError } from "@/lib/publishing/decide-upload";

/** What its last step showed of a package under way, as texts of a form; "" for what there is none of. */
export interface ShownPublication {
  packageDigest: string;
  priceLamports: string;
  listing: string;
  /** User name of the organisation that a new skill is to belong to. */
  organisation: string;
}

/** What a page that is read now shows. */
export const shownOf = ({
  packageDigest,
  priceLamports,
  listing,
  organisation,
}: Pick<
  PublicationFacts,
  "packageDigest" | "priceLamports" | "listing" | "organisation"
>): ShownPublication => ({
  packageDigest,
  priceLamports: priceLamports?.toString() ?? "",
  listing: listing ?? "",
  organisation: organisation ?? "",
});

/**
 * Publishes what the last step shows: exactly this package, at this price, listed like this, for this one. All come from the
 * page that was read, so that a change in another tab is neither published unseen nor lost, however late it comes
 * (REQUEST_INVALID). It is under way until it is published, and not a moment longer: of two at once one publishes, the
 * other throws PUBLICATION_NOT_FOUND. What a program has staged is released by a person who confirms that it is them
 * (CONFIRMATION_REQUIRED). Throws that and what `publishVersion` throws; then it stays.
 */
export async function publishPublication(
  actor: Actor,
  { id, shown, access }: { id: string; shown: ShownPublication; access?: SkillAccess | undefined },
): Promise<{ versionId: string; slug: string; version: string; listing: Listing | null }> {
  const where = { id, accountId: actor.accountId };
  const publication = await readPublication(where);
  if (!publication) throw publicationNotFound();
  const current = shownOf(publication);
  if (
    current.packageDigest !== shown.packageDigest ||
    current.priceLamports !== shown.priceLamports ||
    current.listing !== shown.listing ||
    current.organisation !== shown.organisation
  )
    throw changedSince();
  const { priceLamports, listing, organisation } = publication;
  const { versionId, slug, version } = await publishVersion({
    actor,
    package: publication.package,
    source: "page",
    organisation: organisation ?? undefined,
    askForAudit: listing === "audit",
    access,
    ranAt: ranAtOf(publication),
    ...(priceLamports === null ? {} : { priceLamports }),
    alongside: async (tx, published, now) => {
      if (publication.stagedBy !== null) await assertConfirmed(tx, actor, now);
      await signOrigin(tx, id, published, now);
      if (await deleteAsShown(tx, where, publication)) return;
      throw (await findPublication(tx, where)) ? changedSince() : publicationNotFound();
    },
  }).catch(async (error: unknown) => {
    // Pressed twice: what was published first is these files, and left nothing to publish.
    const isDone = error instanceof SameVersionError && (await readPublication(where)) === null;
    throw isDone ? publicationNotFound() : error;
  });
  return { versionId, slug, version, listing };
}

const changedSince = () =>
  new DomainError("REQUEST_INVALID", "The package was changed after this page was opened. Read it again.");

/** Throws a package under way away; one that is gone already is gone. */
export async function discardPublication(where: Whose): Promise<void> {
  await deletePublication(database(), where);
}
