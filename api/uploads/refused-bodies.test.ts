import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { form, jsonUpload, UPLOAD } from "@/api/testing/uploads";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const post = (json: unknown, given: Call = {}) => call("POST", UPLOAD, { json, key, ...given });

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
