import { beforeAll, describe, expect, test, vi } from "vitest";
import { McpMarket, type McpClient } from "@/api/mcp/testing/mcp-market";
import { signCharge } from "@/api/mcp/testing/sign-charge";
import { makeKeyHolder } from "@/api/testing/keys";
import { limitWallet, wanted } from "@/lib/payments/limits/testing/sign-limit";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const paid = new CallMarket();
const market = new McpMarket();

let letters: string;
beforeAll(async () => {
  const id = uniqueName("priced");
  const payee = paid.stranger.publicKey.toBase58();
  const account = await makeAccount({ address: payee });
  letters = (await publishNow(buildVibeLifeSkill({ id }), account, { priceLamports: 20_000n })).slug;
});

interface Question {
  challenge: { id: string; request: string };
  quote: { id: string; price_lamports: string };
}

async function asked(client: McpClient, tool: string, args: object): Promise<Question> {
  const answer = await client.call(tool, args);
  expect(answer).toMatchObject({
    isError: true,
    content: { status: "payment_required", error_code: "PAYMENT_REQUIRED" },
  });
  expect(JSON.stringify(answer.content)).toContain(priceSentence({ priceLamports: 1n }));
  return answer.content as unknown as Question;
}

const credentialFor = ({ challenge }: Question) => ({
  challenge,
  payload: { type: "transaction", transaction: signCharge(challenge, paid.buyer) },
});
const asText = (credential: object) => Buffer.from(JSON.stringify(credential)).toString("base64url");
const grants = ({ quote }: Question) => paid.database().grant.count({ where: { quoteId: quote.id } });

test("a priced skill asks for payment and runs once it is paid, by an argument", async () => {
  const client = await market.connect();
  await client.call("activate_skills", { ids: [paid.skill.slug] });
  const tool = `run_${paid.skill.slug.replaceAll("-", "_")}`;
  const question = await asked(client, tool, { text: "hi" });
  expect(question.quote).toMatchObject({ price_lamports: "50000", state: "QUOTED" });
  const payment = { payment_credential: asText(credentialFor(question)) };

  const answers = await Promise.all([1, 2, 3].map(() => client.call(tool, { text: "hi", ...payment })));
  const [first] = answers;
  expect(first).toMatchObject({ isError: false, content: { echo: "hi" } });
  for (const answer of answers) expect(answer.content).toEqual(first?.content);
  expect(first?.meta["emporion/run"]).toMatchObject({
    receipt_id: expect.stringMatching(/^rcp_/) as unknown,
  });
  expect(first?.meta).toHaveProperty("org.paymentauth/receipt");
  expect(await grants(question)).toBe(1);

  expect(await client.call(tool, { text: "other", ...payment })).toMatchObject({
    isError: true,
    content: { error_code: "PAYMENT_CREDENTIAL_INVALID", reason: "other_request" },
  });
});

describe("a client without a session", () => {
  const called = () => ({ skill: paid.skill.slug, arguments: { text: "hi" } });

  test("is asked for the payment while it calls, and comes again with it", async () => {
    const quotes: string[] = [];
    const { call } = await market.connectAnew({
      person: (question, _fields, meta) => {
        expect(question).toContain("One call costs 50000 lamports");
        const challenge = meta?.["org.paymentauth/challenge"] as Question["challenge"];
        quotes.push(challenge.id);
        const credential = {
          challenge,
          payload: { type: "transaction", transaction: signCharge(challenge, paid.buyer) },
        };
        return { action: "accept", content: { payment_credential: asText(credential) } };
      },
    });
    const answer = await call("call_tool", called());
    expect(answer).toMatchObject({ isError: false, content: { echo: "hi" } });
    expect(answer.meta).toHaveProperty("org.paymentauth/receipt");
    expect(quotes).toHaveLength(1);
  });

  test("may decline, and then has the terms without another quote", async () => {
    const before = await paid.database().quote.count();
    const { call } = await market.connectAnew({ person: () => ({ action: "decline" }) });
    expect(await call("call_tool", called())).toMatchObject({
      isError: true,
      content: { status: "payment_required", declined: true, quote: { price_lamports: "50000" } },
    });
    expect(await paid.database().quote.count()).toBe(before + 1);
  });

  test("that cannot ask its person has the question as an answer, and pays by an argument", async () => {
    const { call } = await market.connectAnew();
    const { content, isError } = await call("call_tool", called());
    expect([isError, content["status"]]).toEqual([true, "payment_required"]);
    const payment_credential = asText(credentialFor(content as unknown as Question));
    const { skill, arguments: args } = called();
    expect(await call("call_tool", { skill, arguments: { ...args, payment_credential } })).toMatchObject({
      isError: false,
      content: { echo: "hi" },
    });
  });

  test("that answers with nothing that is a credential is refused, and not asked again", async () => {
    const person = vi.fn(() => ({ action: "accept" as const, content: { payment_credential: "x" } }));
    const { call } = await market.connectAnew({ person });
    expect(await call("call_tool", called())).toMatchObject({
      isError: true,
      content: { error_code: "PAYMENT_CREDENTIAL_INVALID" },
    });
    expect(person).toHaveBeenCalledTimes(1);
  });
});

test("a client that pays by itself sends the credential beside the arguments", async () => {
  const client = await market.connect();
  await client.call("activate_skills", { ids: [letters] });
  const { compute } = toolNames(letters);
  const question = await asked(client, compute, { name: "王五" });
  const { challenge, payload } = credentialFor(question);
  const request = JSON.parse(Buffer.from(challenge.request, "base64url").toString()) as object;
  const meta = { "org.paymentauth/credential": { challenge: { ...challenge, request }, payload } };
  expect(await client.call(compute, { name: "王五" }, meta)).toMatchObject({
    isError: false,
    content: { card: { data_source: { data: { name: "王五", letters: 2 } } } },
  });
  expect(await grants(question)).toBe(1);
});

test("a profile that changes between question and payment costs nobody his money", async () => {
  const { key } = await makeKeyHolder();
  const client = await market.connect({ key });
  await client.call("activate_skills", { ids: [letters] });
  const { compute } = toolNames(letters);
  await client.call("save", { section: "identity", data: { name: "李白" } });
  const question = await asked(client, compute, {});
  await client.call("save", { section: "identity", data: { name: "somebody else" } });
  expect(await client.call(compute, { payment_credential: asText(credentialFor(question)) })).toMatchObject({
    isError: false,
    content: { card: { data_source: { data: { name: "李白" } } } },
  });
});

test("forms and cards of a priced skill cost nothing", async () => {
  const client = await market.connect();
  await client.call("activate_skills", { ids: [letters] });
  const { collect, display } = toolNames(letters);
  expect((await client.call(collect, { form_type: "x" })).content).toMatchObject({ status: "ask_person" });
  expect((await client.call(display, { chart_data: { a: 1 } })).content).toHaveProperty("card");
});

test.each([
  ["nothing that is a credential", "x"],
  ["a credential of nobody's question", asText({ challenge: {}, payload: {} })],
])("%s is refused, and nothing is asked again", async (_name, credential) => {
  const client = await market.connect();
  await client.call("activate_skills", { ids: [paid.skill.slug] });
  const tool = `run_${paid.skill.slug.replaceAll("-", "_")}`;
  expect(await client.call(tool, { text: "hi", payment_credential: credential })).toMatchObject({
    isError: true,
    content: { error_code: "PAYMENT_CREDENTIAL_INVALID" },
  });
});

test("a payment beyond the wallet's limit is refused, not asked for again; the quote knows its key", async () => {
  const { key, keyId } = await makeKeyHolder();
  const client = await market.connect({ key });
  await client.call("activate_skills", { ids: [paid.skill.slug] });
  const tool = `run_${paid.skill.slug.replaceAll("-", "_")}`;
  const question = await asked(client, tool, { text: "limited" });
  const quote = await paid.database().quote.findUniqueOrThrow({ where: { id: question.quote.id } });
  expect(quote.askedWithKeyId).toBe(keyId);
  await limitWallet(paid.buyer, wanted({ perCallLamports: "49999" }));
  const payment = { payment_credential: asText(credentialFor(question)) };
  expect(await client.call(tool, { text: "limited", ...payment })).toMatchObject({
    isError: true,
    content: { error_code: "SPENDING_LIMIT_EXCEEDED", reason: "per_call", limit_lamports: "49999" },
  });
  expect(await grants(question)).toBe(0);
  await limitWallet(paid.buyer, { removed: true });
});
