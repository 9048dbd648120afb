import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { findBondTerms } from "@/lib/audits/bond/bond-settings";
import { database } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { isDomainError } from "@/lib/kernel/errors";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { logger } from "@/lib/kernel/observability/logger";
import { assemblePackage, type PackageFile } from "@/lib/package";
import { findPublishedVersionId, findWalletAccount, withoutSeal } from "@/lib/publishing/versions-repository";
import { publishVersion } from "@/lib/publishing/publish-version";
import { giveTestTokens } from "@/lib/payments/wallets";
import { currentSettlement, treasuryAddress } from "@/lib/payments/settlement/settlement-context";
import { demoKey, type PlatformKey, signTransaction } from "@/lib/log/attestation/platform-key";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import { sign } from "node:crypto";
import { enrolVerifier, findEnrolment } from "@/lib/audits/verifiers";
import { prepareAudit, signAudit } from "@/lib/audits/sign-audit";
import { setTimeout as sleep } from "node:timers/promises";
import { listBonds } from "@/lib/audits/bond/deposits";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findSentVault, prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import type { SolanaConnection } from "@/lib/chain/solana/connection";

/**
 * Stands in SKILL.md for the wallet of the publisher, which is made by each installation for itself: the address of
 * Solana's System Program, so that the folders are valid as they are. It can sign nothing, so nobody can publish and be
 * paid with it.
 */
export const WALLET_PLACEHOLDER = "11111111111111111111111111111111";
const FUNDING_LAMPORTS = 1_000_000_000n;

const catalogue = z.array(
  z.object({
    slug: z.string(),
    publisher: z.string(),
    priceLamports: z.string(),
    audited: z.boolean(),
    /** Its publisher locks a deposit: the skill is Optimistic. */
    bonded: z.boolean().default(false),
  }),
);
type Entry = z.infer<typeof catalogue>[number];

/**
 * Publishes the starter catalogue through the same code as an upload, then locks the deposits the catalogue says with
 * real transactions of its publishers, and seals what it says with a real signature of this installation's demo
 * verifier. Skills that are listed already are left alone, so a second start does nothing. `runJobs` vets and replays what was queued. For the local ledger only: the publishers'
 * wallets are demo keys.
 */
export async function seedCatalogue(
  directory: string,
  runJobs: () => Promise<number>,
): Promise<{ published: number; sealed: number; locked: number }> {
  const entries = catalogue.parse(
    JSON.parse(fs.readFileSync(path.join(directory, "catalogue.json"), "utf8")),
  );
  const known = await findPublishedVersionId(
    database(),
    entries.map((entry) => entry.slug),
  );
  const missing = entries.filter((entry) => !known.has(entry.slug));
  if (missing.length > 0) {
    await publishAll(directory, missing);
    await runJobs();
  }
  // Sealing takes a while, and a deposit a while to be final.
  const sent = await lock(entries);
  const sealed = await seal(entries);
  return { published: missing.length, sealed, locked: await sent.confirm() };
}

/** Where no arbiter and council are named, nothing is locked. */
async function lock(entries: readonly Entry[]): Promise<{ confirm: () => Promise<number> }> {
  const terms = findBondTerms();
  if (terms === null) return { confirm: () => Promise.resolve(0) };
  const around = { chain: solanaConnection(), terms };
  const bonded = entries.filter((entry) => entry.bonded);
  const versions = await findPublishedVersionId(
    database(),
    bonded.map((entry) => entry.slug),
  );
  const wanted = bonded.flatMap(({ slug, publisher }) => {
    const versionId = versions.get(slug);
    return versionId === undefined ? [] : [{ versionId, key: demoKey(`publisher-${publisher}`) }];
  });
  const sent = await openDemoDeposits(wanted, around);
  return { confirm: () => confirmDemoDeposits(sent, around) };
}

async function publishAll(directory: string, entries: readonly Entry[]): Promise<void> {
  await fund([treasuryAddress()]);
  const publishers = await openPublishers([...new Set(entries.map((entry) => entry.publisher))]);
  for (const entry of entries) {
    const publisher = publishers.get(entry.publisher);
    if (!publisher) continue;
    const files = readFolder(path.join(directory, entry.slug), publisher.address);
    const request = {
      actor: { accountId: publisher.accountId },
      package: assemblePackage(files, entry.slug),
      source: "catalogue" as const,
      priceLamports: BigInt(entry.priceLamports),
    };
    // One skill that cannot be published (its name was taken by hand, say) must not keep the market shut.
    await publishVersion(request).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      logger.warn({ slug: entry.slug, code: error.code, reason: error.message }, "catalogue skill left out");
    });
  }
}

async function seal(entries: readonly Entry[]): Promise<number> {
  const wanted = entries.filter((entry) => entry.audited).map((entry) => entry.slug);
  const versions = await findPublishedVersionId(database(), wanted);
  const unsealed = await withoutSeal(database(), [...versions.values()]);
  if (unsealed.length === 0) return 0;
  const options = {
    key: demoKey("demo-verifier"),
    genesisHash: await solanaConnection().genesisHash(),
    validityDays: env().AUDIT_VALIDITY_DAYS,
  };
  let sealed = 0;
  for (const versionId of unsealed) if (await sealWithDemoVerifier(versionId, options)) sealed++;
  return sealed;
}

interface Publisher {
  accountId: string;
  address: string;
}

async function openPublishers(names: readonly string[]): Promise<Map<string, Publisher>> {
  const publishers = new Map<string, Publisher>();
  for (const name of names) {
    const address = demoKey(`publisher-${name}`).keyId;
    const known = await findWalletAccount(database(), address);
    const accountId =
      known ?? (await createAccount({ username: name, wallet: { address, kind: "demo" } })).accountId;
    publishers.set(name, { accountId, address });
  }
  await fund([...publishers.values()].map((publisher) => publisher.address));
  return publishers;
}

/**
 * A creator's account must exist on the ledger before it can be paid a few thousand lamports (rent exemption), and its
 * account for a token before it can be paid in it; and the key that pays the network for such payments needs money.
 */
async function fund(creators: readonly string[]): Promise<void> {
  const { token } = currentSettlement();
  const addresses = token ? [...creators, token.feePayer.keyId] : creators;
  const balances = await solanaConnection().balances(addresses);
  for (const [index, address] of addresses.entries()) {
    if (balances[index] === 0n) await solanaConnection().requestAirdrop(address, FUNDING_LAMPORTS);
  }
  for (const address of token ? creators : []) await giveTestTokens(address, 1n);
}

function readFolder(folder: string, walletAddress: string): PackageFile[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .map((name) => {
      const file = fs.readFileSync(path.join(folder, name));
      const isSkillMd = name === "SKILL.md";
      const bytes = isSkillMd
        ? Buffer.from(file.toString("utf8").replaceAll(WALLET_PLACEHOLDER, walletAddress))
        : file;
      return { path: name.split(path.sep).join("/"), bytes: new Uint8Array(bytes) };
    });
}

/** How the demo verifier is called wherever it shows: nobody should take it for a person. */
const DEMO_VERIFIER_NAME = "Demo verifier (this installation)";

interface DemoSealing {
  key: PlatformKey;
  genesisHash: string;
  validityDays: number;
}

/**
 * Seals a version of the starter catalogue with a real signature of a key this installation keeps. The signature is as
 * checkable as every other; the name says that nobody read the code. Enrols the demo verifier at its first use; false,
 * and no seal, once somebody has ended that enrolment.
 */
export async function sealWithDemoVerifier(versionId: string, options: DemoSealing): Promise<boolean> {
  const { key, ...request } = options;
  const accountId = await findDemoVerifier(key.keyId);
  if (accountId === null) return false;
  const prepared = await prepareAudit({ ...request, accountId, versionId, verdict: "seal", note: null });
  const signature = sign(null, Buffer.from(prepared.message, "base64"), key.privateKey);
  await signAudit({ accountId, versionId, ...prepared, signature });
  return true;
}

async function findDemoVerifier(address: string): Promise<string | null> {
  const { accountId: known, state } = await findEnrolment(database(), address);
  if (state === "ended") return null;
  if (state === "enrolled") return known;
  const accountId =
    known ??
    (await createAccount({ username: "demo-verifier", wallet: { address, kind: "demo" } })).accountId;
  await enrolVerifier("operator", { address, displayName: DEMO_VERIFIER_NAME });
  return accountId;
}

const LOOK_AGAIN_MS = 1_000;
/** A deposit is final after 13 seconds of the local ledger; one that is late is looked at in the next start. */
const MOST_LOOKS = 60;
/** Both accounts of a vault, and fees. */
const BESIDES_LAMPORTS = 20_000_000n;

interface Around {
  chain: SolanaConnection;
  terms: BondTerms;
}

/** A version of the starter catalogue, and the key of its publisher. */
interface DemoDeposit {
  versionId: string;
  key: PlatformKey;
}

/** A deposit that was sent and is not final yet. */
interface SentDeposit {
  versionId: string;
  vaultAddress: string;
}

/**
 * Opens the deposit of each version with the signature of its publisher, as the page does. A version that ever had one
 * is left alone: who has taken a deposit back wants it so. One whose opening was sent by a start that ended too early
 * is not opened twice. Throws LEDGER_UNAVAILABLE.
 */
export async function openDemoDeposits(
  wanted: readonly DemoDeposit[],
  around: Around,
): Promise<SentDeposit[]> {
  const sent: SentDeposit[] = [];
  for (const { versionId, key } of wanted) {
    if ((await listBonds(versionId)).length > 0) continue;
    try {
      sent.push({ versionId, vaultAddress: await open({ versionId, key }, around) });
    } catch (error) {
      // One that is withdrawn, or was challenged with success, must not keep the market shut.
      if (!isDomainError(error) || error.code === "LEDGER_UNAVAILABLE") throw error;
      logger.warn({ versionId, code: error.code, reason: error.message }, "deposit left out");
    }
  }
  return sent;
}

async function open({ versionId, key }: DemoDeposit, around: Around): Promise<string> {
  const request = { versionId, creator: key.keyId };
  const opening = await prepareBondOpening(request, around);
  const before = await findSentVault(versionId);
  // Its place is taken: it has landed, and nobody has looked at it yet.
  if (before !== null && before !== opening.vault) return before;
  await fundOpening(key.keyId, opening.depositLamports + BESIDES_LAMPORTS, around.chain);
  const transaction = signTransaction(opening.transaction, [key]);
  return (await sendBondOpening({ ...request, transaction }, around)).vault;
}

async function fundOpening(address: string, neededLamports: bigint, chain: SolanaConnection): Promise<void> {
  const [balance = 0n] = await chain.balances([address]);
  if (balance < neededLamports) await chain.requestAirdrop(address, neededLamports);
}

/** Looks at deposits until they are final and count; returns how many do. Throws LEDGER_UNAVAILABLE. */
export async function confirmDemoDeposits(sent: readonly SentDeposit[], around: Around): Promise<number> {
  let locked = 0;
  for (const deposit of sent) if (await untilLocked(deposit, around)) locked++;
  return locked;
}

async function untilLocked(deposit: SentDeposit, around: Around): Promise<boolean> {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    try {
      return (await observeBond(deposit, around)).state === "locked";
    } catch (error) {
      if (!isDomainError(error, "BOND_NOT_LOCKED")) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
  logger.warn(deposit, "the deposit is not final yet: the next start looks again");
  return false;
}
