import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { mailsTo, newClientAddress } from "@/lib/publishing/drafts/testing/draft-builders";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const REGISTER = "/v1/owners/register";
const newEmail = () => `${uniqueName("owner")}@example.com`;
const post = (path: string, json: unknown, remoteAddress = newClientAddress()) =>
  call("POST", path, { json, remoteAddress });
const postForm = (members: Record<string, string>) =>
  call("POST", REGISTER, {
    body: new URLSearchParams(members).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    remoteAddress: newClientAddress(),
  });

async function mailedLink(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  const link = new URL(/http\S+owners\/verify\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return link.pathname + link.search;
}

test("a client registers, its person confirms, and the mailed key works", async () => {
  const email = newEmail();
  const username = uniqueName("user");
  const asked = await post(REGISTER, { username, email });
  expect(asked.status).toBe(202);
  expect(asked.headers.get("ratelimit-limit")).toBe("10");
  const { owner_id: ownerId, ...rest } = asked.body;
  expect(ownerId).toMatch(/^acc_/);
  expect(rest).toEqual({ status: "pending_verification", verify_email_sent: true, valid_for_hours: 24 });

  const link = await mailedLink(email);
  expect((await call("GET", link)).status).toBe(204);
  expect((await post(link, undefined)).body).toEqual({
    status: "success",
    owner_id: ownerId,
    owner_username: username,
    new_account: true,
  });
  expectProblem(await post(link, undefined), 409, "CLAIM_ALREADY_COMPLETED");
  const key = /sk_[0-9a-f]{64}/.exec((await mailsTo(email))[0]?.text ?? "")?.[0] ?? "";
  expect((await call("GET", "/v1/keys/api", { key })).status).toBe(200);
});

test("the answer does not tell whether an address has an account", async () => {
  const known = newEmail();
  await createAccount({ username: uniqueName("user"), email: known, emailVerified: true });
  const answers = [];
  for (const email of [known, newEmail()]) {
    const { status, body } = await post(REGISTER, { username: uniqueName("user"), email });
    const { owner_id: ownerId, ...rest } = body;
    answers.push({ status, rest, idLength: String(ownerId).length });
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("the page's form is led back to its page, in its language, with what was wrong", async () => {
  const form = { username: uniqueName("user"), email: newEmail(), locale: "ko" };
  const sent = await postForm(form);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/ko/register?sent=1"]);
  const refused = await postForm({ ...form, email: "nobody" });
  expect(refused.headers.get("location")).toBe("/ko/register?problem=email");
});

test("what is refused, and a link that leads nowhere, are told to a program as problems", async () => {
  expectProblem(await post(REGISTER, { username: "x", email: newEmail() }), 400, "REQUEST_INVALID");
  expectProblem(await post(REGISTER, { username: uniqueName("user") }), 400, "REQUEST_INVALID");
  expectProblem(await call("GET", "/owners/verify?token=nothing"), 404, "CLAIM_TOKEN_INVALID");
  expectProblem(await post("/owners/verify", undefined), 404, "CLAIM_TOKEN_INVALID");
});

test("a caller may ask ten times an hour", async () => {
  const caller = newClientAddress();
  for (let i = 0; i < 10; i++) await post(REGISTER, { username: "x" }, caller);
  const answer = await post(REGISTER, { username: uniqueName("user"), email: newEmail() }, caller);
  expectProblem(answer, 429, "RATE_LIMITED");
});
