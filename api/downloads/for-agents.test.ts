import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const V2 = { spec: undefined, interface: undefined, input_schema: undefined, output_schema: undefined };

beforeAll(async () => {
  const publisher = await makeAccount();
  await publishNow(buildSkillPackage({ name: "echo-text" }), publisher);
  const frontMatter = { platform_compatibility: ["OpenClaw"] };
  await publishNow(buildSkillPackage({ name: "claw-only", frontMatter }), publisher);
  await publishNow(
    buildSkillPackage({ name: "plain", frontMatter: { ...V2, examples: undefined } }),
    publisher,
  );
});

describe.each(["/v1/skills", "/v1/agent/skills"])("GET %s/{id}/download?platform=", (base) => {
  const download = (query: string, headers = {}, skill = "echo-text") =>
    call("GET", `${base}/${skill}/download${query}`, { headers });

  test("200: the package made for the platform, with digests and the three trust headers", async () => {
    const { status, headers, bytes } = await download("?platform=OpenClaw");
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="echo-text-1.0.0-OpenClaw.zip"',
      "x-skill-trust": "community",
      "x-skill-claim-status": "registered",
      "x-skill-verified": "false",
      "x-skill-platform": "OpenClaw",
      "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
    });
    expect(headers.has("x-fallback-platform")).toBe(false);
    const published = await download("");
    expect(headers.get("x-skill-package-digest")).toBe(published.headers.get("x-skill-package-digest"));
    expect(headers.get("etag")).not.toBe(published.headers.get("etag"));
    const read = readArchive(bytes, SKILL_ARCHIVE_LIMITS);
    const paths = read.ok ? read.package.files.map(({ path }) => path) : [];
    expect(paths).toContain("emporion/openclaw_wrapper.py");
  });

  test("a platform's name may be written in any way, and `any` is the package as published", async () => {
    for (const name of ["claude-code", "Claude%20Code", "CLAUDECODE"]) {
      expect((await download(`?platform=${name}`)).headers.get("x-skill-platform")).toBe("ClaudeCode");
    }
    const any = await download("?platform=any");
    expect([any.headers.get("x-skill-platform"), any.headers.get("x-fallback-platform")]).toEqual([
      null,
      null,
    ]);
  });

  test("304 with the entity tag, which is one for each platform", async () => {
    const etag = (await download("?platform=Cursor")).headers.get("etag") ?? "";
    expect((await download("?platform=Cursor", { "if-none-match": etag })).status).toBe(304);
    expect((await download("?platform=GeminiCLI", { "if-none-match": etag })).status).toBe(200);
  });

  test("a v3 skill that does not convert for the platform comes as published, and a header says so", async () => {
    const { status, headers, bytes } = await download("?platform=Cursor", {}, "claw-only");
    expect([status, headers.get("x-fallback-platform")]).toEqual([200, "original"]);
    expect(headers.get("x-skill-trust")).toBe("community");
    expect(bytes).toEqual((await download("", {}, "claw-only")).bytes);
    expect((await download("?platform=OpenClaw", {}, "claw-only")).headers.get("x-skill-platform")).toBe(
      "OpenClaw",
    );
  });

  test("409 for a v2 skill, which is installed by hand; 400 for an unknown platform", async () => {
    const answer = await download("?platform=OpenClaw", {}, "plain");
    expectProblem(answer, 409, "VERSION_NOT_AVAILABLE");
    expect(answer.body["detail"]).toContain("install-guide");
    expectProblem(await download("?platform=Toaster"), 400, "REQUEST_INVALID");
  });

  test("is counted for its platform", async () => {
    const counted = () => database().download.count({ where: { platform: "CodexCLI" } });
    const before = await counted();
    // A caller counts once a day, so this one has not downloaded anything before.
    const caller = { remoteAddress: `198.51.100.${base.length}` };
    await call("GET", `${base}/echo-text/download?platform=codex-cli`, caller);
    expect(await counted()).toBe(before + 1);
  });
});
