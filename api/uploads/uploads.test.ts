import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { archiveUpload, form, jsonUpload, skillMd, UPLOAD } from "@/api/testing/uploads";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { drainJobs } from "@/lib/platform/jobs/work";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/publishing/publish-version";

const database = testDatabase();
testBlobStore();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const post = (json: unknown, given: Call = {}) => call("POST", UPLOAD, { json, key, ...given });

describe("a preview", () => {
  const preview = (json: unknown, given: Call = {}) =>
    call("POST", "/v1/skills/preview", { json, key, ...given });

  test("says what publishing would make of a package, and stores nothing", async () => {
    const name = uniqueName();
    const asked = await preview(jsonUpload(name));
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      name,
      version: "0.0.1",
      previous_version: null,
      change: "first",
      audit_needed: "full",
      price_lamports: "0",
    });
    const facts = asked.body["facts"] as { about: string; code: string; tone: string; text: string }[];
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ about: "level", code: "first", tone: "ok" }),
        expect.objectContaining({
          about: "files",
          code: "files-public",
          text: expect.stringMatching(/public/) as string,
        }),
        expect.objectContaining({ about: "earning", code: "earning-free" }),
      ]),
    );
    expect((await call("GET", `/v1/skills/${name}`)).status).toBe(404);
    expect((await post(jsonUpload(name))).status).toBe(201);
  });

  test("says what would be in the way, and refuses what is no package and who has no key", async () => {
    const name = uniqueName();
    await post(jsonUpload(name, { skill_md: skillMd(name, "version: 1.0.0\n") }));
    const lower = await preview(jsonUpload(name, { skill_md: skillMd(name, "version: 0.9.0\n") }));
    expect(lower.body).toMatchObject({ version: null, audit_needed: null });
    expect(lower.body["facts"]).toContainEqual(
      expect.objectContaining({
        about: "level",
        code: "refused",
        tone: "bad",
        detail: expect.stringContaining("VERSION_NOT_HIGHER") as string,
      }),
    );
    expectProblem(await preview({}), 400, "SKILL_MD_MISSING");
    expectProblem(await call("POST", "/v1/skills/preview", { json: jsonUpload(name) }), 401, "AUTH_REQUIRED");
  });
});

describe("201", () => {
  test("a JSON upload is stored and can be polled until it is published", async () => {
    const name = uniqueName();
    const uploaded = await post(jsonUpload(name, { requirements: "requests>=2\n" }));
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toMatchObject({
      status: "success",
      name,
      version: "0.0.1",
      upload_mode: "json_content",
    });
    const jobId = String(uploaded.body["vetting_job_id"]);
    expect(uploaded.body["poll_url"]).toBe(`http://127.0.0.1:3000/v1/skills/vetting/${jobId}`);

    const waiting = await call("GET", `/v1/skills/vetting/${jobId}`, { key });
    expect(waiting.body).toMatchObject({
      job_id: jobId,
      is_done: false,
      vetting_status: "pending",
      findings: [],
      dialect_reports: [{ dialect: "agent-skills", valid: true }],
    });
    expect(waiting.headers.get("retry-after")).toBe("2");
    await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
    const done = await call("GET", `/v1/skills/vetting/${jobId}`, { key });
    expect(done.body).toMatchObject({
      is_done: true,
      job_status: "done",
      vetting_status: "approved",
      published: true,
    });
    expect((await call("GET", `/v1/skills/${name}`)).status).toBe(200);
  });

  test("a .skill archive is accepted as skill_file and as file", async () => {
    for (const field of ["skill_file", "file"]) {
      const answer = await call("POST", UPLOAD, { key, body: form({ [field]: archiveUpload() }) });
      expect([answer.status, answer.body["upload_mode"]]).toEqual([201, "multipart"]);
    }
  });

  test("both key headers work, also together when they agree", async () => {
    const bearer = { authorization: `Bearer ${key}` };
    expect((await call("POST", UPLOAD, { json: jsonUpload(), headers: bearer })).status).toBe(201);
    expect((await post(jsonUpload(), { headers: bearer })).status).toBe(201);
  });

  test("the author agent comes from the header or the body; what is personal is removed and stored nowhere", async () => {
    const header = { "x-agent-author": "claude-sonnet-4-6@anthropic" };
    expect((await post(jsonUpload(), { headers: header })).body["author_agent"]).toEqual({
      name: "claude-sonnet-4-6",
      provider: "anthropic",
    });
    const personal = { name: "bot", session_id: "secret-session", email: "p@example.com" };
    const viaForm = await call("POST", UPLOAD, {
      key,
      body: form({ skill_file: archiveUpload(), author_agent_json: JSON.stringify(personal) }),
    });
    expect(viaForm.body["author_agent"]).toEqual({ name: "bot" });
    expect(viaForm.body["warnings"]).toHaveLength(2);
    const stored = JSON.stringify(await database().skillVersion.findMany({ select: { authorAgent: true } }));
    expect(stored).not.toMatch(/secret-session|p@example\.com/);
  });
});

describe("401 and 403", () => {
  test.each([
    ["AUTH_REQUIRED without a key", undefined, {}, "AUTH_REQUIRED"],
    ["AUTH_REQUIRED for another scheme", undefined, { authorization: "Basic eDp5" }, "AUTH_REQUIRED"],
    ["AUTH_FAILED for a wrong key", "sk_wrong", {}, "AUTH_FAILED"],
    ["AUTH_FAILED for two keys that differ", "sk_wrong", { authorization: "Bearer other" }, "AUTH_FAILED"],
  ] as const)("401 %s", async (_name, wrongKey, headers, code) => {
    const answer = await call("POST", UPLOAD, {
      json: jsonUpload(),
      headers,
      ...(wrongKey === undefined ? {} : { key: wrongKey }),
    });
    expectProblem(answer, 401, code);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("403 EMAIL_NOT_VERIFIED", async () => {
    const bob = await createAccount({ username: "bob", email: "bob@example.com" });
    expectProblem(
      await post(jsonUpload(), { key: (await createApiKey(bob, "k")).key }),
      403,
      "EMAIL_NOT_VERIFIED",
    );
  });

  test("without a key not a byte of the body is read", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await call("POST", UPLOAD, { body, headers: { "content-type": "application/json" } });
    expectProblem(answer, 401, "AUTH_REQUIRED");
    expect(pulled).toBe(0);
  });
});

describe("409", () => {
  test("VERSION_NOT_HIGHER for the same version with other content", async () => {
    const name = uniqueName();
    const versioned = (text: string) =>
      jsonUpload(name, { skill_md: skillMd(name, "version: 1.0.0\n"), files: { "a.txt": text } });
    expect((await post(versioned("1"))).status).toBe(201);
    expectProblem(await post(versioned("2")), 409, "VERSION_NOT_HIGHER");
  });

  test("SKILL_NAME_TAKEN for another account's name, also with other hyphens", async () => {
    const name = uniqueName();
    await post(jsonUpload(name));
    const other = await makeKeyHolder();
    expectProblem(
      await post(jsonUpload(name.replaceAll("-", "")), { key: other.key }),
      409,
      "SKILL_NAME_TAKEN",
    );
  });
});

test("429 RATE_LIMITED when an address has had a gigabyte kept that day, whoever it is", async () => {
  const { limitStoredBytes } = await import("@/lib/web/http/limits/request-limits");
  const remoteAddress = "203.0.113.77";
  await limitStoredBytes(remoteAddress, 1024 * 1024 * 1024);
  const { key } = await makeKeyHolder();
  expectProblem(await post(jsonUpload(), { key, remoteAddress }), 429, "RATE_LIMITED");
  expect((await post(jsonUpload(), { key })).status).toBe(201);
});

test("429 RATE_LIMITED after 120 uploads in an hour; refused ones do not count", async () => {
  const holder = await makeKeyHolder();
  expectProblem(await post({}, { key: holder.key }), 400, "SKILL_MD_MISSING");
  const { consumeRateLimit } = await import("@/lib/web/http/limits/rate-limit");
  const limit = { name: "upload", points: 120, durationSeconds: 3600 };
  for (let i = 0; i < 119; i++) await consumeRateLimit(limit, holder.accountId);
  expect((await post(jsonUpload(), { key: holder.key })).status).toBe(201);
  const answer = await post(jsonUpload(), { key: holder.key });
  expectProblem(answer, 429, "RATE_LIMITED");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("429 RATE_LIMITED after 1200 uploads from one address, under however many accounts", async () => {
  const { consumeRateLimit } = await import("@/lib/web/http/limits/rate-limit");
  const remoteAddress = "203.0.113.78";
  const limit = { name: "upload-address", points: 1200, durationSeconds: 3600 };
  await consumeRateLimit(limit, remoteAddress, 1199);
  const attempt = async () => post(jsonUpload(), { key: (await makeKeyHolder()).key, remoteAddress });
  expect((await attempt()).status).toBe(201);
  expectProblem(await attempt(), 429, "RATE_LIMITED");
});
