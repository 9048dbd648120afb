import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { createAccount } from "@/lib/identity/create-account";
import { createApiKey } from "@/lib/identity/create-api-key";
import { drainJobs } from "@/lib/jobs/drain";
import { writeArchive } from "@/lib/package";
import { buildSkillPackage, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/vetting/run-vetting";

const database = testDatabase();
testBlobStore();

const UPLOAD = "/v1/skills/upload";
let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const skillMd = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: One-line description\n${more}---\n\n# My skill\n`;
const jsonUpload = (name = uniqueName(), more: Record<string, unknown> = {}) => ({
  skill_md: skillMd(name),
  files: { "main.py": "print(1)\n" },
  ...more,
});
const post = (json: unknown, given: Call = {}) => call("POST", UPLOAD, { json, key, ...given });

function form(parts: Record<string, string | { name: string; bytes: Uint8Array }>): FormData {
  const data = new FormData();
  for (const [field, part] of Object.entries(parts)) {
    if (typeof part === "string") data.set(field, part);
    else data.set(field, new File([Uint8Array.from(part.bytes)], part.name));
  }
  return data;
}

const archive = (name = uniqueName()) => ({
  name: `${name}.skill`,
  bytes: writeArchive(buildSkillPackage({ name }).files),
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
      const answer = await call("POST", UPLOAD, { key, body: form({ [field]: archive() }) });
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
      body: form({ skill_file: archive(), author_agent_json: JSON.stringify(personal) }),
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

const json = { "content-type": "application/json" };
const tooBig = "x".repeat(5 * 1024 * 1024);

describe("what is wrong with the body", () => {
  test.each<[number, string, string, () => Call]>([
    [400, "REQUEST_INVALID", "malformed JSON", () => ({ body: '{"skill_md": ', headers: json })],
    [400, "REQUEST_INVALID", "a list", () => ({ json: [] })],
    [
      400,
      "REQUEST_INVALID",
      "an unreadable form",
      () => ({ body: "x", headers: { "content-type": "multipart/form-data; boundary=y" } }),
    ],
    [
      400,
      "REQUEST_INVALID",
      "an unknown dialect",
      () => ({ json: jsonUpload(undefined, { dialects: ["cobol"] }) }),
    ],
    [400, "SKILL_MD_MISSING", "no skill_md", () => ({ json: { files: {} } })],
    [
      400,
      "PATH_INVALID",
      "a path that leaves the package",
      () => ({ json: jsonUpload(undefined, { files: { "../x": "x" } }) }),
    ],
    [
      400,
      "BASE64_DECODE_FAILED",
      "bad base64",
      () => ({ json: jsonUpload(undefined, { base64_files: { "a.bin": "***" } }) }),
    ],
    [400, "FILE_MISSING", "a form without file", () => ({ body: form({ skill_file: "text" }) })],
    [
      400,
      "FILE_INVALID_TYPE",
      "a file named .txt",
      () => ({ body: form({ skill_file: { ...archive(), name: "x.txt" } }) }),
    ],
    [
      400,
      "FILE_INVALID_TYPE",
      "a .skill that is no ZIP",
      () => ({ body: form({ skill_file: { name: "x.skill", bytes: Buffer.from("not a zip") } }) }),
    ],
    [
      400,
      "AGENT_AUTHOR_INVALID",
      "a malformed agent header",
      () => ({ json: jsonUpload(), headers: { ...json, "x-agent-author": "a b" } }),
    ],
    [
      413,
      "CONTENT_TOO_LARGE",
      "5 MiB and a little",
      () => ({ json: jsonUpload(undefined, { files: { "a.txt": tooBig } }) }),
    ],
    [
      413,
      "CONTENT_TOO_LARGE",
      "a declared length of 13 MB",
      () => ({ body: "{}", headers: { ...json, "content-length": "13000000" } }),
    ],
    [
      415,
      "CONTENT_TYPE_INVALID",
      "YAML",
      () => ({ body: "a: b", headers: { "content-type": "application/yaml" } }),
    ],
    [415, "CONTENT_TYPE_INVALID", "no content type", () => ({ body: new Uint8Array([1]) })],
    [
      422,
      "UPLOAD_FAILED",
      "no description",
      () => ({ json: jsonUpload(undefined, { skill_md: "---\nname: a-b\n---\n" }) }),
    ],
  ])("%i %s: %s", async (status, code, _name, given) => {
    expectProblem(await call("POST", UPLOAD, { key, ...given() }), status, code);
  });

  test("400 CONTENT_TOO_MANY_FILES beyond 50 files", async () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.txt`, "x"]));
    expect((await post(jsonUpload(undefined, { files: files(50) }))).status).toBe(201);
    expectProblem(await post(jsonUpload(undefined, { files: files(51) })), 400, "CONTENT_TOO_MANY_FILES");
  });

  test("422 UPLOAD_FAILED lists the findings with their paths", async () => {
    const { body } = await post(jsonUpload(undefined, { skill_md: "---\nname: a-b\n---\n" }));
    expect(body["findings"]).toContainEqual(
      expect.objectContaining({ path: "description", severity: "error" }),
    );
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

describe("GET /v1/skills/vetting/{job}", () => {
  test("404 VETTING_JOB_NOT_FOUND for an unknown job, and for another account's", async () => {
    expectProblem(await call("GET", "/v1/skills/vetting/job_nope", { key }), 404, "VETTING_JOB_NOT_FOUND");
    const { body } = await post(jsonUpload());
    const other = await makeKeyHolder();
    const path = `/v1/skills/vetting/${String(body["vetting_job_id"])}`;
    expectProblem(await call("GET", path, { key: other.key }), 404, "VETTING_JOB_NOT_FOUND");
  });

  test("401 AUTH_REQUIRED without a key", async () => {
    expectProblem(await call("GET", "/v1/skills/vetting/job_nope"), 401, "AUTH_REQUIRED");
  });
});

test("429 RATE_LIMITED after 120 uploads in an hour; refused ones do not count", async () => {
  const holder = await makeKeyHolder();
  expectProblem(await post({}, { key: holder.key }), 400, "SKILL_MD_MISSING");
  const { consumeRateLimit } = await import("@/lib/http/rate-limit");
  const limit = { name: "upload", points: 120, durationSeconds: 3600 };
  for (let i = 0; i < 119; i++) await consumeRateLimit(limit, holder.accountId);
  expect((await post(jsonUpload(), { key: holder.key })).status).toBe(201);
  const answer = await post(jsonUpload(), { key: holder.key });
  expectProblem(answer, 429, "RATE_LIMITED");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});
