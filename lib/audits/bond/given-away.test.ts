import { expect, test } from "vitest";
import { prepareBondMove } from "@/lib/audits/bond/move-bond";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { bondedMarket, DEPOSIT } from "@/lib/audits/bond/testing/bonded-market";
import { listHolds } from "@/lib/ownership/account-closing/close-account";
import { yankVersion } from "@/lib/publishing/yank-version";
import { getActorOf } from "@/lib/testing/builders";
import { give, somebody } from "@/lib/ownership/transfers/testing/market";

// A deposit counts from when it was seen. Until then nothing is known of it, and its skill is given away, or its
// version withdrawn, as if there were none.
const { market, creator, terms, opened, stateOf } = bondedMarket();
const address = creator.publicKey.toBase58();
const connection = () => market.context.connection;

/** The author, as the actor of their session. */
async function author() {
  const { account } = await market
    .database()
    .wallet.findUniqueOrThrow({ where: { address }, select: { account: true } });
  return getActorOf(account.username);
}

/** Looks at a vault, and does `work` while the chain is asked. */
function observeWhile(of: { versionId: string; vault: string }, work: () => Promise<unknown>) {
  let asked = false;
  const chain = {
    listHistoryPage: connection().listHistoryPage.bind(connection()),
    findTransaction: connection().findTransaction.bind(connection()),
    async findFinalAccount(...question: Parameters<ReturnType<typeof connection>["findFinalAccount"]>) {
      if (!asked) {
        asked = true;
        await work();
      }
      return connection().findFinalAccount(...question);
    },
  };
  return observeBond({ versionId: of.versionId, vaultAddress: of.vault }, { chain, terms });
}

const bonds = (versionId: string) => market.database().bond.count({ where: { versionId } });

test("a skill that was given away meanwhile has no deposit of its former owner", async () => {
  const bonded = await opened();
  const to = await somebody();
  const look = observeWhile(bonded, async () => give(await author(), to, bonded.slug));
  await expect(look).rejects.toMatchObject({ code: "BOND_NOT_LOCKED", details: { reason: "other_signers" } });
  expect([await bonds(bonded.versionId), await stateOf(bonded.slug)]).toEqual([0, "Unverified"]);
});

test("that of a version that was withdrawn before, or meanwhile, is kept: it can be paid back, and holds the account until then", async () => {
  const withdraw = async (slug: string) =>
    yankVersion({ actor: await author(), skill: slug, version: "1.0.0", reason: "Mine." });
  const meanwhile = await opened();
  expect(await observeWhile(meanwhile, () => withdraw(meanwhile.slug))).toMatchObject({ state: "locked" });
  const before = await opened();
  await withdraw(before.slug);
  expect(await observeWhile(before, () => Promise.resolve())).toMatchObject({ state: "locked" });
  const held = (await listHolds(await author())).flatMap((hold) => ("slug" in hold ? [hold.slug] : []));
  expect(held).toEqual(expect.arrayContaining([meanwhile.slug, before.slug]));

  const request = { vaultAddress: before.vault, kind: "refund", signers: [address, terms.arbiter] } as const;
  const refund = await prepareBondMove(request, { chain: connection(), terms });
  expect(refund).toMatchObject({ destination: address });
});

test("one that nothing happened to has it", async () => {
  const bonded = await opened();
  const seen = await observeWhile(bonded, () => Promise.resolve());
  expect(seen).toEqual({ state: "locked", lamports: DEPOSIT });
});
