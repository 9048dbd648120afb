import { Keypair, PublicKey, SystemProgram, VersionedTransaction } from "@solana/web3.js";
import { beforeAll, expect } from "vitest";
import { prepareBondMove, type MoveKind } from "@/lib/audits/bond/move-bond";
import { findNonce, nonceAddress } from "@/lib/audits/bond/move-nonce";
import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { compileTransaction } from "@/lib/audits/bond/vault-instructions";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";

export const DEPOSIT = 500_000_000n;
export const DAY_MS = 86_400_000;

export const addressOf = ({ publicKey }: Keypair): string => publicKey.toBase58();
/** What a refused move is answered with. */
export const refusedFor = (reason: string) => ({ code: "BOND_MOVE_REFUSED", details: { reason } });

export function sign(raw: Uint8Array, ...signers: Keypair[]): Uint8Array {
  const transaction = VersionedTransaction.deserialize(raw);
  transaction.sign(signers);
  return transaction.serialize();
}

/**
 * A market that takes deposits, wallets for the three of a vault and for a challenger, and what the tests of moves do
 * with them. A real token program stands on the local ledger: what nobody may do alone, the chain itself refuses. Once
 * in a test file.
 */
export function bondedMarket() {
  testBlobStore();
  const market = new PaidMarket();
  const [creator, arbiter, council, challenger] = [
    Keypair.generate(),
    Keypair.generate(),
    Keypair.generate(),
    Keypair.generate(),
  ];
  const terms: BondTerms = {
    requiredLamports: DEPOSIT,
    arbiter: addressOf(arbiter),
    council: addressOf(council),
    former: [],
  };
  const around = () => ({ chain: market.context.connection, terms });
  let author: TestAccount;
  let accuser: TestAccount;

  beforeAll(async () => {
    for (const keypair of [creator, arbiter, council, challenger])
      await market.rpc("requestAirdrop", [addressOf(keypair), 10_000_000_000]);
    author = await makeAccount({ address: addressOf(creator) });
    accuser = await makeAccount({ address: addressOf(challenger) });
  });

  async function published() {
    const slug = uniqueName("bonded");
    const { versionId } = await publishNow(buildSkillPackage({ name: slug }), author);
    return { slug, versionId };
  }

  /** A version with a deposit that is on chain for good, and that nobody has looked at. */
  async function opened() {
    const skill = await published();
    const request = { versionId: skill.versionId, creator: addressOf(creator) };
    const opening = await prepareBondOpening(request, around());
    const transaction = sign(opening.transaction, creator);
    const { vault } = await sendBondOpening({ ...request, transaction }, around());
    market.ledger.advance(40);
    return { ...skill, vault, opening };
  }

  /** One whose deposit has been seen and counted. */
  async function bonded() {
    const skill = await opened();
    const seen = await observeBond({ versionId: skill.versionId, vaultAddress: skill.vault }, around());
    expect(seen).toEqual({ state: "locked", lamports: DEPOSIT });
    return skill;
  }

  const stateOf = async (slug: string) => (await getSkill(slug)).auditState;
  const balanceOf = async (keypair: Keypair) =>
    (await market.context.connection.balances([addressOf(keypair)]))[0] ?? 0n;
  const bondOf = (vaultAddress: string) =>
    market.database().bond.findUniqueOrThrow({ where: { vaultAddress } });
  const kinds = async (subjectId: string) =>
    (await market.database().logEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } }))
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("bond:"));

  async function prepared(
    vaultAddress: string,
    kind: MoveKind,
    signers: [Keypair, Keypair],
    asked: { chain: SolanaConnection; terms: BondTerms | null } = around(),
  ) {
    const request = { vaultAddress, kind, signers: [addressOf(signers[0]), addressOf(signers[1])] as const };
    const { transaction, nonceOpening } = await prepareBondMove(request, asked);
    if (transaction) return transaction;
    const opening = sign(nonceOpening?.transaction ?? new Uint8Array(), signers[0]);
    expect(await prepareBondMove({ ...request, nonceOpening: opening }, asked)).toMatchObject({
      transaction: null,
    });
    market.ledger.advance(1);
    return (await prepareBondMove(request, asked)).transaction ?? new Uint8Array();
  }

  const nonceOf = (payer: Keypair, vaultAddress: string) =>
    findNonce({ payer: addressOf(payer), vaultAddress }, market.context.connection);

  /** Uses the nonce for something else, as its owner can at any time. */
  async function useNonce(payer: Keypair, vaultAddress: string): Promise<void> {
    const noncePubkey = new PublicKey(await nonceAddress({ payer: addressOf(payer), vaultAddress }));
    const advance = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: payer.publicKey });
    const { blockhash } = await market.context.connection.latestBlockhash();
    const transaction = compileTransaction(addressOf(payer), blockhash, [advance]);
    transaction.sign([payer]);
    await market.context.connection.broadcast(transaction.serialize(), { rehearse: true });
  }

  async function challenged(versionId: string, decision: "upheld" | "rejected" | null) {
    const claim = { accountId: accuser.accountId, versionId, claim: "It lies.", evidence: "Run it." };
    const { challengeId } = await openChallenge(claim);
    if (decision) {
      const outcome = { challengeId, decision, outcome: "As seen." } as const;
      await decideChallenge(await makeAdministrator(), outcome);
    }
    return { challengeId };
  }

  return {
    market,
    creator,
    arbiter,
    council,
    challenger,
    terms,
    around,
    published,
    opened,
    bonded,
    prepared,
    nonceOf,
    useNonce,
    challenged,
    stateOf,
    balanceOf,
    bondOf,
    kinds,
  };
}
