import { expect, test } from "vitest";
import { assertAccess } from "@/lib/running/runs/get-run";
import { offerCall, type CallRequest } from "@/lib/running/calls/offer-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();

const quoteCount = () => market.database().quote.count();
const ask = (request: Partial<CallRequest>) =>
  offerCall({
    skill: market.skill.slug,
    payerAddress: market.buyer.publicKey.toBase58(),
    input: { text: "x" },
    ...request,
  });

/** The code of the refusal, after which no quote may have been made. */
async function refusalOf(request: Partial<CallRequest>): Promise<unknown> {
  const before = await quoteCount();
  const error: unknown = await ask(request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(await quoteCount()).toBe(before);
  return (error as { code?: unknown } | null)?.code;
}

async function withVersionChanged(data: object, work: () => Promise<void>): Promise<void> {
  const where = { id: market.skill.versionId };
  const { skillVersion } = market.database();
  const { archiveDigest, outputSchema } = await skillVersion.findUniqueOrThrow({ where });
  await skillVersion.update({ where, data });
  await work();
  await skillVersion.update({ where, data: { archiveDigest, outputSchema: outputSchema ?? {} } });
}

test("an offer holds the price of one call for one wallet and one input, with the token that opens it", async () => {
  const offer = await ask({ version: "1.0.0" });
  expect(offer).toMatchObject({ skill: market.skill.slug, version: "1.0.0" });
  expect(offer.quote).toMatchObject({
    state: "QUOTED",
    versionId: market.skill.versionId,
    priceLamports: 50_000n,
    creatorLamports: 47_500n,
    feeLamports: 2_500n,
    treasuryAddress: market.treasury.publicKey.toBase58(),
    inputDigest: digestJson({ text: "x" }),
  });
  expect(() => assertAccess(offer.quote.id, offer.accessToken)).not.toThrow();
});

test("the same idempotency key gives the same offer, however often and at once it is asked for", async () => {
  const before = await quoteCount();
  const offers = await Promise.all(
    Array.from({ length: 4 }, () => ask({ idempotencyKey: "a-key-nobody-guesses" })),
  );
  expect(new Set(offers.map(({ quote }) => quote.id)).size).toBe(1);
  expect(new Set(offers.map(({ accessToken }) => accessToken)).size).toBe(1);
  expect(await quoteCount()).toBe(before + 1);
  expect(await refusalOf({ idempotencyKey: "a-key-nobody-guesses", input: { text: "other" } })).toBe(
    "IDEMPOTENCY_KEY_REUSED",
  );
  for (const idempotencyKey of [
    "order-1",
    "a key with blanks in it",
    `nul\0${"x".repeat(20)}`,
    "x".repeat(201),
  ])
    expect(await refusalOf({ idempotencyKey })).toBe("REQUEST_INVALID");
});

test("an input that would be refused is refused before there is anything to pay", async () => {
  expect(await refusalOf({ input: { text: 5 } })).toBe("INPUT_INVALID");
  expect(await refusalOf({ input: JSON.parse('{"text":"x","__proto__":{}}') })).toBe("INPUT_INVALID");
});

test("what cannot be bought is refused by name", async () => {
  expect(await refusalOf({ skill: "no-such-skill" })).toBe("SKILL_NOT_FOUND");
  expect(await refusalOf({ version: "2.0.0" })).toBe("VERSION_NOT_FOUND");
  expect(await refusalOf({ payerAddress: "nobody" })).toBe("REQUEST_INVALID");
  const free = await publishNow(buildObedientSkill(), await makeAccount());
  expect(await refusalOf({ skill: free.slug })).toBe("PRICE_NOT_PAYABLE");
});

test("a call whose package is lost or damaged is not sold", async () => {
  await withVersionChanged({ archiveDigest: `sha256:${"0".repeat(64)}` }, async () => {
    expect(await refusalOf({})).toBe("PACKAGE_CORRUPT");
  });
  expect((await ask({})).quote.state).toBe("QUOTED");
});

test("a call whose output no schema check could pass is not sold", async () => {
  await withVersionChanged({ outputSchema: { type: "objekt" } }, async () => {
    expect(await refusalOf({})).toBe("SKILL_NOT_RUNNABLE");
  });
});
