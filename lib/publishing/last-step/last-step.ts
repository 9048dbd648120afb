import { getAccount } from "@/lib/identity/accounts/accounts";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { unpackedBytes, type SkillPackage } from "@/lib/package";
import { findPayeeShortfall } from "@/lib/payments/quotes/payee-hint";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { validatePackage, type Validation } from "@/lib/publishing/check-package";
import { previewVersion, type VersionPreview } from "@/lib/publishing/preview-version";
import { isMaintained } from "@/lib/registry/publishers/get-publisher";
import { decideBlockers, type EarningBlocker } from "@/lib/running/earning/decide-blockers";
import { tryExamples, type ExamplesTried } from "@/lib/running/examples/try-examples";
import { decideCallable } from "@/lib/running/run-facts";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** What is known of a package before it is published, and was told of it only afterwards otherwise. */
export interface LastStep {
  slug: string;
  preview: VersionPreview;
  /** What a call is to cost. */
  priceLamports: bigint;
  /** What became of its examples in the sandbox; null where they were not tried yet. */
  examples: ExamplesTried | null;
  /** What the dialects of the package say that publishing it stands on. */
  reports: Validation["reports"];
  /** As the file states it; null where it states none. */
  license: string | null;
  files: number;
  bytes: number;
  /** What lists and agents show of it. */
  shown: { name: string; description: string; category: string | null };
  /** Keys of the file that the market keeps and does not read. */
  unreadKeys: string[];
  blockers: EarningBlocker[];
}

interface PackageToPublish {
  accountId: string;
  package: SkillPackage;
  /** The price set beside the file; null for none. */
  priceLamports: bigint | null;
  /** What became of its examples, where they were tried. */
  examples: ExamplesTried | null;
  /** Where the caller has it already. */
  preview?: VersionPreview;
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
}

/**
 * Everything that is known of a package before it is published: number and kind of step, examples that do not match,
 * remarks of the formats, what anybody may take, what is read of it, and what keeps it from earning. Writes nothing and
 * runs nothing; a refusal is told, not thrown. Throws only what `validatePackage` does.
 */
export async function gatherLastStep(given: PackageToPublish, clock: Clock = systemClock): Promise<LastStep> {
  const { accountId, examples, organisation } = given;
  const ranAt = examples?.ranAt ?? null;
  const [{ check, reports, obstacles }, preview] = await Promise.all([
    validatePackage(given.package),
    given.preview ??
      previewVersion(
        { accountId, package: given.package, organisation, priceLamports: given.priceLamports, ranAt },
        clock,
      ),
  ]);
  const { manifest } = check;
  const stated = manifest.pricing === undefined ? given.priceLamports : BigInt(manifest.pricing.lamports);
  const priceLamports = preview.ok ? preview.terms.priceLamports : (stated ?? 0n);
  const own = new Set(check.reports.map(({ dialect }) => dialect));
  return {
    slug: manifest.slug,
    preview,
    priceLamports,
    examples,
    reports: reports.filter(({ dialect }) => own.has(dialect)),
    license: manifest.license ?? null,
    files: given.package.files.length,
    bytes: unpackedBytes(given.package.files),
    shown: {
      name: manifest.displayName,
      description: manifest.description,
      category: manifest.category,
    },
    unreadKeys: Object.keys(manifest.extensions),
    blockers: await findBlockers({
      accountId,
      organisation,
      slug: manifest.slug,
      named: manifest.author.wallet ?? null,
      preview,
      priceLamports,
      obstacles: decideCallable({ obstacles, priceLamports, ranAt }).obstacles,
    }),
  };
}

/**
 * The same for a program that is about to upload a package, with its examples run now; `caller` names who waits for
 * them. Where the sandbox is busy, they stay untried. Throws what `gatherLastStep` does.
 */
export async function tryLastStep(
  {
    accountId,
    package: skillPackage,
    organisation,
  }: Pick<PackageToPublish, "accountId" | "package" | "organisation">,
  { caller, clock = systemClock }: { caller: readonly string[]; clock?: Clock },
): Promise<LastStep> {
  const { check, decision } = await validatePackage(skillPackage);
  const examples =
    decision.status === "rejected"
      ? null
      : await tryExamples(skillPackage, check.manifest, { caller }).catch((error: unknown) => {
          if (isDomainError(error, "RUNNER_BUSY") || isDomainError(error, "MARKET_UNAVAILABLE")) return null;
          throw error;
        });
  const ranAt = examples?.ranAt ?? null;
  const given = { accountId, package: skillPackage, organisation, priceLamports: null };
  const preview = await previewVersion({ ...given, ranAt, keepsPrice: true }, clock);
  return gatherLastStep({ ...given, examples, preview }, clock);
}

interface BlockersOf {
  accountId: string;
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
  slug: string;
  /** The wallet that the file names. */
  named: string | null;
  preview: VersionPreview;
  priceLamports: bigint;
  obstacles: readonly CallObstacle[];
}

/** What would keep buyers from paying this price, as far as it can be told before publishing. */
export async function findBlockers(given: BlockersOf): Promise<EarningBlocker[]> {
  const { accountId, organisation, slug, named, preview, priceLamports, obstacles } = given;
  if (priceLamports === 0n) return [];
  const [{ wallets }, maintains] = await Promise.all([
    getAccount(accountId),
    isMaintained({ accountId, slug, organisation }),
  ]);
  const own = wallets.map(({ address }) => address);
  const decided = preview.ok ? preview.terms.payeeAddress : null;
  // Another account is paid, and the refusal says no word of its wallet.
  if (maintains && decided === null) return decideBlockers({ priceLamports, obstacles, payee: null });
  const address = decided ?? named ?? own[0] ?? null;
  const isProven = maintains || (address !== null && own.includes(address));
  const missingLamports =
    address !== null && isProven
      ? await findPayeeShortfall({ priceLamports, payeeAddress: address }, currentSettlement())
      : null;
  return decideBlockers({ priceLamports, obstacles, payee: { address, isProven, missingLamports } });
}
