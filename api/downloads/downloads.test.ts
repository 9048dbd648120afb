import { createHash } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { echoSkills } from "@/api/testing/echo-skills";
import { makeKeyHolder } from "@/api/testing/keys";
import { readArchive } from "@/lib/package";
import { checkSkill } from "@/lib/skill-format";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher, publish } = echoSkills();

describe.each(["/v1/skills", "/v1/agent/skills"])("GET %s/{id}/download", (base) => {
  const download = (query = "", headers = {}, remoteAddress = `203.0.113.${base.length}`) =>
    call("GET", `${base}/echo-text/download${query}`, { headers, remoteAddress });

  test("200: the package byte for byte, with digests and the three trust headers", async () => {
    const { status, headers, bytes } = await download();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="echo-text-1.1.0.skill"',
      "x-skill-trust": "community",
      "x-skill-claim-status": "registered",
      "x-skill-verified": "false",
      "x-skill-version": "1.1.0",
      "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
    });
    const read = readArchive(bytes);
    expect(read.ok && read.package.digest).toBe(headers.get("x-skill-package-digest"));
  });

  test("is two statements once it was made: one asks for the revision, one counts", async () => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const stranger = `198.51.101.${base.length}`; // who is counted already costs none
    expect((await download("", {}, stranger)).status).toBe(200);
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    expect(statements).toBe(2);
  });

  test("206: what is left of a download that broke off, of the same package alone; not counted again", async () => {
    const whole = await download();
    const { length } = whole.bytes;
    const total = async () => (await call("GET", "/v1/skills/echo-text")).body["total_downloads"];
    const counted = await total();
    const caller = `192.0.2.${100 + base.length}`;
    const rest = await download("", { range: "bytes=10-", "if-range": whole.headers.get("etag") }, caller);
    expect(rest.status).toBe(206);
    expect(Object.fromEntries(rest.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-range": `bytes 10-${length - 1}/${length}`,
      "content-length": String(length - 10),
      "repr-digest": whole.headers.get("repr-digest"),
    });
    expect(Buffer.from(rest.bytes)).toEqual(Buffer.from(whole.bytes.subarray(10)));
    expect(await total()).toBe(counted);
    const other = await download("", { range: "bytes=10-", "if-range": '"another"' }, caller);
    expect([other.status, other.bytes.length]).toEqual([200, length]);
    expect(await total()).toBe(Number(counted) + 1);
    const behind = await download("", { range: `bytes=${length}-` }, caller);
    expectProblem(behind, 416, "RANGE_NOT_SATISFIABLE");
    expect(behind.headers.get("content-range")).toBe(`bytes */${length}`);
    expect(
      (await call("HEAD", `${base}/echo-text/download`, { headers: { range: "bytes=1-" } })).status,
    ).toBe(200);
  });

  test("a download is counted; a look at the headers and an unchanged copy are not", async () => {
    const counted = async () => (await call("GET", "/v1/skills/echo-text")).body["total_downloads"] as number;
    const before = await counted();
    const etag = (await download("", {}, `192.0.2.${base.length}`)).headers.get("etag") ?? "";
    expect(await counted()).toBe(before + 1);
    const again = await download("", { "if-none-match": etag });
    expect([again.status, again.headers.get("x-skill-trust")]).toEqual([304, "community"]);
    expect((await call("HEAD", `${base}/echo-text/download`)).status).toBe(200);
    expect(await counted()).toBe(before + 1);
  });

  test("a download is counted once for each caller and day, and not for crawlers", async () => {
    const numbers = async () => {
      const { body } = await call("GET", "/v1/skills/echo-text");
      return [body["total_downloads"], body["downloads_7d"]] as [number, number];
    };
    const [total, recent] = await numbers();
    const address = `198.51.100.${base.length}`;
    for (let i = 0; i < 3; i++) await download("", {}, address);
    await download("", { "x-agent-author": "made-up@nobody" }, address);
    await download("?version=1.0.0", {}, address);
    await download("", { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0)" }, "198.51.100.200");
    expect(await numbers()).toEqual([total + 1, recent + 1]);
    const { key } = await makeKeyHolder();
    await call("GET", `${base}/echo-text/download`, { key, remoteAddress: address });
    await call("GET", `${base}/echo-text/download`, { key, remoteAddress: "198.51.100.201" });
    expect(await numbers()).toEqual([total + 2, recent + 2]);
  });

  test("400, 404 and 409 are problems", async () => {
    expectProblem(await download("?platform=Toaster"), 400, "REQUEST_INVALID");
    expectProblem(await call("GET", `${base}/nope/download`), 404, "SKILL_NOT_FOUND");
    expectProblem(await download("?version=9.9.9"), 404, "VERSION_NOT_FOUND");
    expectProblem(
      await call("GET", `${base}/plain/download?platform=OpenClaw`),
      409,
      "VERSION_NOT_AVAILABLE",
    );
  });
});

describe.each(["/v1/skills", "/v1/agent/skills"])("GET %s/{id}/download?dialect=", (base) => {
  const get = (query: string, headers = {}) =>
    call("GET", `${base}/echo-text/download?${query}`, { headers });

  test("200: that format alone, in a folder named like the skill, with its own entity tag", async () => {
    const original = await get("version=1.1.0");
    const { status, headers, bytes } = await get("version=1.1.0&dialect=agent-skills-upstream");
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-disposition": 'attachment; filename="echo-text-1.1.0-agent-skills-upstream.skill"',
      "x-skill-dialect": "agent-skills-upstream",
      "x-skill-package-digest": original.headers.get("x-skill-package-digest"),
      etag: `"${original.headers.get("x-skill-package-digest")}+agent-skills-upstream"`,
      "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
    });
    const read = readArchive(bytes);
    if (!read.ok) throw new Error(read.issue.message);
    expect(read.package.rootDirectory).toBe("echo-text");
    const files = new Map(read.package.files.map((file) => [file.path, file.bytes]));
    const [report] = checkSkill({ files, dir: "echo-text", dialects: ["agent-skills-upstream"] }).reports;
    expect(report).toMatchObject({ valid: true });
    expect(Buffer.from(files.get("SKILL.md") ?? []).toString()).toContain("  store.version: ");
    expect([...files.keys()]).toContain("scripts/main.py");
  });

  test("equal requests give equal bytes, others other bytes and another entity tag", async () => {
    const moved = await get("dialect=agent-skills-upstream");
    const dropped = await get("dialect=agent-skills-upstream&drop_others=true");
    expect((await get("dialect=agent-skills-upstream")).bytes).toEqual(moved.bytes);
    expect(dropped.bytes).not.toEqual(moved.bytes);
    expect(dropped.headers.get("etag")).not.toBe(moved.headers.get("etag"));
    const again = await get("dialect=agent-skills-upstream", {
      "if-none-match": moved.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
    const other = await get("dialect=usk", { "if-none-match": moved.headers.get("etag") ?? "" });
    expect(other.status).toBe(200);
  });

  test("422 DIALECT_NOT_AVAILABLE with every issue, for a format the version is not valid as", async () => {
    const answer = await get("dialect=vibelife");
    expectProblem(answer, 422, "DIALECT_NOT_AVAILABLE");
    expect(answer.body["findings"]).toContainEqual(
      expect.objectContaining({ dialect: "vibelife", severity: "error", path: "id" }),
    );
  });

  test("400 REQUEST_INVALID for a format nobody knows, and for a platform beside it", async () => {
    expectProblem(await get("dialect=toml"), 400, "REQUEST_INVALID");
    expectProblem(await get("dialect="), 400, "REQUEST_INVALID");
    expectProblem(await get("drop_others=1"), 400, "REQUEST_INVALID");
    expectProblem(await get("dialect=usk&platform=OpenClaw"), 400, "REQUEST_INVALID");
    expect((await get("dialect=usk&platform=any")).status).toBe(200);
  });
});

test("409 VERSION_NOT_AVAILABLE for a yanked version, with the reason", async () => {
  await publish({ name: "echo-text", version: "1.2.0" });
  await yankVersion({ actor: publisher(), skill: "echo-text", version: "1.1.0", reason: "leaks memory" });
  const answer = await call("GET", "/v1/skills/echo-text/download?version=1.1.0");
  expectProblem(answer, 409, "VERSION_NOT_AVAILABLE");
  expect(answer.body["detail"]).toContain("leaks memory");
});

test("500 PACKAGE_CORRUPT when the stored bytes are not those of the digest", async () => {
  const { versionId } = await publish({ name: "damaged" });
  const [, other] = await database().skillVersion.findMany({ select: { archiveDigest: true } });
  if (!other) throw new Error("there are several versions");
  const { env } = await import("@/lib/platform/config/env");
  const { archiveDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  await damage(new URL(env().BLOB_STORE).pathname, archiveDigest);
  expectProblem(await call("GET", "/v1/skills/damaged/download"), 500, "PACKAGE_CORRUPT");
});

/** Overwrites the blob of a digest, wherever the store keeps it. */
async function damage(directory: string, archiveDigest: string): Promise<void> {
  const { readdir, chmod, writeFile } = await import("node:fs/promises");
  const hex = archiveDigest.replace("sha256:", "");
  const names = await readdir(directory, { recursive: true });
  const name = names.find((each) => each.replaceAll("/", "").endsWith(hex) || each.endsWith(hex));
  if (!name) throw new Error(`no blob of ${hex}`);
  await chmod(`${directory}/${name}`, 0o644);
  await writeFile(`${directory}/${name}`, "damaged");
}
