import { expect, test } from "vitest";
import { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { exportEarnings, getEarnings } from "@/lib/payments/earnings";
import { selectPayments, sumBySkillSql } from "@/lib/payments/payments-repository";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { makeAccount, newAddress } from "@/lib/testing/builders";

const market = new PaidMarket();

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function pay(calls: number) {
  const quote = await market.quote(calls === 1 ? {} : { calls, input: null });
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
  return quote;
}

test("earnings add up what went to the account's wallets, by skill, without what vanished", async () => {
  const creator = await makeAccount({ address: market.creator.publicKey.toBase58() });
  expect(await getEarnings(creator.accountId)).toMatchObject({ calls: 0, skills: [], latest: [] });
  await pay(1);
  const several = await pay(3);
  const vanished = await pay(1);
  const data = { orphanedAt: new Date() };
  await market.database().settlement.update({ where: { quoteId: vanished.id }, data });

  const earnings = await getEarnings(creator.accountId);
  expect(earnings).toMatchObject({ calls: 4, creatorLamports: 190_000n, feeLamports: 10_000n });
  expect(earnings.skills).toMatchObject([{ payments: 2, calls: 4, creatorLamports: 190_000n }]);
  expect(earnings.latest.map(({ state }) => state)).toEqual(["vanished", "confirmed", "confirmed"]);
  expect(earnings.latest[1]).toMatchObject({
    calls: several.calls,
    payerAddress: market.buyer.publicKey.toBase58(),
    creatorLamports: 142_500n,
  });

  const lines = (await linesOf(exportEarnings(creator.accountId))).join("").split("\r\n");
  expect(lines[0]).toBe(
    "settled_at_utc,skill,version,calls,creator_lamports,fee_lamports,excess_lamports,payer,payee,transaction,state,token,token_units,token_fee_units_owed",
  );
  expect(lines).toHaveLength(5); // and the end of the last line
  expect(lines[2]).toMatch(
    /^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d,paid\w+,1\.0\.0,3,142500,7500,0,\w+,\w+,\w+,confirmed,,,$/,
  );
});

test("a stranger's account shows nothing of it", async () => {
  const { accountId } = await makeAccount();
  expect((await getEarnings(accountId)).latest).toEqual([]);
  expect(await linesOf(exportEarnings(accountId))).toHaveLength(1);
});

test("a version that looks like a formula is exported as text", async () => {
  const { accountId } = await makeAccount({ address: market.stranger.publicKey.toBase58() });
  const quote = await pay(1);
  const { settlement, skillVersion } = market.database();
  const payeeAddress = market.stranger.publicKey.toBase58();
  await settlement.update({ where: { quoteId: quote.id }, data: { payeeAddress } });
  await skillVersion.update({ where: { id: quote.versionId }, data: { version: '=1+"2"' } });
  expect((await linesOf(exportEarnings(accountId)))[1]).toContain(`,"'=1+""2""",`);
});

test("payments to several wallets of an account come in one order, page after page, each once", async () => {
  const { accountId, address } = await makeAccount();
  const second = newAddress();
  await market.database().wallet.create({ data: { address: second, accountId } });
  const paid: string[] = [];
  for (const payeeAddress of [address, second, address, second, address]) {
    const { id: quoteId } = await pay(1);
    const { id } = await market.database().settlement.update({ where: { quoteId }, data: { payeeAddress } });
    paid.unshift(id);
  }
  const listed: string[] = [];
  for (let before: string | null = null; listed.length < paid.length; before = listed.at(-1) ?? null) {
    const page = await selectPayments(market.database(), accountId, { limit: 2, before });
    if (page.length === 0) break;
    listed.push(...page.map(({ id }) => id));
  }
  expect(listed).toEqual(paid);
});

test("sums by skill are exact beyond 64 bits, over versions and wallets, and read from indexes alone", async () => {
  const { accountId, address } = await makeAccount();
  const second = newAddress();
  await market.database().wallet.create({ data: { address: second, accountId } });
  const { settlement, quote } = market.database();
  const { versionId: sold } = market.offer;
  const older = newId("ver");
  await market.database().$executeRaw`
    INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports")
    SELECT ${older}, "skill_id", '0.9.0', "version_scheme", "version_change", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports" FROM "SkillVersions" WHERE "id" = ${sold}`;
  const most = 2n ** 63n - 1n;
  for (const [payeeAddress, versionId] of [
    [address, sold],
    [second, sold],
    [second, older],
  ] as const) {
    const { id: quoteId } = await pay(1);
    await quote.update({ where: { id: quoteId }, data: { versionId } });
    await settlement.update({
      where: { quoteId },
      data: { payeeAddress, creatorLamports: most, feeLamports: 1n },
    });
  }
  const earned = await getEarnings(accountId);
  expect(earned).toMatchObject({ calls: 3, creatorLamports: 3n * most, feeLamports: 3n });
  expect(earned.skills).toMatchObject([{ payments: 3, calls: 3, creatorLamports: 3n * most }]);

  const plan = await market.database().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`;
    return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${sumBySkillSql(accountId, new Date(0))}`);
  });
  const scans = JSON.stringify(plan).match(/"Node Type":"Index Only Scan"[^}]*?"Index Name":"\w+"/g) ?? [];
  const indexes = scans.map((scan) => /"Index Name":"(\w+)"/.exec(scan)?.[1]);
  expect(indexes).toEqual(expect.arrayContaining(["Settlements_earned_idx", "Quotes_id_calls_key"]));
});
