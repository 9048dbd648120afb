import { type AuditDuty, findNextDuty } from "@/lib/audits/audit-duty";
import { findCarriedAudit } from "@/lib/audits/seals";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import type { SkillPackage } from "@/lib/package";
import { findOtherTerms, type DeclaredTerms, type Terms } from "@/lib/registry/versions/terms";
import { decideUpload, decideChange } from "@/lib/publishing/decide-upload";
import { requiredBump } from "@/lib/registry/differences/list-differences";
import { assertNameOpen } from "@/lib/registry/find-or-make-skill";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readUpload } from "@/lib/publishing/read-upload";
import { decideCallable } from "@/lib/running/run-facts";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import type { Bump, Difference } from "@/lib/registry/differences/difference";
import { decideVersion, findStaying } from "@/lib/registry/versions/decide-version";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { findSkillByName } from "@/lib/registry/find-skill";
import { listStoredVersions } from "@/lib/registry/versions/find-version";
import { currentBondTerms } from "@/lib/audits/bond/bond-settings";
import { requiredBondLamports } from "@/lib/audits/bond/bond-terms";
import { hintPolicy, type Hints } from "@/lib/skill-format";

export type VersionPreview =
  | {
      ok: true;
      /** What the skill is called now, where this version gives it another name; null where it does not. */
      renames: string | null;
      version: string;
      change: string;
      base: string | null;
      /** As of a version that is published. */
      staying: string | null;
      requiredBump: Bump | null;
      differences: Difference[];
      duty: AuditDuty;
      terms: Terms;
      /** What the file declares otherwise, which changes nothing; null where it does not. */
      otherTerms: DeclaredTerms | null;
      /** Why no call of it would be made at once. */
      obstacles: CallObstacle[];
    }
  | { ok: false; code: string; message: string };

interface VersionToPreview {
  accountId: string;
  package: SkillPackage;
  priceLamports: bigint | null;
  /** As of an upload: an own skill goes on costing what it does where neither the file nor this names a price. */
  keepsPrice?: boolean;
  /** When these bytes first gave a valid answer in the sandbox; left out while they have not. */
  ranAt?: Date | null;
}

/**
 * What publishing this package now would make of it: number, kind of step, price, and the audit that follows. Writes
 * nothing; a refusal is told, not thrown.
 */
export async function previewVersion(
  given: VersionToPreview,
  clock: Clock = systemClock,
): Promise<VersionPreview> {
  try {
    return await preview(given, clock.now());
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message } = error;
    return { ok: false, code, message };
  }
}

async function preview(given: VersionToPreview, now: Date): Promise<VersionPreview> {
  const { accountId } = given;
  const db = database();
  const upload = await readUpload(given.package);
  const { manifest } = upload.check;
  const publisher = await getPublisher(accountId);
  const setPrice = given.priceLamports ?? undefined;
  const { owner, terms } = await decideUpload(db, {
    manifest,
    publisher,
    setPrice,
    keepsPrice: given.keepsPrice ?? false,
  });
  const skill = await assertNameOpen(db, { slug: manifest.slug, owner, now });
  const { decision, differences } = await decideChange(db, skill, upload);
  const bump = decision.base ? requiredBump(differences) : null;
  const carries =
    decision.change === "patch" &&
    decision.base !== null &&
    (await findCarriedAudit(db, decision.base.id, now)) !== null;
  const promises = { publisher: skill?.owner?.username ?? null, manifest, files: upload.files };
  const next = skill && { skillId: skill.id, version: decision.version, promises, carries };
  return {
    ok: true,
    renames: skill && skill.slug !== manifest.slug ? skill.slug : null,
    version: decision.version,
    change: decision.change,
    base: decision.base?.version ?? null,
    staying: findStaying(decision),
    requiredBump: bump,
    differences,
    duty: next ? await findNextDuty(db, next, now) : "full",
    terms,
    otherTerms: findOtherTerms(manifest, terms),
    obstacles: decideCallable({ ...terms, obstacles: upload.facts.obstacles, ranAt: given.ranAt ?? null })
      .obstacles,
  };
}

/** What a package would be published as. */
interface AnnouncedVersion {
  slug: string;
  version: string;
  /** The file says so; otherwise it is the number the market would give now. */
  isStated: boolean;
}

/**
 * Under which name and version a package would be published, with nothing stored. Whoever publishes at the same time
 * can still change the number of a file that states none. Throws UPLOAD_FAILED with findings, and VERSION_NOT_HIGHER.
 */
export async function announceVersion(skillPackage: SkillPackage): Promise<AnnouncedVersion> {
  const { manifest } = (await readUpload(skillPackage)).check;
  const skill = await findSkillByName(database(), canonicalName(manifest.slug));
  const stored = skill ? await listStoredVersions(database(), skill.id) : [];
  const { version } = decideVersion(manifest.version, stored);
  return { slug: manifest.slug, version, isStated: manifest.version.scheme !== "default" };
}

/** What this market asks to be locked for an optimistic listing, in lamports; null where it takes no deposits. */
export function findBondCost(hints: Hints): bigint | null {
  try {
    return requiredBondLamports(currentBondTerms(), hintPolicy(hints).higherBond);
  } catch (error) {
    if (isDomainError(error, "BOND_NOT_LOCKED")) return null;
    throw error;
  }
}
