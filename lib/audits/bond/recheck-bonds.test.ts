import bs58 from "bs58";
import { beforeAll, expect, test } from "vitest";
import { type BondChain, observeBond } from "@/lib/audits/bond/observe-bond";
import { MULTISIG_SIZE_BYTES, VAULT_SIZE_BYTES, WRAPPED_SOL_MINT } from "@/lib/audits/bond/vault";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { recheckBonds } from "@/lib/audits/bond/deposits";
import { fakeClock, HOUR_MS } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const REQUIRED = 500_000_000n;
const [arbiter, council, vaultAddress, owner] = [newAddress(), newAddress(), newAddress(), newAddress()];
const terms = { requiredLamports: REQUIRED, arbiter, council, former: [] };
const slug = uniqueName("bonded");
let versionId: string;
let creator: string;
let author: TestAccount;
let held = REQUIRED;
let slot = 1;

/** A chain on which the vault holds `held`. */
const chain: BondChain = {
  findFinalAccount(address) {
    if (held < 0n) throw new DomainError("LEDGER_UNAVAILABLE", "The ledger does not answer.");
    const data = Buffer.alloc(address === owner ? MULTISIG_SIZE_BYTES : VAULT_SIZE_BYTES);
    if (address === owner) {
      data.set([2, 3, 1], 0);
      [creator, arbiter, council].forEach((signer, at) => data.set(bs58.decode(signer), 3 + 32 * at));
    } else {
      data.set(bs58.decode(WRAPPED_SOL_MINT), 0);
      data.set(bs58.decode(owner), 32);
      data.writeBigUInt64LE(held, 64);
      data[108] = 1;
    }
    return Promise.resolve({ chain: "here", slot, account: { owner: TOKEN_PROGRAM, lamports: 0n, data } });
  },
  listHistoryPage: () => Promise.resolve({ entries: [], isLast: true }),
  findTransaction: () => Promise.resolve(null),
};

beforeAll(async () => {
  author = await makeAccount();
  creator = author.address;
  ({ versionId } = await publishNow(buildSkillPackage({ name: slug }), author));
});

const kinds = async () =>
  (await database().logEntry.findMany({ where: { subjectId: versionId }, orderBy: { seq: "asc" } }))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("bond:"));
const stateNow = async () => (await getSkill(slug)).auditState;

test("a deposit that was moved ends Optimistic at the next look, tells the log once, and comes back when it does", async () => {
  const clock = fakeClock("2026-11-21T00:00:00Z");
  await Promise.all(
    [1, 2, 3].map(() => observeBond({ versionId, vaultAddress }, { chain, terms }, clock).catch(() => null)),
  );
  expect([await stateNow(), await kinds()]).toEqual(["Optimistic", ["bond:locked"]]);

  held = 0n;
  expect(await recheckBonds({ chain, terms }, clock)).toBe(0); // it was looked at just now
  clock.advanceMs(11 * 60_000);
  expect(await recheckBonds({ chain, terms }, clock)).toBe(1);
  expect([await stateNow(), await kinds()]).toEqual(["Unverified", ["bond:locked", "bond:released"]]);

  held = -1n; // the ledger is away: nothing is put down to the deposit
  clock.advanceMs(11 * 60_000);
  await expect(recheckBonds({ chain, terms }, clock)).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  expect(await stateNow()).toBe("Unverified");

  held = REQUIRED;
  expect(await recheckBonds({ chain, terms }, clock)).toBe(1);
  expect([await stateNow(), (await kinds()).at(-1)]).toEqual(["Optimistic", "bond:locked"]);
});

test("a deposit that was seen while the clock was an hour ahead is looked at when it is right again", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  held = REQUIRED;
  await observeBond({ versionId, vaultAddress }, { chain, terms }, clock);
  held = 0n;
  slot += 1;
  clock.advanceMs(-HOUR_MS);
  expect(await recheckBonds({ chain, terms }, clock)).toBe(1);
  expect(await stateNow()).toBe("Unverified");
  expect(await recheckBonds({ chain, terms }, clock)).toBe(0);
});

test("the deposit of a withdrawn version is looked at until it has left its vault", async () => {
  const clock = fakeClock("2026-11-22T00:00:00Z");
  held = REQUIRED;
  await observeBond({ versionId, vaultAddress }, { chain, terms }, clock);
  await yankVersion({ actor: author, skill: slug, version: "1.0.0", reason: "Old." });
  clock.advanceMs(11 * 60_000);
  expect(await recheckBonds({ chain, terms }, clock)).toBe(1);
  held = 0n;
  clock.advanceMs(11 * 60_000);
  expect(await recheckBonds({ chain, terms }, clock)).toBe(1);
  expect((await kinds()).at(-1)).toBe("bond:released");
  clock.advanceMs(11 * 60_000);
  expect(await recheckBonds({ chain, terms }, clock)).toBe(0);
  const another = { versionId, vaultAddress: newAddress() };
  const opened = observeBond(another, { chain, terms }, clock);
  await expect(opened).rejects.toMatchObject({ code: "BOND_NOT_LOCKED" });
});

test("a look at the vault that ends after the deposit was given to who was harmed changes nothing", async () => {
  const { versionId: bonded } = await publishNow(buildSkillPackage(), author);
  const vault = newAddress();
  held = REQUIRED;
  await observeBond({ versionId: bonded, vaultAddress: vault }, { chain, terms });
  held = 0n;
  const slow: BondChain = {
    ...chain,
    async findFinalAccount(address) {
      await database().bond.update({ where: { vaultAddress: vault }, data: { state: "slashed" } });
      return chain.findFinalAccount(address);
    },
  };
  const seen = await observeBond({ versionId: bonded, vaultAddress: vault }, { chain: slow, terms });
  expect(seen.state).toBe("slashed");
  const { state } = await database().bond.findUniqueOrThrow({ where: { vaultAddress: vault } });
  expect(state).toBe("slashed");
});

test("of two looks at a vault the one that began later stands, whichever ends first", async () => {
  const { versionId: bonded } = await publishNow(buildSkillPackage(), author);
  const vault = { versionId: bonded, vaultAddress: newAddress() };
  const clock = fakeClock("2026-11-22T00:00:00Z");
  held = REQUIRED;
  await observeBond(vault, { chain, terms }, clock);
  clock.advanceMs(1000);
  const slow: BondChain = {
    ...chain,
    async findFinalAccount(address) {
      held = REQUIRED;
      const seen = await chain.findFinalAccount(address);
      held = 0n;
      clock.advanceMs(1000);
      await observeBond(vault, { chain, terms }, clock);
      return seen;
    },
  };
  expect((await observeBond(vault, { chain: slow, terms }, clock)).state).toBe("released");
});

test("of two looks at a vault the one at the later block stands, whatever the clocks of their processes say", async () => {
  const { versionId: bonded } = await publishNow(buildSkillPackage(), author);
  const vault = { versionId: bonded, vaultAddress: newAddress() };
  const [ahead, behind] = [fakeClock("2026-11-22T00:00:16Z"), fakeClock("2026-11-22T00:00:00Z")];
  held = REQUIRED;
  await observeBond(vault, { chain, terms }, ahead);
  [held, slot] = [0n, slot + 1];
  expect((await observeBond(vault, { chain, terms }, behind)).state).toBe("released");
});

test("of two versions that name one vault at the same moment one has it", async () => {
  const two = [
    (await publishNow(buildSkillPackage(), author)).versionId,
    (await publishNow(buildSkillPackage(), author)).versionId,
  ];
  const vault = newAddress();
  held = REQUIRED;
  const outcomes = await Promise.allSettled(
    two.map((bonded) => observeBond({ versionId: bonded, vaultAddress: vault }, { chain, terms })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
