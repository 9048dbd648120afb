import { describe, expect, test } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import {
  mailsTo,
  makeDraft,
  newClientAddress,
  tokenOf,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { takeRefusedForm } from "@/lib/web/http/refused-forms";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const newEmail = () => `${uniqueName("owner")}@example.com`;
const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  call("POST", path, { json, headers, remoteAddress: newClientAddress() });
const postForm = (path: string, members: Record<string, string>) =>
  call("POST", path, {
    body: new URLSearchParams(members).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    remoteAddress: newClientAddress(),
  });

/** As the browser sends the form of a page of ours. */
const sendFromPage = (members: Record<string, string>, site = "same-origin") =>
  call("POST", "/drafts/claim", {
    body: new URLSearchParams(members).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site },
    remoteAddress: newClientAddress(),
  });

function expectPage(answer: Answer, location: string): void {
  expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
}

async function draftWithToken() {
  const draft = await makeDraft();
  return { slug: draft.slug, token: draft.claim?.token ?? "" };
}

describe("as a program", () => {
  test("claim, then confirm: JSON in, JSON out", async () => {
    const { slug, token } = await draftWithToken();
    const email = newEmail();
    const asked = await post("/drafts/claim", { token, email });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ skill_name: slug, verify_email_sent: true, valid_for_hours: 24 });
    const link = await tokenOf(email, "verify");
    const done = await post(`/drafts/verify?token=${encodeURIComponent(link)}`, undefined);
    expect(done.body).toMatchObject({ skill_name: slug, claim_status: "claimed", new_account: true });
    // The key is its owner's: it is in the mail alone.
    expect(JSON.stringify(done.body)).not.toContain("sk_");
    expectProblem(await post("/drafts/claim", { token, email: newEmail() }), 409, "CLAIM_ALREADY_COMPLETED");
    expectProblem(await post("/drafts/verify", { token: link }), 409, "CLAIM_ALREADY_COMPLETED");
  });

  test("what is refused is a problem", async () => {
    const { token } = await draftWithToken();
    expectProblem(
      await post("/drafts/claim", { token: "nope", email: newEmail() }),
      404,
      "CLAIM_TOKEN_INVALID",
    );
    expectProblem(await post("/drafts/claim", { token, email: "not-an-address" }), 400, "REQUEST_INVALID");
    expectProblem(await post("/drafts/claim", { token }), 400, "REQUEST_INVALID");
    expectProblem(await post("/drafts/claim", []), 404, "CLAIM_TOKEN_INVALID");
    for (const page of ["verify", "claim-agent", "claim-agent-complete"]) {
      expectProblem(await post(`/drafts/${page}`, { token: "nope" }), 404, "CLAIM_TOKEN_INVALID");
      expectProblem(await post(`/drafts/${page}`, undefined), 404, "CLAIM_TOKEN_INVALID");
    }
    const large = { token: "x".repeat(20_000) };
    expectProblem(await post("/drafts/claim", large), 413, "CONTENT_TOO_LARGE");
  });

  test("an agent's link: claim, then a password with the same token, once", async () => {
    const email = newEmail();
    const { slug } = await makeDraft({ contactEmail: email });
    const token = await tokenOf(email, "claim-agent");
    expect((await post("/drafts/claim-agent", { token })).body).toMatchObject({ drafts_claimed: 1 });
    expect((await getSkill(slug)).claimStatus).toBe("claimed");
    const password = "a long enough password";
    const path = "/drafts/claim-agent-complete";
    expectProblem(await post(path, { token, password: "short" }), 400, "REQUEST_INVALID");
    expect((await post(path, { token, password })).status).toBe(200);
    expectProblem(await post(path, { token, password }), 409, "CLAIM_ALREADY_COMPLETED");
    expect(await checkPassword(email, password)).not.toBeNull();
  });

  test("the mail is in the language that was asked for", async () => {
    const { slug, token } = await draftWithToken();
    const [korean, chinese] = [newEmail(), newEmail()];
    await post("/drafts/claim", { token, email: korean, locale: "ko" });
    await post("/drafts/claim", { token, email: chinese }, { "accept-language": "zh-CN,zh;q=0.9,en;q=0.8" });
    expect((await mailsTo(korean))[0]?.subject).toBe(`${slug}의 소유자인지 확인해 주세요`);
    expect((await mailsTo(chinese))[0]?.subject).toBe(`请确认 ${slug} 属于您`);
  });
});

describe("as a form", () => {
  test("each step leads to its page in its language, so that it works without scripts", async () => {
    const { slug, token } = await draftWithToken();
    const email = newEmail();
    expectPage(
      await postForm("/drafts/claim", { token, email, locale: "ko" }),
      `/ko/drafts/claim?token=${token}&sent=1`,
    );
    const link = await tokenOf(email, "verify");
    expectPage(
      await postForm(`/drafts/verify?token=${link}`, { locale: "en" }),
      `/drafts/verify?token=${link}`,
    );
    expect((await getSkill(slug)).claimStatus).toBe("claimed");
    const password = "a long enough password";
    const complete = { token: link, password, locale: "zh-Hans" };
    expectPage(await postForm("/drafts/claim-agent-complete", complete), "/zh-Hans/login?ready=1");
  });

  test("what is refused leads back to the page, which says why", async () => {
    const { token } = await draftWithToken();
    const wrong = await postForm("/drafts/claim", { token, email: "x", locale: "en" });
    expectPage(wrong, `/drafts/claim?token=${token}&problem=email`);
    const unknown = await postForm("/drafts/claim", { token: "nope", email: newEmail() });
    expectPage(unknown, "/drafts/claim?token=nope&problem=CLAIM_TOKEN_INVALID");
    expectPage(await postForm("/drafts/verify", {}), "/drafts/verify?problem=CLAIM_TOKEN_INVALID");
  });
});

describe("a link that a program opens", () => {
  const get = (page: string, token?: string) =>
    call("GET", `/drafts/${page}${token === undefined ? "" : `?token=${encodeURIComponent(token)}`}`);

  test("is told when it does not work, and a working one changes nothing", async () => {
    const { slug, token } = await draftWithToken();
    const [email, other] = [newEmail(), newEmail()];
    expect((await get("claim", token)).status).toBe(204);
    await post("/drafts/claim", { token, email });
    await post("/drafts/claim", { token, email: other });
    const [link, slower] = [await tokenOf(email, "verify"), await tokenOf(other, "verify")];
    expect((await get("verify", link)).status).toBe(204);
    expectProblem(await get("claim-agent-complete", link), 404, "CLAIM_TOKEN_INVALID");
    expect((await getSkill(slug)).claimStatus).toBe("draft");
    await post("/drafts/verify", { token: link });
    expect((await get("verify", link)).status).toBe(204);
    expect((await get("claim-agent-complete", link)).status).toBe(204);
    expectProblem(await get("verify", slower), 409, "CLAIM_ALREADY_COMPLETED");
    expectProblem(await get("claim", token), 409, "CLAIM_ALREADY_COMPLETED");
    for (const page of ["claim", "verify", "claim-agent", "claim-agent-complete"]) {
      expectProblem(await get(page, "nope"), 404, "CLAIM_TOKEN_INVALID");
      expectProblem(await get(page), 404, "CLAIM_TOKEN_INVALID");
    }
    expectProblem(await get("verify", "x".repeat(201)), 400, "REQUEST_INVALID");
  });
});

test("what was written into the form of the page is kept for that page; what another site or a program sends is not", async () => {
  const { token } = await draftWithToken();
  const members = { token, email: "not-an-address", whole_agent: "true", locale: "ko" };
  const refused = await sendFromPage(members);
  expectPage(refused, `/ko/drafts/claim?token=${encodeURIComponent(token)}&problem=email`);
  const cookie = refused.headers.get("set-cookie") ?? "";
  const [, key = "", rest] = /^emporion-written=([\w-]{43}); (.*)$/.exec(cookie) ?? [];
  expect(rest).toBe("Max-Age=600; Path=/ko/drafts/claim; HttpOnly; SameSite=Strict");
  const fields = { email: "not-an-address", whole_agent: "true" };
  expect(await takeRefusedForm(key)).toEqual({ form: "claim", fields });

  for (const site of ["cross-site", "same-site", "none", ""]) {
    expect((await sendFromPage(members, site)).headers.get("set-cookie")).toBeNull();
  }
  expect((await postForm("/drafts/claim", members)).headers.get("set-cookie")).toBeNull();
});
