import { systemClock, type Clock } from "@/lib/kernel/clock";
import { type Database, database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type SkillPackage, JSON_UPLOAD_LIMITS, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import {
  deletePublication,
  insertPublication,
  listPlaces,
  replaceSource,
  type Whose,
  type Source,
  setTerms,
  findPublication,
  moveVetting,
} from "@/lib/publishing/publications/repository";
import { actFor } from "@/lib/identity/organisations/act-for";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { fixPackage, usePackageProposal, withSource, checkPackage } from "@/lib/publishing/check-package";
import { packArchive } from "@/lib/platform/blobs/load-package";
import { readPrice } from "@/lib/publishing/price/read-price";
import { LISTINGS, type Listing, waitingChecks } from "@/lib/publishing/publications/publication";
import { enqueue } from "@/lib/platform/jobs/queue";

/** Packages an account may have under way at once, each up to 5 MiB. */
export const MAX_UNDER_WAY = 10;
const MAX_FILE_NAME_CHARACTERS = 200;

interface NewPublication {
  accountId: string;
  package: SkillPackage;
  fileName: string | null;
  /** Id of the one under way that it replaces; it takes its place, and nothing happens to it when this is refused. */
  instead?: string;
  /** The program that uploads it for its person to release, as they are shown it; left out for the person's own. */
  stagedBy?: string;
  /** How it is to be listed, until its person chooses otherwise. */
  listing?: Listing;
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
  /** What has to happen with it, in its transaction; what it throws undoes both. */
  alongside?: (db: Database, id: string, now: Date) => Promise<void>;
}

/**
 * Keeps a package for the steps that follow; nothing of it is published or shown to anybody else. Gives the
 * id its pages have. Throws REQUEST_INVALID when ten are under way already, CONTENT_TOO_LARGE,
 * EMAIL_NOT_VERIFIED, AUTH_FAILED, and NOT_FOUND and PERMISSION_DENIED for an organisation that the account does not
 * publish for.
 */
export async function beginPublication(given: NewPublication): Promise<string> {
  await getPublisher(given.accountId);
  const source = await packSource(given.package);
  const now = systemClock.now();
  const id = newId("pub", now.getTime());
  const fileName = given.fileName?.slice(0, MAX_FILE_NAME_CHARACTERS).toWellFormed() ?? null;
  for (;;) {
    try {
      await inTransaction(async (tx) => {
        const { accountId, instead } = given;
        if (instead !== undefined) await deletePublication(tx, { id: instead, accountId });
        const place = await findFreePlace(tx, accountId);
        const stagedBy = given.stagedBy ?? null;
        const listing = given.listing ?? null;
        const organisationId = await findOrganisationId(tx, accountId, given.organisation ?? "");
        const shown = { fileName, stagedBy, listing, organisationId };
        const row = { ...source, ...shown, id, accountId, place, createdAt: now };
        await insertPublication(tx, row);
        await given.alongside?.(tx, id, now);
      });
      return id;
    } catch (error) {
      // Another one took the place: each try that fails leaves one place fewer, so this ends.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

/** The organisation that an account publishes for. Throws NOT_FOUND and PERMISSION_DENIED. */
async function findOrganisationId(
  db: Database,
  accountId: string,
  organisation: string,
): Promise<string | null> {
  if (organisation === "") return null;
  return (await actFor(db, { accountId }, { organisation, act: "publish" })).organisationId;
}

async function findFreePlace(db: Database, accountId: string): Promise<number> {
  const taken = new Set(await listPlaces(db, accountId));
  for (let place = 1; place <= MAX_UNDER_WAY; place++) if (!taken.has(place)) return place;
  throw new DomainError(
    "REQUEST_INVALID",
    `${MAX_UNDER_WAY} packages are under way already. Publish or discard one of them first.`,
  );
}

interface SourceChange {
  /** The whole text of SKILL.md, line ends as `\n`. */
  text: string;
  /** Safe fixes to apply to it, by id; `all` for all of them; `proposal` for everything that is proposed. */
  fix?: readonly string[] | "all" | "proposal";
}

interface SourceToKeep extends SourceChange {
  /** Digest of the package that its writer has seen. */
  over: string;
}

/** The package with the change, not yet kept. Throws CONTENT_TOO_LARGE. */
export async function changePackage(
  skillPackage: SkillPackage,
  { text, fix }: SourceChange,
): Promise<SkillPackage> {
  if (text.length > JSON_UPLOAD_LIMITS.maxDecodedBytes) {
    throw new DomainError("CONTENT_TOO_LARGE", "The text of SKILL.md is larger than a package may be.");
  }
  const changed = withSource(skillPackage, text);
  if (fix === "proposal") return usePackageProposal(changed);
  return fix === undefined ? changed : fixPackage(changed, fix === "all" ? undefined : fix);
}

/**
 * Keeps another text of SKILL.md. Vetting of the old one ends with it; the same text changes nothing. Null when it is
 * kept; where another tab has kept a text that its writer has not seen, nothing is changed and the package that stands
 * is returned. Throws PUBLICATION_NOT_FOUND, CONTENT_TOO_LARGE.
 */
export async function changeSource(
  where: Whose,
  { over, ...change }: SourceToKeep,
  clock: Clock = systemClock,
): Promise<SkillPackage | null> {
  const publication = await readPublication(where);
  if (!publication) throw publicationNotFound();
  const changed = await changePackage(publication.package, change);
  if (changed.digest === publication.packageDigest) return null;
  if (over !== publication.packageDigest) return publication.package;
  const source = { ...(await packSource(changed)), now: clock.now() };
  if (await replaceSource(database(), { ...where, packageDigest: over }, source)) return null;
  return changeSource(where, { over, ...change }, clock); // another one was faster: `over` is gone for good, or seen
}

export const publicationNotFound = () =>
  new DomainError("PUBLICATION_NOT_FOUND", "You have no package in progress with this id.");

/** A name of the directory of an archive is part of what is checked, so it is kept; a folder of another form is not. */
const MAX_SHOWN_CHARACTERS = 100;

/**
 * A package as it is kept while it is under way. Broken front matter is no obstacle: mending it is what the page is
 * for. Throws CONTENT_TOO_LARGE.
 */
export async function packSource(skillPackage: SkillPackage): Promise<Source> {
  const { files, rootDirectory = "", digest } = skillPackage;
  const archive = await packArchive({ files, rootDirectory, compression: "deflate" });
  if (archive.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes) {
    throw new DomainError("CONTENT_TOO_LARGE", `The package has ${archive.length} bytes as an archive.`);
  }
  const { manifest } = await checkPackage({ skillPackage: { files, digest } });
  return {
    archive: Uint8Array.from(archive),
    packageDigest: digest,
    slug: storable(manifest.slug),
    version: manifest.version.scheme === "default" ? "" : storable(manifest.version.raw),
  };
}

/** Names are shown before anybody has checked them: cut, and without what no text of the database can hold. */
function storable(text: string): string {
  return text.replaceAll("\0", "").slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}

/**
 * Keeps what a call is to cost and how the version is to be listed. A price of null leaves it to the file, or to
 * nothing; an organisation of "" to the account itself, and one that is left out stays. Throws REQUEST_INVALID,
 * PUBLICATION_NOT_FOUND, and NOT_FOUND and PERMISSION_DENIED for an organisation that the account does not publish for.
 */
export async function setPublicationTerms(
  where: Whose,
  { price, listing, organisation }: { price: string; listing: string; organisation?: string },
): Promise<void> {
  const priceLamports = readPrice(price, "#/price");
  if (!isListing(listing)) throw new DomainError("REQUEST_INVALID", "Choose how the version is listed.");
  const owner =
    organisation === undefined
      ? {}
      : { organisationId: await findOrganisationId(database(), where.accountId, organisation) };
  if (!(await setTerms(database(), where, { priceLamports, listing, ...owner, now: systemClock.now() })))
    throw publicationNotFound();
}

const isListing = (text: string): text is Listing => (LISTINGS as readonly string[]).includes(text);

/**
 * Asks for the vetting of a package under way, before it is published. What is vetted already, or being vetted, is not
 * vetted again. Throws PUBLICATION_NOT_FOUND.
 */
export async function startVetting(where: Whose, clock: Clock = systemClock): Promise<void> {
  const publication = await findPublication(database(), where);
  if (!publication) throw publicationNotFound();
  const { id, packageDigest } = publication;
  await inTransaction(async (tx) => {
    const asked = await moveVetting(
      tx,
      { id, packageDigest },
      { from: ["none", "failed"], vettingState: "queued", checks: waitingChecks() },
    );
    if (!asked) return;
    await enqueue(tx, {
      kind: "vet_publication",
      payload: { publicationId: id, packageDigest },
      dedupeKey: `vet-publication:${id}:${packageDigest}`,
      runAt: clock.now(),
    });
  });
}
