import { findCarriedAudit } from "@/lib/audits/seals";
import { findConversionObstacle } from "@/lib/conversion/convert-skill";
import type { Database } from "@/lib/db/client";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import { unpackedBytes, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { findOtherTerms, type DeclaredTerms, type Terms } from "@/lib/registry/versions/terms";
import { decideChange, decideUploadTerms, type PriceGiven } from "@/lib/publishing/decide-upload";
import { applyUploadAccess } from "@/lib/publishing/access/upload-access";
import { applyTerms } from "@/lib/publishing/price/apply-terms";
import { findStaying, type VersionDecision } from "@/lib/registry/versions/decide-version";
import { recordEvent } from "@/lib/log/events/events";
import { findOrMakeSkill, type Owner } from "@/lib/registry/find-or-make-skill";
import { requiredBump } from "@/lib/registry/differences/list-differences";
import { guessLanguage } from "@/lib/search/listing/derive-listing";
import { bearName } from "@/lib/registry/names/ask-for-name";
import { insertFiles, insertVersion, type NewVersion } from "@/lib/publishing/versions-repository";
import { listPublisherWallets } from "@/lib/registry/publishers/get-publisher";
import type { Upload } from "@/lib/publishing/read-upload";
import { decideCallable } from "@/lib/running/run-facts";
import type { Difference } from "@/lib/registry/differences/difference";
import type { SkillAccess } from "@/lib/registry/views";
import { CONVERSION_TARGETS, type AuthorAgent } from "@/lib/skill-format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import { queueVetting } from "@/lib/publishing/vetting/queue-vetting";
import { packArchive } from "@/lib/platform/blobs/load-package";
import { storeBlob } from "@/lib/platform/blobs/current-blob-store";
import { DomainError } from "@/lib/kernel/errors";

export interface PublishedVersion {
  skillId: string;
  versionId: string;
  vettingJobId: string;
  slug: string;
  version: string;
  packageDigest: string;
  /** What one call of it is to cost; in force once nothing is in the way of its calls. */
  priceLamports: bigint;
  /** What its file declares otherwise, which changes nothing; null where it does not. */
  otherTerms: DeclaredTerms | null;
  /** Why no call of it would be made if it were listed now. */
  obstacles: CallObstacle[];
  /** The release that those who have it go on having, as this is a pre-release; null where they are offered this version. */
  staying: string | null;
}

export interface VersionToStore {
  upload: Upload;
  price: PriceGiven;
  archive: StoredArchive;
  owner: Owner;
  source: string;
  authorAgent: AuthorAgent | null;
  now: Date;
  /** The caller vets the version itself, in the same transaction, instead of leaving it to a job. */
  vettedByCaller?: boolean;
  /** When a run of these bytes first gave a valid answer in the sandbox; left out where none has. */
  ranAt?: Date | null;
  /** Who is to see the skill; left out, that stays as it is. */
  access?: SkillAccess | undefined;
  /** Its owner asks for an audit; a patch that carries a seal needs none and asks for none. */
  askForAudit?: boolean;
}

/**
 * Decides name, version and duty of an upload and writes all of it; the caller opens the transaction. Throws
 * AUTH_FAILED when its owner closed the account meanwhile, UPLOAD_FAILED as `decideUploadTerms` does: the price may be
 * another one, or the wallet that is paid taken off the account, since it was decided first; and what
 * `applyUploadAccess` throws.
 */
export async function storeVersion(db: Database, given: VersionToStore): Promise<PublishedVersion> {
  const { upload, owner, now } = given;
  const { manifest } = upload.check;
  const paid = owner.kind === "draft" ? null : answersFor(owner);
  if (owner.kind !== "draft") await shareLockAccounts(db, [owner.accountId, answersFor(owner)]);
  const { slug } = manifest;
  const contentLanguage = guessLanguage(manifest.description);
  const skill = await findOrMakeSkill(db, { slug, contentLanguage, owner, now });
  const wallets = paid === null ? [] : await listPublisherWallets(db, paid);
  const terms = await decideUploadTerms(db, { skillId: skill.id, owner, manifest, wallets, ...given.price });
  if (slug !== skill.slug) await bearName(db, slug, now);
  const { decision, differences } = await decideChange(db, skill, upload);
  const versionId = newId("ver", now.getTime());
  const carried =
    decision.change === "patch" && decision.base ? await findCarriedAudit(db, decision.base.id, now) : null;
  const row = toRow(given, { id: versionId, skillId: skill.id, terms, decision, differences, carried });
  const { access } = given;
  await applyUploadAccess(db, { skillId: skill.id, owner, access, obstacles: row.obstacles });
  await insertVersion(db, row);
  await applyTerms(db, skill.id, terms); // of a skill that is listed they are what they were
  await insertFiles(db, versionId, upload.files);
  const accountId = owner.kind === "draft" ? null : owner.accountId;
  const vettingJobId = await queueVetting(db, {
    versionId,
    accountId,
    now,
    byJob: given.vettedByCaller !== true,
  });
  const data = {
    slug,
    version: decision.version,
    packageDigest: upload.package.digest,
    source: given.source,
  };
  await recordEvent(db, { kind: "version:uploaded", versionId, data }, now, accountId ?? undefined);
  const { priceLamports } = terms;
  const { obstacles } = row;
  return {
    skillId: skill.id,
    versionId,
    vettingJobId,
    slug,
    version: decision.version,
    packageDigest: upload.package.digest,
    priceLamports,
    otherTerms: findOtherTerms(manifest, terms),
    obstacles,
    staying: findStaying(decision),
  };
}

/** The account that answers for what is uploaded, and is paid. */
const answersFor = (owner: Exclude<Owner, { kind: "draft" }>) =>
  owner.kind === "maintainer" ? owner.ownerId : owner.accountId;

interface Identity {
  id: string;
  skillId: string;
  terms: Terms;
  decision: VersionDecision;
  differences: Difference[];
  carried: string | null;
}

function toRow(
  { upload, archive, owner, authorAgent, askForAudit, ranAt = null, now }: VersionToStore,
  { id, skillId, terms, decision, differences, carried }: Identity,
): NewVersion {
  const { manifest, reports, detected } = upload.check;
  const { files, digest } = upload.package;
  const { needs: _, obstacles, ...facts } = upload.facts;
  return {
    id,
    skillId,
    version: decision.version,
    versionScheme: decision.scheme,
    versionChange: decision.change,
    previousVersionId: decision.base?.id ?? null,
    auditCarriedFromId: carried,
    requiredBump: decision.base ? requiredBump(differences) : null,
    differences,
    trustLevel: owner.kind === "draft" ? "sandbox" : "community",
    packageDigest: digest,
    contentDigest: upload.contentDigest,
    ...upload.sketch,
    packageSizeBytes: unpackedBytes(files),
    archiveDigest: archive.digest,
    iconDigest: archive.iconDigest,
    skillMd: upload.skillMd,
    // The number the store assigned stands in the manifest; the file itself stays as it was written.
    manifest: { ...manifest, version: { ...manifest.version, raw: decision.version } },
    dialectReports: reports,
    dialects: detected,
    spec: manifest.spec,
    examples: upload.examples,
    examplesTotal: upload.examples.length,
    outputSchema: manifest.schemas.output ?? null,
    ...facts,
    ...decideCallable({ obstacles, priceLamports: terms.priceLamports, ranAt }),
    ranAt,
    convertsTo: CONVERSION_TARGETS.filter(
      (target) => findConversionObstacle({ manifest, files }, target) === null,
    ),
    ...terms,
    authorAgent,
    changelog: manifest.changelog ?? null,
    license: manifest.license ?? null,
    auditAskedAt: askForAudit === true && carried === null ? now : null,
    publisherId: owner.kind === "draft" ? null : answersFor(owner),
    uploadedById: owner.kind === "draft" ? null : owner.accountId,
    createdAt: now,
  };
}

interface StoredArchive {
  digest: string;
  sizeBytes: number;
  /** Of the picture of its icon; null where it has none. */
  iconDigest: string | null;
}

/**
 * Writes the package as its one canonical archive (files under `<slug>/`, equal packages give equal bytes) and puts it
 * into the blob store, with the picture of its icon. Only a package too large for that is deflated. Throws CONTENT_TOO_LARGE when even then nobody
 * could upload it again.
 */
export async function storeArchive({ package: { files }, check, icon }: Upload): Promise<StoredArchive> {
  const rootDirectory = check.manifest.slug;
  let bytes = await packArchive({ files, rootDirectory });
  if (bytes.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes)
    bytes = await packArchive({ files, rootDirectory, compression: "deflate" });
  if (bytes.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes) {
    throw new DomainError(
      "CONTENT_TOO_LARGE",
      `The package has ${bytes.length} bytes as an archive; at most ${SKILL_ARCHIVE_LIMITS.maxArchiveBytes} are allowed.`,
    );
  }
  return {
    digest: await storeBlob(bytes),
    sizeBytes: bytes.length,
    iconDigest: icon && (await storeBlob(icon)),
  };
}
