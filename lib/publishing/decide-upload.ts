import type { Database } from "@/lib/db/client";
import {
  decideTerms,
  refuseTerms,
  type Terms,
  payeeOf,
  keepTerms,
  type StandingTerms,
} from "@/lib/registry/versions/terms";
import {
  findOwnerOfUpload,
  type AccountOwner,
  type MaintainerOwner,
} from "@/lib/registry/find-or-make-skill";
import { findPromises, listStoredVersions } from "@/lib/registry/versions/find-version";
import { findPriceShortfall } from "@/lib/running/time-limit";
import { latestOf, type SkillManifest } from "@/lib/skill-format";
import { assertStep } from "@/lib/registry/differences/assert-step";
import { compareVersions } from "@/lib/registry/differences/compare-versions";
import type { Difference } from "@/lib/registry/differences/difference";
import type { Promises } from "@/lib/registry/differences/list-differences";
import { decideVersion, type VersionDecision } from "@/lib/registry/versions/decide-version";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";

/** Whose a package will be that an account uploads, and what calls of it cost. */
interface UploadDecision {
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

interface DecidedChange {
  decision: VersionDecision;
  /** What the version before promises; null for a first one. */
  before: Promises | null;
  differences: Difference[];
}

/** The number of an upload, and what differs from the version before. Throws for a step that is more than its number says. */
export async function decideChange(
  db: Database,
  skill: { id: string; owner: { username: string } | null } | null,
  { manifest, terms, files }: Pick<Promises, "manifest" | "terms" | "files">,
): Promise<DecidedChange> {
  const stored = skill ? await listStoredVersions(db, skill.id) : [];
  const decision = decideVersion(manifest.version, stored);
  const before = decision.before && (await findPromises(db, decision.before.id));
  const publisher = skill?.owner?.username ?? null;
  const after = { publisher, manifest, terms, files };
  const differences = before && decision.base ? await compareVersions({ before, after }) : [];
  assertStep(decision, differences);
  return { decision, before, differences };
}

/** Another wallet is paid from a version on. */
export interface PayeeChange {
  /** The wallet that the version before it pays; null where that is free. */
  before: string | null;
  after: string;
}

/** Who uploads: a person or a program of an account, an agent that belongs to one, or null for the market itself. */
export type Uploader = Actor | { agent: string } | null;

/**
 * How a version changes who is paid, held against the one before it; null for a first version, a free one and the
 * same wallet.
 */
export function findPayeeChange(before: Terms | null, next: Terms): PayeeChange | null {
  const [paidBefore, after] = [before && payeeOf(before), payeeOf(next)];
  return before === null || after === null || after === paidBefore ? null : { before: paidBefore, after };
}

/**
 * Whoever finds an open session lets nobody else be paid: a person confirms that it is them. A program with a key
 * publishes by itself, so it is not asked; the owner is told of both. Call it once the account is held, with the
 * transaction of the version. Throws CONFIRMATION_REQUIRED.
 */
export async function guardPayee(
  db: Database,
  { after }: PayeeChange,
  { by, accountId, version }: { by: Uploader; accountId: string; version: { id: string; name: string } },
  now: Date,
): Promise<void> {
  if (by === null) return;
  if ("session" in by && by.session !== null) await assertConfirmed(db, by, now);
  await recordAccessChange(db, { accountId, change: "payee-changed", what: after, version, by }, now);
}
