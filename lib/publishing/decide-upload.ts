import type { Database } from "@/lib/db/client";
import { decideTerms, keepTerms, refuseTerms, type Terms } from "@/lib/registry/versions/terms";
import {
  findOwnerOfUpload,
  type AccountOwner,
  type MaintainerOwner,
} from "@/lib/registry/find-or-make-skill";
import { mayAct } from "@/lib/identity/organisations/roles";
import { listPublisherWallets } from "@/lib/registry/publishers/get-publisher";
import { findPromises, listStoredVersions } from "@/lib/registry/versions/find-version";
import { findSkillTerms } from "@/lib/publishing/price/repository";
import { findPriceShortfall } from "@/lib/running/time-limit";
import type { SkillManifest } from "@/lib/skill-format";
import { assertStep } from "@/lib/registry/differences/assert-step";
import { compareVersions } from "@/lib/registry/differences/compare-versions";
import type { Difference } from "@/lib/registry/differences/difference";
import { listFiles } from "@/lib/registry/packages/read-package";
import { DomainError } from "@/lib/kernel/errors";
import type { Upload } from "@/lib/publishing/read-upload";
import { decideVersion, type VersionDecision } from "@/lib/registry/versions/decide-version";

/** A version of a skill, and whether it was published. */
interface ThisVersion {
  skillId: string;
  name: string;
  id: string;
  version: string;
  published: boolean;
}

/** That the files of an upload are a version of its skill already. */
export class SameVersionError extends DomainError {
  constructor(readonly same: ThisVersion) {
    const { name, version, published } = same;
    const state = published ? "published" : "uploaded";
    const message = `The same files are already ${state} as ${name} ${version}: nothing has to be done. A new version needs a changed file.`;
    super("VERSION_NOT_HIGHER", message, { details: { latestVersion: version, sameVersion: version } });
  }
}

/** What an upload says of its price, beside what its file declares. */
export interface PriceGiven {
  /** Set beside the file. */
  setPrice?: bigint | undefined;
  /** A skill that was never listed goes on at the price of its last upload, where neither file nor what is set beside it names one. */
  keepsPrice?: boolean;
}

/** Whose a package will be that an account uploads, and what calls of it cost. */
interface UploadDecision {
  owner: AccountOwner | MaintainerOwner;
  terms: Terms;
}

interface UploadFacts extends PriceGiven {
  manifest: SkillManifest;
  publisher: { id: string; wallets: readonly string[] };
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
}

/**
 * As what an account uploads a package: to a skill of its own, or a new one, or to one of another account that it
 * maintains or publishes for. Throws UPLOAD_FAILED with the reason, NOT_FOUND and PERMISSION_DENIED for an organisation
 * that it does not publish for.
 */
export async function decideUpload(
  db: Database,
  { manifest, publisher, organisation, ...price }: UploadFacts,
): Promise<UploadDecision> {
  const { id: accountId } = publisher;
  const { owner, skillId } = await findOwnerOfUpload(db, { slug: manifest.slug, accountId, organisation });
  const isOwn = owner.kind === "account";
  const wallets = isOwn ? publisher.wallets : await listPublisherWallets(db, owner.ownerId);
  return { owner, terms: await decideUploadTerms(db, { skillId, owner, manifest, wallets, ...price }) };
}

interface TermsFacts extends PriceGiven {
  /** Null for a skill that is not there yet. */
  skillId: string | null;
  owner: AccountOwner | MaintainerOwner | { kind: "draft" | "agent" };
  manifest: SkillManifest;
  /** Of the account that answers for the upload. */
  wallets: readonly string[];
}

/**
 * What calls of a skill cost and pay once a package is uploaded to it. Until it is listed its owner decides with each
 * upload; from then on an upload changes nothing. Throws UPLOAD_FAILED with the reason.
 */
export async function decideUploadTerms(
  db: Database,
  { skillId, owner, manifest, wallets, setPrice, keepsPrice = false }: TermsFacts,
): Promise<Terms> {
  const found = skillId === null ? null : await findSkillTerms(db, skillId);
  const { isSettled = false, priceLamports = 0n, payeeAddress = null } = found ?? {};
  const standing = { priceLamports, payeeAddress };
  const isOthers = owner.kind === "maintainer" && !mayAct(owner.roles ?? [], "money");
  const hasStanding = isSettled || isOthers;
  const before = keepsPrice && found ? standing : null;
  const terms = hasStanding
    ? keepTerms(standing, setPrice)
    : decideTerms(manifest, { wallets, setPrice, before });
  assertPaysForTime(terms, manifest);
  return terms;
}

function assertPaysForTime({ priceLamports }: Terms, { runtime }: SkillManifest): void {
  if (runtime === undefined) return;
  const shortfall = findPriceShortfall(runtime.timeoutSeconds * 1_000, priceLamports);
  if (shortfall !== null) throw refuseTerms("pricing.price_lamports", shortfall);
}

/** Whether the same files of a version may be run, which its digest leaves out; also where that was not recorded. */
async function mayRunSame(db: Database, versionId: string, files: Upload["files"]): Promise<boolean> {
  const runnable = new Set(files.flatMap((file) => (file.isExecutable === true ? [file.path] : [])));
  const stored = await listFiles(versionId, db);
  return stored.every(
    ({ path, isExecutable }) => isExecutable === null || isExecutable === runnable.has(path),
  );
}

interface DecidedChange {
  decision: VersionDecision;
  differences: Difference[];
}

/**
 * The number of an upload, and what differs from the version before. Throws VERSION_NOT_HIGHER for a step that is more than
 * its number says, and for files that are a version of the skill already.
 */
export async function decideChange(
  db: Database,
  skill: { id: string; slug: string; owner: { username: string } | null } | null,
  { package: { digest }, check: { manifest }, files }: Pick<Upload, "package" | "check" | "files">,
): Promise<DecidedChange> {
  const stored = skill ? await listStoredVersions(db, skill.id) : [];
  for (const version of stored) {
    const stands = !version.yanked && version.vettingStatus !== "rejected";
    if (skill && stands && version.packageDigest === digest && (await mayRunSame(db, version.id, files)))
      throw new SameVersionError({ skillId: skill.id, name: skill.slug, ...version });
  }
  const decision = decideVersion(manifest.version, stored);
  const before = decision.before && (await findPromises(db, decision.before.id));
  const publisher = skill?.owner?.username ?? null;
  const after = { publisher, manifest, files };
  const differences = before && decision.base ? await compareVersions({ before, after }) : [];
  assertStep(decision, differences);
  return { decision, differences };
}
