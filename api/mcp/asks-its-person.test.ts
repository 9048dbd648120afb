import { beforeAll, describe, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { signCharge } from "@/api/mcp/testing/sign-charge";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { findAsking, findConfirmation } from "@/lib/payments/limits/ask-person";
import { limitWallet, wanted } from "@/lib/payments/limits/testing/sign-limit";
import { CallMarket } from "@/lib/running/testing/call-market";
import { makeAccount } from "@/lib/testing/builders";

// A wallet has signed above how much its person is asked; its account's agent pays over MCP.
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const paid = new CallMarket();
const market = new McpMarket();
const PRICE = 50_000n;
const tool = () => `run_${paid.skill.slug.replaceAll("-", "_")}`;
let accountId: string;
let key: string;

beforeAll(async () => {
  const account = await makeAccount({ address: paid.buyer.publicKey.toBase58() });
  const actor = await findActorByUsername(account.username);
  if (!actor) throw new Error("the account was just made");
  accountId = actor.accountId;
  key = (await createApiKey(actor, "agent")).key;
  await limitWallet(paid.buyer, wanted({ askAboveLamports: `${PRICE - 1n}` }));
});

interface Question {
  challenge: { request: string };
  quote: { id: string };
  confirm?: { above_lamports: string; confirm_url: string };
}
type Parts = Pick<NonNullable<Parameters<McpMarket["connect"]>[0]>, "person" | "key">;
type Said = Awaited<ReturnType<NonNullable<Parts["person"]>>>;
type Call = (
  args: object,
  meta?: Record<string, unknown>,
) => ReturnType<Awaited<ReturnType<McpMarket["connectAnew"]>>["call"]>;

const CLIENTS: Record<string, (parts: Parts) => Promise<Call>> = {
  "with a session": async (parts) => {
    const client = await market.connect({ ...parts, skills: paid.skill.slug });
    return (args, meta) => client.call(tool(), args, meta);
  },
  "without a session": async (parts) => {
    const { call } = await market.connectAnew({ ...parts, skills: paid.skill.slug });
    return (args, meta) => call(tool(), args, meta);
  },
};
const credential = ({ challenge }: Question, payer = paid.buyer) => ({
  payment_credential: Buffer.from(
    JSON.stringify({
      challenge,
      payload: { type: "transaction", transaction: signCharge(challenge, payer) },
    }),
  ).toString("base64url"),
});
const grants = ({ quote }: Question) => paid.database().grant.count({ where: { quoteId: quote.id } });
const INPUT = { text: "hi" };
/** What a client that cannot ask is told the price by. */
async function question(parts: Parts, connect: (typeof CLIENTS)[string]): Promise<Question> {
  const call = await connect(parts);
  return (await call(INPUT)).content as unknown as Question;
}

describe.each(Object.entries(CLIENTS))("an agent %s", (_, connect) => {
  test("pays above the limit with the word that its person reads while signed in, and with no other", async () => {
    const asked = await question({ key }, connect);
    expect(asked.confirm).toMatchObject({
      above_lamports: "49999",
      confirm_url: expect.stringContaining(asked.quote.id) as string,
    });
    const call = await connect({ key });
    const other = await question({ key }, connect);
    const words = [
      undefined,
      "yes",
      true,
      (await findConfirmation(accountId, other.quote.id))?.word,
      (await findConfirmation("acc_somebody_else", asked.quote.id))?.word,
    ];
    for (const payment_confirmation of words) {
      const refused = await call({ ...INPUT, ...credential(asked), payment_confirmation });
      expect(refused).toMatchObject({ isError: true, content: { status: "confirmation_required" } });
      expect(refused.content["error"]).toContain(
        "A person must confirm payments of more than 49999 lamports",
      );
    }
    expect(await grants(asked)).toBe(0);
    const word = (await findConfirmation(accountId, asked.quote.id))?.word;
    const answer = await call({ ...INPUT, ...credential(asked), payment_confirmation: word });
    expect(answer).toMatchObject({ isError: false, content: { echo: "hi" } });
    expect(await grants(asked)).toBe(1);
    // What is paid is answered again, and nobody confirms it any more.
    expect((await call({ ...INPUT, ...credential(asked) })).content).toEqual(answer.content);
    expect(await findConfirmation(accountId, asked.quote.id)).toBeNull();
  });

  test("may bring the word beside its arguments", async () => {
    const asked = await question({ key }, connect);
    const word = (await findConfirmation(accountId, asked.quote.id))?.word;
    const call = await connect({ key });
    const answer = await call({ ...INPUT, ...credential(asked) }, { "emporion/confirmation": word });
    expect(answer).toMatchObject({ isError: false });
  });

  test.each<[string, Said, object]>([
    ["yes", { action: "accept", content: { confirm: true } }, { isError: false, content: { echo: "hi" } }],
    ["no", { action: "accept", content: { confirm: false } }, { content: { status: "declined" } }],
    ["nothing", { action: "cancel" }, { content: { status: "declined" } }],
    ["that they decline", { action: "decline" }, { content: { status: "declined" } }],
  ])("whose client asks its person does what they say: %s", async (_says, said, expected) => {
    const asked = await question({ key }, connect);
    const questions: string[] = [];
    const call = await connect({
      key,
      person: (sentence) => {
        questions.push(sentence);
        return said;
      },
    });
    expect(await call({ ...INPUT, ...credential(asked) })).toMatchObject(expected);
    expect(questions).toEqual([expect.stringContaining("wants to pay 50000 lamports")]);
    expect(await grants(asked)).toBe("isError" in expected ? 1 : 0);
  });

  test("without a key pays from a wallet that asks its own account alone", async () => {
    const asked = await question({}, connect);
    expect(asked.confirm).toBeUndefined(); // nobody knows yet who pays
    const call = await connect({});
    const refused = await call({ ...INPUT, ...credential(asked) });
    expect(refused).toMatchObject({ content: { status: "confirmation_required" } });
    const word = (await findConfirmation(accountId, asked.quote.id))?.word;
    const answer = await call({ ...INPUT, ...credential(asked), payment_confirmation: word });
    expect(answer).toMatchObject({ isError: false });
  });

  test("is not asked for a wallet without limits and without an account", async () => {
    const asked = await question({}, connect);
    const call = await connect({});
    expect(await call({ ...INPUT, ...credential(asked, paid.stranger) })).toMatchObject({ isError: false });
  });
});

test.each([
  [PRICE, null],
  [PRICE + 1n, { aboveLamports: PRICE - 1n }],
])("a word is given for the price: of a payment that moves %s lamports", async (lamports, asked) => {
  const quote = await paid.quote({ payerAddress: null });
  const word = (await findConfirmation(accountId, quote.id))?.word ?? null;
  const payment = { quote, payerAddress: paid.buyer.publicKey.toBase58(), lamports, accountId, word };
  if (asked === null) expect(await findAsking(payment)).toBeNull();
  else expect(await findAsking(payment)).toMatchObject(asked);
});

test("at most as much as the limit needs nobody's yes", async () => {
  await limitWallet(paid.buyer, wanted({ askAboveLamports: `${PRICE}` }));
  const connect = CLIENTS["with a session"] ?? expect.fail();
  const asked = await question({ key }, connect);
  expect(asked.confirm).toBeUndefined();
  const call = await connect({ key });
  expect(await call({ ...INPUT, ...credential(asked) })).toMatchObject({ isError: false });
});
