import bs58 from "bs58";
import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { issueSignInChallenge, takeSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { answer, newWallet, type SigningWallet } from "@/lib/identity/testing/signing-wallet";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

interface Question {
  text: string;
  question_token: string;
}

async function ask({ address }: SigningWallet): Promise<Question> {
  const { status, body } = await call("POST", "/v1/owners/wallet-question", { json: { address } });
  expect(status).toBe(201);
  return body as unknown as Question;
}

const send = (wallet: SigningWallet, { text, question_token }: Question, more: object = {}) => {
  const signature = Buffer.from(wallet.sign(new TextEncoder().encode(text))).toString("base64");
  return call("POST", "/v1/owners/wallet-key", { json: { text, signature, question_token, ...more } });
};

test("a wallet's first signature opens an account with a key; the next ones make keys of the same account", async () => {
  const wallet = newWallet();
  const question = await ask(wallet);
  expect(question.text).toContain("Make an API key for a program at Emporion");
  const first = await send(wallet, question, { key_name: "my agent" });
  expect(first).toMatchObject({ status: 201, body: { name: "my agent", made_by: null } });
  const own = await call("GET", "/v1/account", { key: String(first.body["key"]) });
  expect(own.body).toMatchObject({ account_id: first.body["account_id"], wallets: [wallet.address] });
  expectProblem(await send(wallet, question), 401, "SIGN_IN_CHALLENGE_INVALID");
  const second = await send(wallet, await ask(wallet));
  expect(second.body).toMatchObject({ name: "made with a wallet", account_id: first.body["account_id"] });
  expect(await toldOf(String(first.body["account_id"]))).toContain(String(second.body["prefix"]));
});

const toldOf = async (accountId: string) => JSON.stringify(await listAccessChanges(accountId));

test("401 for another wallet's signature, another token, and for none of ours", async () => {
  const wallet = newWallet();
  const other = newWallet();
  expectProblem(await send(other, await ask(wallet)), 401, "SIGN_IN_SIGNATURE_INVALID");
  const stolen = { ...(await ask(wallet)), question_token: (await ask(other)).question_token };
  expectProblem(await send(wallet, stolen), 401, "SIGN_IN_CHALLENGE_INVALID");
  const invented = { text: "Give me a key", question_token: "x" };
  expectProblem(await send(wallet, invented), 401, "SIGN_IN_CHALLENGE_INVALID");
  const nobody = { address: "nobody" };
  expectProblem(await call("POST", "/v1/owners/wallet-question", { json: nobody }), 400, "REQUEST_INVALID");
});

test.each(["hex", "latin1", "base64 of base64"])(
  "400 for a signature in %s, which uses up no question; then it is read in base58 too",
  async (form) => {
    const wallet = newWallet();
    const question = await ask(wallet);
    const bytes = Buffer.from(wallet.sign(new TextEncoder().encode(question.text)));
    const once = bytes.toString("base64");
    const signature =
      form === "base64 of base64" ? Buffer.from(once).toString("base64") : bytes.toString(form as "hex");
    // Some signatures have a byte of zero, which no text of a request may have.
    const unread = await send(wallet, question, { signature: signature.replaceAll("\0", "\u0001") });
    expectProblem(unread, 400, "REQUEST_INVALID");
    expect(unread.body["detail"]).toContain("64 bytes in base64 or base58");
    expect(await send(wallet, question, { signature: bs58.encode(bytes) })).toMatchObject({ status: 201 });
    expectProblem(await send(wallet, question), 401, "SIGN_IN_CHALLENGE_INVALID");
  },
);

test("a text signed for a key opens no session, and one signed to sign in makes no key", async () => {
  const wallet = newWallet();
  const { text, cookie } = await issueSignInChallenge(wallet.address);
  expectProblem(await send(wallet, { text, question_token: cookie }), 401, "SIGN_IN_CHALLENGE_INVALID");
  const forKey = await ask(wallet);
  const given = { input: {}, text: forKey.text, cookie: forKey.question_token, validForSeconds: 300 };
  const attempt = answer(wallet, given as Awaited<ReturnType<typeof issueSignInChallenge>>);
  await expect(takeSignInChallenge(attempt)).rejects.toMatchObject({ code: "SIGN_IN_CHALLENGE_INVALID" });
});
