import { request as openRequest, type ClientRequest } from "node:http";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { writeArchive } from "@/lib/package";
import { exampleInput, PRICED_SKILL } from "./api";
import { expect, person, test, type Person } from "./fixtures";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const MEBIBYTE = 1024 * 1024;
const encoder = new TextEncoder();

/** A refusal is problem details with the code asked for, and never a cookie or a stack. */
async function expectProblem(response: APIResponse, status: number, code: string): Promise<void> {
  const text = await response.text();
  expect(text).toContain(`"error_code":"${code}"`);
  expect(response.status()).toBe(status);
  expect(response.headers()["content-type"]).toContain("application/problem+json");
  expect(response.headers()["set-cookie"]).toBeUndefined();
  expect(text).not.toMatch(/\bat .*\.(js|ts):\d+/);
}

/**
 * Sends a body that may be far longer than what is allowed and stops at the answer.
 * Resolves to the status and the bytes that were taken off our hands by then.
 */
function sendEndlessly(path: string, headers: Record<string, string>, totalBytes: number) {
  return new Promise<{ status: number; sentBytes: number }>((resolve, reject) => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const url = new URL(path, test.info().project.use.baseURL);
    const outgoing: ClientRequest = openRequest(url, { method: "POST", headers }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, sentBytes });
      answer.resume();
      outgoing.destroy();
    });
    outgoing.on("error", reject);
    const write = () => {
      if (outgoing.destroyed || sentBytes >= totalBytes) return;
      outgoing.write(chunk, () => {
        sentBytes += chunk.length;
        setImmediate(write);
      });
    };
    write();
  });
}

async function createKey(page: Page, signIn: (page: Page, who: Person, to?: string) => Promise<void>) {
  await signIn(page, person("sends what it should not"), "/keys");
  await page.getByLabel(/^Name/).fill("bad input");
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.getByTestId("new-key").textContent())?.trim() ?? "";
}

function upload(request: APIRequestContext, key: string, bytes: Uint8Array, name = "x.skill") {
  return request.post("/v1/skills/upload", {
    headers: { "x-api-key": key },
    multipart: { skill_file: { name, mimeType: "application/zip", buffer: Buffer.from(bytes) } },
  });
}

function skillMd(name: string): string {
  return `---
name: ${name}
description: Says nothing of use
version: 1.0.0
favourite_colour: green
---

# Nothing
`;
}

test("an upload that cannot be a package is refused with the reason", async ({ page, request, signIn }) => {
  const key = await createKey(page, signIn);
  await expectProblem(
    await upload(request, key, encoder.encode("PK\u0003\u0004 and then nonsense")),
    400,
    "ARCHIVE_INVALID",
  );
  const withoutSkill = writeArchive([{ path: "main.py", bytes: encoder.encode("print(1)\n") }], "x");
  await expectProblem(await upload(request, key, withoutSkill), 400, "SKILL_MD_MISSING");
  await expectProblem(await upload(request, key, new Uint8Array(8), "x.exe"), 400, "FILE_INVALID_TYPE");

  const headers = { "x-api-key": key };
  const nothing = await request.post("/v1/skills/upload", { headers, multipart: { other: "1" } });
  await expectProblem(nothing, 400, "FILE_MISSING");
  const plain = await request.post("/v1/skills/upload", {
    headers: { ...headers, "content-type": "text/plain" },
    data: "hello",
  });
  await expectProblem(plain, 415, "CONTENT_TYPE_INVALID");
  const declared = { ...headers, "content-type": "application/json", "content-length": `${200 * MEBIBYTE}` };
  expect(await sendEndlessly("/v1/skills/upload", declared, 2 * MEBIBYTE)).toMatchObject({ status: 413 });
});

test("fields that no dialect knows are reported, and the skill is taken", async ({
  page,
  request,
  signIn,
}) => {
  const key = await createKey(page, signIn);
  const name = `unknown-fields-${Date.now()}`;
  const uploaded = await request.post("/v1/skills/upload", {
    headers: { "x-api-key": key },
    data: { skill_md: skillMd(name), nobody_knows_this: 1 },
  });
  expect(uploaded.status()).toBe(201);
  const { poll_url, version_id } = (await uploaded.json()) as { poll_url: string; version_id: string };
  const poll = async () =>
    (await request.get(poll_url, { headers: { "x-api-key": key } })).json() as Promise<{ is_done: boolean }>;
  await expect.poll(async () => (await poll()).is_done).toBe(true);
  await page.goto(`/publish/${version_id}`);
  await expect(page.getByText("favourite_colour").first()).toBeVisible();
});

test("a body over the limit answers 413 while most of it is still unsent", async () => {
  const json = { "content-type": "application/json" };
  const declared = { ...json, "content-length": `${64 * MEBIBYTE}` };
  const chunked = { ...json, "transfer-encoding": "chunked" };
  for (const headers of [declared, chunked]) {
    const { status, sentBytes } = await sendEndlessly("/v1/quotes", headers, 64 * MEBIBYTE);
    expect(status).toBe(413);
    expect(sentBytes).toBeLessThan(16 * MEBIBYTE);
  }
});

test("broken, bottomless and mislabelled JSON is refused as a problem", async ({ request }) => {
  const post = (data: string, type = "application/json") =>
    request.post("/v1/quotes", { headers: { "content-type": type }, data: Buffer.from(data) });
  await expectProblem(await post("{not json"), 400, "REQUEST_INVALID");
  await expectProblem(await post(""), 400, "REQUEST_INVALID");
  await expectProblem(await post("\xff\xfe"), 400, "REQUEST_INVALID");
  await expectProblem(await post("[".repeat(10_000) + "]".repeat(10_000)), 400, "REQUEST_INVALID");
  await expectProblem(await post('{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)), 400, "REQUEST_INVALID");
  await expectProblem(await post("{}", "text/plain"), 415, "CONTENT_TYPE_INVALID");
  await expectProblem(await post('{"__proto__": {"skill": "json-diff"}}'), 400, "REQUEST_INVALID");
});

test("what is not there is a problem, and other methods are answered for what they are", async ({
  request,
}) => {
  for (const path of ["/v1", "/v1/nothing", "/v1/skills/no-such-skill", "/v1/quotes/quo_0"]) {
    const response = await request.get(path);
    expect(response.headers()["content-type"], path).toContain("application/problem+json");
    expect(response.status(), path).toBe(404);
    expect(((await response.json()) as { status: number }).status).toBe(404);
  }
  await expectProblem(await request.get("/v1/%00"), 400, "REQUEST_INVALID");
  const head = await request.head("/v1/skills");
  expect(head.status()).toBe(200);
  expect(await head.text()).toBe("");
  const options = await request.fetch("/v1/skills", { method: "OPTIONS" });
  expect(options.status()).toBe(204);
  expect(options.headers()["allow"]).toContain("GET");
  const wrong = await request.delete("/v1/skills");
  expect(wrong.status()).toBe(405);
  expect(wrong.headers()["allow"]).toContain("GET");
});

test("no answer of the API sets a cookie", async ({ request }) => {
  for (const path of ["/v1/skills", "/v1/agent/search", "/v1/openapi.json", "/v1/nothing", "/v1/tally"]) {
    const response = await request.get(path, { headers: { cookie: "session=x; NEXT_LOCALE=ko" } });
    expect(response.headers()["set-cookie"], path).toBeUndefined();
  }
});

test("two quick clicks on Pay make one payment", async ({ page, context, takeTestMoney }) => {
  const buyer = person("clicks twice");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  const posts: string[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().includes("/v1/quotes"))
      posts.push(new URL(sent.url()).pathname);
  });
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  const pay = page.getByRole("button", { name: /^Pay 0/ });
  await expect(pay).toBeEnabled();
  // In one turn of the page: a press that comes when the run has ended is another purchase, and may be one.
  await pay.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
    button.form?.requestSubmit();
  });
  await expect(page.getByTestId("run-output")).toBeVisible();
  expect(posts.filter((path) => path === "/v1/quotes")).toHaveLength(1);
  const paidQuotes = new Set(posts.filter((path) => path.endsWith("/payment")));
  expect(paidQuotes.size).toBe(1);
});

test("a quote is refused for an input its schema refuses, before anybody pays", async ({ request }) => {
  const input = { ...(await exampleInput(request, PRICED_SKILL)), nobody_knows_this: 1 };
  const { address } = person("asks for nonsense");
  const payer = { skill: PRICED_SKILL, payer: address };
  await expectProblem(
    await request.post("/v1/quotes", { data: { ...payer, input: [] } }),
    422,
    "INPUT_INVALID",
  );
  await expectProblem(await request.post("/v1/quotes", { data: { ...payer, input } }), 422, "INPUT_INVALID");
});
