import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type Answer } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { limitStoredBytes } from "@/lib/web/http/limits/request-limits";
import { buildSkillPackage, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { purgeAged } from "@/lib/db/purge-rows";

const database = testDatabase();
testBlobStore();

let mine: Awaited<ReturnType<typeof makeKeyHolder>>;
let theirs: Awaited<ReturnType<typeof makeKeyHolder>>;
beforeAll(async () => {
  mine = await makeKeyHolder();
  theirs = await makeKeyHolder();
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const textOf = ({ bytes }: Answer) => new TextDecoder().decode(bytes);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function announce(path: string, bytes: Uint8Array, more = {}, key = mine.key) {
  const json = { path, size: bytes.length, sha256: sha256(bytes), contentType: "text/plain", ...more };
  return call("POST", "/api/v1/skills/-/upload-url", { json, headers: bearer(key) });
}

async function send(
  path: string,
  bytes: Uint8Array,
): Promise<{ path: string; storageId: string; uploadTicket: string }> {
  const { body } = await announce(path, bytes);
  const where = new URL(String(body["uploadUrl"])).pathname;
  const sent = await call("POST", where, { body: Uint8Array.from(bytes), headers: bearer(mine.key) });
  expect(sent.status).toBe(200);
  return { path, storageId: String(sent.body["storageId"]), uploadTicket: String(body["uploadTicket"]) };
}

describe("errors are lines of text, and every answer tells what is left", () => {
  test.each([
    ["GET", "/api/v1/skills/no-such-skill", 404, "Skill not found"],
    ["GET", "/api/v1/whoami", 401, "API key"],
    ["GET", "/api/v1/download", 400, "Name a skill"],
    ["GET", "/api/v1/nothing", 404, "nothing under"],
    ["PUT", "/api/v1/skills", 404, "nothing under"],
    ["GET", "/api/v1/skills/x/verify?tag=beta", 404, "tag"],
    ["POST", "/api/v1/skills", 401, "API key"],
    ["POST", "/api/cli/device/token", 400, "not JSON"],
  ])("%s %s: %i", async (method, path, status, text) => {
    const answer = await call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(textOf(answer)).toContain(text);
    expect(textOf(answer)).not.toContain("{");
    expect(answer.headers.get("ratelimit-remaining")).toMatch(/^\d+$/);
  });
});

describe("files sent ahead", () => {
  const bytes = Buffer.from("hello");

  test("are taken only as they were announced, and only from whoever announced them", async () => {
    const { body } = await announce("a.txt", bytes);
    const where = new URL(String(body["uploadUrl"])).pathname;
    expect((await call("POST", where, { body: "hellO", headers: bearer(mine.key) })).status).toBe(422);
    expect((await call("POST", where, { body: "hello!", headers: bearer(mine.key) })).status).toBe(413);
    expect((await call("POST", where, { body: "hello", headers: bearer(theirs.key) })).status).toBe(404);
    expect((await call("POST", where, { body: "hello" })).status).toBe(401);
    expect((await call("POST", where, { body: "hello", headers: bearer(mine.key) })).status).toBe(200);
  });

  test("have a path that a package may hold, and a size one package may have", async () => {
    for (const path of ["../a", "/etc/passwd", "a/../../b", "con", "a\\b"])
      expect((await announce(path, bytes)).status, path).toBe(400);
    expect((await announce("a", bytes, { size: 30 * 1024 * 1024 })).status).toBe(400);
    const large = { size: 20 * 1024 * 1024 };
    expect((await announce("a", bytes, large, theirs.key)).status).toBe(200);
    expect((await announce("b", bytes, large, theirs.key)).status).toBe(200);
    expect((await announce("c", bytes, large, theirs.key)).status).toBe(413);
  });

  test("of one address are bounded under however many accounts", async () => {
    const remoteAddress = "203.0.113.77";
    await limitStoredBytes(remoteAddress, 1024 * 1024 * 1024 - 15 * 1024);
    const ask = async (from: string) => {
      const { key } = await makeKeyHolder();
      const json = { path: "a", size: 10 * 1024, sha256: sha256(bytes) };
      const headers = bearer(key);
      return call("POST", "/api/v1/skills/-/upload-url", { json, headers, remoteAddress: from });
    };
    expect((await ask(remoteAddress)).status).toBe(200);
    expect((await ask(remoteAddress)).status).toBe(429);
    expect((await ask("203.0.113.78")).status).toBe(200);
  });

  test("become a version that says what SKILL.md says, and wait no longer", async () => {
    const name = uniqueName();
    const files = [];
    for (const file of buildSkillPackage({ name }).files) files.push(await send(file.path, file.bytes));
    const publication = {
      slug: name,
      displayName: name,
      version: "1.0.0",
      changelog: "",
      tags: ["latest"],
      files,
    };
    const publish = (more = {}, key = mine.key) =>
      call("POST", "/api/v1/skills", { json: { ...publication, ...more }, headers: bearer(key) });
    expect(textOf(await publish({ slug: "other" }))).toContain(`--slug ${name}`);
    expect(textOf(await publish({ version: "2.0.0" }))).toContain("--version 1.0.0");
    expect((await publish({ ownerHandle: theirs.username })).status).toBe(403);
    expect((await publish({}, theirs.key)).status).toBe(422); // their account sent none of these files
    expect((await publish({ files: files.slice(1) })).status).toBe(400);
    const done = await publish();
    expect(done.body).toMatchObject({ ok: true, slug: name, version: "1.0.0", publicationStatus: "pending" });
    const ids = files.map(({ storageId }) => storageId);
    expect(await database().uploadTicket.count({ where: { id: { in: ids } } })).toBe(0);
    expect((await publish()).status).toBe(422);
  });

  test("that are never published are forgotten after an hour", async () => {
    await announce("late.txt", bytes);
    await purgeAged("UploadTickets", new Date(Date.now() + 3_601_000));
    expect(await database().uploadTicket.count()).toBe(0);
  });
});

test("reports of installs are accepted and change nothing", async () => {
  const answer = await call("POST", "/api/cli/telemetry/install", { json: { event: "install", slug: "x" } });
  expect(answer.body).toEqual({ ok: true });
  expect((await call("POST", "/api/cli/telemetry/install", { body: "x".repeat(70_000) })).status).toBe(413);
});
