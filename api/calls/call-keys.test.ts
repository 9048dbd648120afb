import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectProblem } from "@/api/testing/client";
import { mppBuyer, settled } from "@/api/testing/mpp-buyer";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();
const { ask, asked, chargeOf, sign, pull, push, quoteIdOf, grants } = mppBuyer(market);

describe("an idempotency key", () => {
  test.each(["signature", "reportedSignature"])(
    "whose payment landed and was given up all the same asks for no other one: its %s is looked for once more",
    async (column) => {
      const key = { "idempotency-key": randomUUID() };
      const challenge = await asked(undefined, key);
      const signature = await market.push(sign(chargeOf(challenge)));
      const data = { state: "EXPIRED" as const, reason: "never_landed", [column]: signature };
      await market.database().quote.update({ where: { id: quoteIdOf(challenge) }, data });
      expect((await settled(() => ask(undefined, key))).status).toBe(200);
      expect(await grants(challenge)).toBe(1);
    },
  );

  test("gives the same question, then the stored answer; another request is refused", async () => {
    const key = { "idempotency-key": randomUUID() };
    const challenge = await asked(undefined, key);
    expect(quoteIdOf(await asked(undefined, key))).toBe(quoteIdOf(challenge));
    const paid = await settled(() => ask(undefined, { ...key, ...pull(challenge) }));
    const again = await ask(undefined, key);
    expect([again.status, again.body]).toEqual([200, paid.body]);
    expect(again.headers.get("payment-receipt")).toBeTruthy();
    expectProblem(await ask({ input: { text: "other" } }, key), 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("asked with eight requests at once has one quote", async () => {
    const key = { "idempotency-key": randomUUID() };
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => quoteIdOf(await asked(undefined, key))),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test("gets a new quote when the first ended unpaid", async () => {
    const key = { "idempotency-key": randomUUID() };
    const first = quoteIdOf(await asked(undefined, key));
    await market.database().quote.update({ where: { id: first }, data: { state: "EXPIRED" } });
    const second = quoteIdOf(await asked(undefined, key));
    expect(second).not.toBe(first);
    expect(quoteIdOf(await asked(undefined, key))).toBe(second);
  });

  test("that comes with the payment alone gives the stored answer later, and takes no second payment", async () => {
    const key = { "idempotency-key": randomUUID() };
    const challenge = await asked();
    const paid = await settled(async () => ask(undefined, { ...key, ...pull(challenge) }));
    const again = await ask(undefined, key);
    expect([again.status, again.body]).toEqual([200, paid.body]);
    const second = await asked();
    const refused = await ask(undefined, { ...key, ...pull(second) });
    expectProblem(refused, 409, "IDEMPOTENCY_KEY_REUSED");
    const { state } = await market.database().quote.findUniqueOrThrow({ where: { id: quoteIdOf(second) } });
    expect([state, (await ask(undefined, key)).body]).toEqual(["QUOTED", paid.body]);
    expectProblem(
      await ask({ input: { text: "other" } }, { ...key, ...pull(second) }),
      409,
      "IDEMPOTENCY_KEY_REUSED",
    );
  });

  test("with which a payment comes whose money has moved loses nobody's money", async () => {
    const key = { "idempotency-key": randomUUID() };
    await settled(async () => ask(undefined, { ...key, ...pull(await asked()) }));
    const challenge = await asked();
    const raw = sign(chargeOf(challenge));
    await market.push(raw);
    const answer = await settled(() => ask(undefined, { ...key, ...push(challenge, raw) }));
    expect([answer.status, answer.body["quote_id"]]).toEqual([200, quoteIdOf(challenge)]);
  });

  test("of an unpaid quote goes with the quote that is paid", async () => {
    const key = { "idempotency-key": randomUUID() };
    await asked(undefined, key);
    const challenge = await asked();
    const headers = { ...key, ...pull(challenge) };
    const paid = await settled(() => ask(undefined, headers));
    expect(paid.body["quote_id"]).toBe(quoteIdOf(challenge));
    expect((await ask(undefined, key)).body).toEqual(paid.body);
  });

  test("that could be guessed is refused", async () => {
    expectProblem(await ask(undefined, { "idempotency-key": "once" }), 400, "REQUEST_INVALID");
  });
});

describe("before any payment", () => {
  test("an input the skill would refuse is refused, and no quote is made", async () => {
    const before = await market.database().quote.count();
    expectProblem(await ask({ input: { text: 5 } }), 422, "INPUT_INVALID");
    expectProblem(await ask({ input: {} }, {}, "no-such-skill"), 404, "SKILL_NOT_FOUND");
    expect(await market.database().quote.count()).toBe(before);
  });

  test("a free skill runs at once, and once under a key", async () => {
    const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
    const input = { text: "hello" };
    const key = { "idempotency-key": randomUUID() };
    const [first, second] = [await ask({ input }, key, slug), await ask({ input }, key, slug)];
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ quote_id: null, receipt: null, run: { state: "DONE" } });
    expect(second.body).toEqual(first.body);
    expect(first.headers.get("payment-receipt")).toBeNull();
    expectProblem(await ask({ input: { text: "other" } }, key, slug), 409, "IDEMPOTENCY_KEY_REUSED");
  });
});
