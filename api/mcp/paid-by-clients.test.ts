import { describe, expect, test } from "vitest";
import type { ToolAnswer } from "@/api/mcp/testing/mcp-market";
import { McpMarket, STATELESS_META } from "@/api/mcp/testing/mcp-market";
import { signCharge } from "@/api/mcp/testing/sign-charge";
import { tokenMarket } from "@/api/testing/x402-buyer";
import { toCanonicalJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import type { PaymentRequirements } from "@/lib/payments/rails/x402";
import { quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { signTransfer, type TransferChanges } from "@/lib/payments/testing/token-payer";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const paid = tokenMarket();
const market = new McpMarket();
const tool = () => `run_${paid.skill.slug.replaceAll("-", "_")}`;
const INPUT = { text: "hi" };

const grants = (memo: string) => paid.database().grant.count({ where: { quoteId: quoteIdOfMemo(memo) } });

const payment = (offer: PaymentRequirements, changes: TransferChanges = {}) => ({
  "x402/payment": {
    x402Version: 2,
    accepted: offer,
    payload: { transaction: signTransfer(offer, paid.buyer, changes).toString("base64") },
  },
});

/** Both revisions of the protocol, each with the skill's tool in its list. */
const CLIENTS = {
  "with a session": async (pays: boolean) => {
    const client = await market.connect({ pays, skills: paid.skill.slug });
    return (meta?: Record<string, unknown>) => client.call(tool(), INPUT, meta);
  },
  "without a session": async (pays: boolean) => {
    const { call } = await market.connectAnew({ pays, skills: paid.skill.slug });
    return (meta?: Record<string, unknown>) => call(tool(), INPUT, meta);
  },
};

describe.each(Object.entries(CLIENTS))("a client of x402 %s", (_, connect) => {
  interface Required {
    x402Version: number;
    accepts: [PaymentRequirements];
    extensions: { bazaar: { info: { input: object } } };
  }
  const asked = ({ content, isError, text }: ToolAnswer): Required => {
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toEqual(content);
    return content as unknown as Required;
  };
  test("reads the terms in the answer of the tool, pays, and has the response beside the output", async () => {
    const call = await connect(false);
    const { x402Version, accepts, extensions } = asked(await call());
    expect(x402Version).toBe(2);
    expect(extensions.bazaar.info.input).toMatchObject({ type: "mcp", toolName: tool() });
    const meta = payment(accepts[0]);
    const first = await call(meta);
    expect(first).toMatchObject({ isError: false, content: { echo: "hi" } });
    expect(first.meta["x402/payment-response"]).toMatchObject({
      success: true,
      payer: paid.buyer.publicKey.toBase58(),
      amount: accepts[0].amount,
    });
    expect((await call(meta)).content).toEqual(first.content);
    expect(await grants(accepts[0].extra.memo)).toBe(1);
  });

  test("is asked anew, with the reason, where its transfer was refused before it moved anything", async () => {
    const call = await connect(false);
    const { accepts } = asked(await call());
    const refused = await call(payment(accepts[0], { units: 1n }));
    expect(refused.content).toMatchObject({ error_code: "TRANSACTION_REJECTED", reason: "underpaid" });
    expect(refused.meta["x402/payment-response"]).toMatchObject({ success: false, errorReason: "underpaid" });
    const again = asked(refused).accepts[0];
    expect(await call(payment(again))).toMatchObject({ isError: false, content: { echo: "hi" } });
    expect(await grants(accepts[0].extra.memo)).toBe(0);
  });

  test("is refused without a new question where its payment answers none of this market", async () => {
    const call = await connect(false);
    const { accepts } = asked(await call());
    const refused = await call(payment({ ...accepts[0], amount: "1" }));
    expect(refused.content).toMatchObject({ error_code: "PAYMENT_CREDENTIAL_INVALID" });
    expect(refused.content).not.toHaveProperty("accepts");
    expect(refused.meta["x402/payment-response"]).toMatchObject({ success: false });
    expect(await call({ "x402/payment": 7 })).toMatchObject({
      isError: true,
      content: { error_code: "PAYMENT_CREDENTIAL_INVALID", reason: "malformed" },
    });
  });
});

describe("a client of x402 that knows the result `payment_required`", () => {
  interface PaymentRequired {
    x402Version: number;
    error: string;
    resource: { url: string };
    accepts: [PaymentRequirements];
  }
  const extensions = { "org.x402/payment": {} };
  /** A call that says what its client can, with a payment if there is one. */
  async function call(meta: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
    const { result = {} } = await market.send(
      {
        method: "tools/call",
        params: { name: tool(), arguments: INPUT },
        meta: {
          ...STATELESS_META,
          "io.modelcontextprotocol/clientCapabilities": { extensions, ...more },
          ...meta,
        },
      },
      paid.skill.slug,
    );
    return result;
  }
  const required = ({ paymentRequired }: Record<string, unknown>) => paymentRequired as PaymentRequired;

  test("finds it among what the server says it can, and only where nothing is remembered of it", async () => {
    const { result } = await market.send({ method: "server/discover" });
    expect(result).toMatchObject({ capabilities: { extensions } });
    const { client } = await market.connect();
    expect(client.getServerCapabilities()?.extensions).not.toHaveProperty("org.x402/payment");
  });

  test.each<[string, Record<string, unknown>]>([
    ["that pays by itself in other ways too", { experimental: { payment: {} } }],
    ["that can ask its person", { elicitation: { form: {} } }],
    ["that says nothing else", {}],
  ])("is asked by it, pays, and has the response beside the output: one %s", async (_, more) => {
    const asked = await call({}, more);
    expect(asked).toMatchObject({ resultType: "payment_required", paymentRequired: { x402Version: 2 } });
    expect(asked["content"] ?? []).toEqual([]); // which the SDK adds
    const [offer] = required(asked).accepts;
    expect(await grants(offer.extra.memo)).toBe(0);
    const answer = await call(payment(offer), more);
    expect(answer).toMatchObject({
      resultType: "complete",
      structuredContent: { echo: "hi" },
      _meta: { "x402/payment-response": { success: true, amount: offer.amount } },
    });
    expect(await grants(offer.extra.memo)).toBe(1);
  });

  test.each<[string, string, (offer: PaymentRequirements) => Record<string, unknown>]>([
    ["pays too little", "underpaid", (offer) => payment(offer, { units: 1n })],
    ["changes the terms", "unknown_challenge", (offer) => payment({ ...offer, amount: "1" })],
    ["cannot be read", "malformed", () => ({ "x402/payment": 7 })],
  ])("is asked anew where its payment %s, and is told that nothing has moved", async (_, reason, brought) => {
    const [offer] = required(await call()).accepts;
    const refused = await call(brought(offer));
    expect(refused).toMatchObject({
      resultType: "payment_required",
      _meta: { "x402/payment-response": { success: false, errorReason: reason } },
    });
    const [again] = required(refused).accepts;
    expect(again.extra.memo).not.toBe(offer.extra.memo);
    expect(await call(payment(again))).toMatchObject({ resultType: "complete" });
    expect(await grants(offer.extra.memo)).toBe(0);
  });

  test.each<[string, Record<string, unknown> | undefined]>([
    ["no extension", {}],
    ["another one", { extensions: { "org.x402/other": {} } }],
  ])("is what a client says in the request: with %s the tool answers", async (_, capabilities) => {
    const asked = await call({ "io.modelcontextprotocol/clientCapabilities": capabilities });
    expect(asked).toMatchObject({ resultType: "complete", isError: true });
    expect(asked["structuredContent"]).toHaveProperty("accepts");
  });
});

describe.each(Object.entries(CLIENTS))("a client that says that it pays by itself (MPP) %s", (_, connect) => {
  interface Charge {
    amount: string;
    externalId: string;
  }
  interface PaymentError {
    code: number;
    data: {
      httpStatus?: number;
      challenges?: [{ request: Charge }];
      failure?: { reason: string };
    };
  }
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail("it was answered"),
      (error: unknown) => error as PaymentError,
    );
  const credentialFor = (challenge: { request: Charge }, payer = paid.buyer) => {
    const request = Buffer.from(toCanonicalJson(challenge.request as unknown as JsonValue)).toString(
      "base64url",
    );
    const transaction = signCharge({ request }, payer);
    return { "org.paymentauth/credential": { challenge, payload: { type: "transaction", transaction } } };
  };
  const challengeOf = ({ data }: PaymentError) => data.challenges?.[0] ?? expect.fail("no challenge");

  /** By the error of the draft; in the revision that has its code for something else, by the answer of the tool. */
  const question = (call: () => Promise<ToolAnswer>) =>
    call().then(
      ({ meta }) =>
        challengeOf({ code: 0, data: meta["org.paymentauth/payment-required"] as PaymentError["data"] }),
      (error: unknown) => {
        expect(error).toMatchObject({ code: -32042, data: { httpStatus: 402 } });
        return challengeOf(error as PaymentError);
      },
    );

  test("is asked, pays, and has its receipt as an object", async () => {
    const call = await connect(true);
    const challenge = await question(call);
    expect(challenge.request.amount).toBe("50000");
    const answer = await call(credentialFor(challenge));
    expect(answer).toMatchObject({ isError: false, content: { echo: "hi" } });
    expect(answer.meta["org.paymentauth/receipt"]).toMatchObject({ status: "success", method: "solana" });
    expect(await grants(challenge.request.externalId)).toBe(1);
  });

  test("is told by another error what was refused, with a new question only where nothing can have moved", async () => {
    const call = await connect(true);
    const challenge = await question(call);
    const cheap = { ...challenge, request: { ...challenge.request, amount: "40000" } };
    const credential = credentialFor(cheap)["org.paymentauth/credential"];
    const underpaid = await refusal(call({ "org.paymentauth/credential": { ...credential, challenge } }));
    expect(underpaid).toMatchObject({ code: -32043, data: { failure: { reason: "underpaid" } } });
    expect(await call(credentialFor(challengeOf(underpaid)))).toMatchObject({ isError: false });
    const forged = await refusal(call(credentialFor(cheap)));
    expect(forged).toMatchObject({ code: -32043, data: { failure: { reason: "unknown_challenge" } } });
    expect(forged.data.challenges).toBeUndefined();
    const malformed = await refusal(call({ "org.paymentauth/credential": { challenge: {} } }));
    expect(malformed).toMatchObject({ code: -32602, data: { failure: { reason: "malformed" } } });
  });
});

test("any other client has the challenges in the answer, as published clients of the draft read them too", async () => {
  const client = await market.connect({ skills: paid.skill.slug });
  expect(client.client.getServerCapabilities()?.experimental).toEqual({
    payment: { methods: ["solana"], intents: ["charge"] },
  });
  const { isError, meta } = await client.call(tool(), INPUT);
  expect(isError).toBe(true);
  expect(meta["org.paymentauth/payment-required"]).toMatchObject({
    httpStatus: 402,
    challenges: [{ method: "solana", intent: "charge", request: { amount: "50000" } }],
  });
});
