import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { s3BlobStore } from "@/lib/platform/blobs/s3-blob-store";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { assertAccess, getRun } from "@/lib/running/runs/get-run";
import { callSkill } from "@/lib/running/calls/call-skill";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { buildObedientSkill, printing, type CountedQuery } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { logger } from "@/lib/kernel/observability/logger";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { makeAccount, publishNow, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testRunner();

let account: TestAccount;
let skill: string;
beforeAll(async () => {
  account = await makeAccount();
  skill = (await publishNow(buildObedientSkill(), account)).slug;
});

const run = (input: unknown) => runFreeSkill({ skill, input });
const wish = async (input: CountedQuery) => (await run(input)).run;
const rowCount = () => database().run.count();

describe("a free run", () => {
  test("answers the output, stores one row, and can be read again with its token alone", async () => {
    const before = await rowCount();
    const { run: view, accessToken } = await runFreeSkill({
      skill,
      version: "1.0.0",
      input: { text: "안녕 🦜" },
      accountId: account.accountId,
    });
    expect(view).toMatchObject({ skill, version: "1.0.0", state: "DONE", fault: null, receiptId: null });
    expect(view.output).toMatchObject({ echo: "안녕 🦜" });
    expect(await rowCount()).toBe(before + 1);
    expect(await getRun(view.id)).toEqual(view);
    expect(() => assertAccess(view.id, accessToken)).not.toThrow();
    expect(() => assertAccess("run_other", accessToken)).toThrow("access token");
    const row = await database().run.findUniqueOrThrow({ where: { id: view.id } });
    expect(row).toMatchObject({
      accountId: account.accountId,
      grantId: null,
      input: { text: "안녕 🦜" },
      inputDigest: digestJson({ text: "안녕 🦜" }),
      outputDigest: digestJson(view.output as { echo: string }),
      exitCode: 0,
      isolation: "userns",
    });
    expect(row.runnerFacts).toMatchObject({ killedBy: null, enforced: { network: "none" } });
  });

  test("in one request is two statements: its version is read, and it is written down with its end", async () => {
    const call = () => callSkill({ skill, input: { text: "a" }, admit: () => Promise.resolve() });
    await call();
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const answer = await call();
    expect(sent.mock.calls.length).toBe(2);
    if (answer.kind !== "done") throw new Error("a free skill is not paid for");
    sent.mockClear();
    expect(await getRun(answer.run.id)).toEqual(answer.run);
    expect(sent.mock.calls.length).toBe(1);
    sent.mockRestore();
  });

  test("with a refused input leaves no row", async () => {
    const before = await rowCount();
    for (const input of [
      { text: 1 },
      { unknown: true },
      [],
      null,
      JSON.parse('{"__proto__":{"text":"x"}}'),
    ]) {
      await expect(run(input)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    }
    expect(await rowCount()).toBe(before);
  });

  test("of a priced skill is refused with PAYMENT_REQUIRED", async () => {
    const priced = buildObedientSkill({ paid: { lamports: 50_000n, payee: account.address } });
    const { slug } = await publishNow(priced, account);
    const before = await rowCount();
    await expect(runFreeSkill({ skill: slug, input: {} })).rejects.toMatchObject({
      code: "PAYMENT_REQUIRED",
    });
    expect(await rowCount()).toBe(before);
  });

  test("of what is not there, not published, yanked or not runnable is refused by name", async () => {
    const refusal = (name: string, version?: string) =>
      runFreeSkill({ skill: name, input: {}, ...(version === undefined ? {} : { version }) });
    await expect(refusal("no-such-skill")).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
    await expect(refusal("nul\0")).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
    await expect(refusal(skill, "9.9.9")).rejects.toMatchObject({ code: "VERSION_NOT_FOUND" });
    await expect(refusal(skill, "1.0.0\0")).rejects.toMatchObject({ code: "VERSION_NOT_FOUND" });
    await expect(getRun("run_\0")).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });

    const { slug, versionId } = await publishNow(buildObedientSkill(), account);
    const change = (data: object) => database().skillVersion.update({ where: { id: versionId }, data });
    await change({ runnable: false });
    await expect(refusal(slug)).rejects.toMatchObject({ code: "SKILL_NOT_RUNNABLE" });
    await change({ yankedAt: new Date(), yankReason: "broken" });
    await expect(refusal(slug)).rejects.toMatchObject({ code: "VERSION_NOT_AVAILABLE" });
    await change({ publishedAt: null });
    await expect(refusal(slug)).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
  });

  test("that its caller left, or the market failed, is made when it is asked for again with its key", async () => {
    const idempotencyKey = randomUUID();
    const input = { text: "again", sleepMs: 1_000 };
    const ask = async (signal?: AbortSignal) => {
      const admit = () => Promise.resolve();
      const answer = await callSkill({ skill, input, idempotencyKey, admit, ...(signal ? { signal } : {}) });
      if (answer.kind !== "done") throw new Error("a free skill is not paid for");
      return answer.run;
    };
    expect(await ask(AbortSignal.timeout(300))).toMatchObject({ state: "FAILED", fault: "caller" });
    const { archiveDigest } = await database().skillVersion.findFirstOrThrow({
      where: { skill: { slug: skill } },
    });
    await database().skillVersion.updateMany({ data: { archiveDigest: `sha256:${"0".repeat(64)}` } });
    expect(await ask()).toMatchObject({ state: "FAILED", fault: "platform" });
    await database().skillVersion.updateMany({ data: { archiveDigest } });
    const made = await ask();
    expect(made).toMatchObject({ state: "DONE", output: { echo: "again" } });
    expect(await ask()).toEqual(made);
  });

  test("whose package is in a store that is away is refused, and leaves no row", async () => {
    const { slug, versionId } = await publishNow(buildObedientSkill(), account);
    const data = { archiveDigest: `sha256:${"2".repeat(64)}` }; // nobody has read it before
    await database().skillVersion.update({ where: { id: versionId }, data });
    const away = s3BlobStore({
      bucket: "packages",
      endpoint: "http://127.0.0.1:1",
      credentials: { accessKeyId: "of-a-test", secretAccessKey: "of-a-test" },
    });
    const asked = vi.spyOn(blobStore(), "get").mockImplementation((digest) => away.get(digest));
    const [before, told] = [await rowCount(), vi.spyOn(logger, "error")];
    await expect(runFreeSkill({ skill: slug, input: {} })).rejects.toMatchObject({
      code: "MARKET_UNAVAILABLE",
      details: { reason: "service" },
    });
    expect([await rowCount(), asked.mock.calls.length, told.mock.calls]).toEqual([before, 1, []]);
    vi.restoreAllMocks();
    await away.close?.();
  });

  test("whose caller leaves ends early and is the caller's own failure", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const { run: view } = await runFreeSkill({ skill, input: { sleepMs: 30_000 }, signal: stop.signal });
    expect(view).toMatchObject({ state: "FAILED", fault: "caller", output: null });
    expect(await getRun(view.id)).toEqual(view);
  });

  test("that fails on our side is the platform's failure, and says nothing of the machine", async () => {
    const { slug, versionId } = await publishNow(buildObedientSkill(), account);
    const [lost, unreadable] = [`sha256:${"0".repeat(64)}`, `sha256:${"1".repeat(64)}`];
    const store = fileURLToPath(process.env["BLOB_STORE"] ?? "");
    fs.mkdirSync(path.join(store, blobKey(unreadable)), { recursive: true });
    for (const [archiveDigest, failure] of [
      [lost, "Stored bytes are missing."],
      [unreadable, "Something went wrong on our side; it was recorded."],
    ] as const) {
      await database().skillVersion.update({ where: { id: versionId }, data: { archiveDigest } });
      const { run: view } = await runFreeSkill({ skill: slug, input: {} });
      expect(view).toMatchObject({ state: "FAILED", fault: "platform", failure });
    }
  });
});

describe("an answer of a skill", () => {
  test("that breaks its schema is the skill's failure", async () => {
    const view = await wish(printing('{"echo": 5}'));
    expect(view).toMatchObject({ state: "FAILED", fault: "skill", output: null });
    expect(view.failure).toContain("output_schema at /echo");
    expect(await getRun(view.id)).toEqual(view);
  });

  test.each([
    ["a NUL character", String.raw`{"echo":"a\u0000b"}`, "U+0000"],
    ["a NUL character in a name", String.raw`{"a\u0000b":1}`, "U+0000"],
    ["half a surrogate pair", String.raw`{"echo":"\ud83e"}`, "surrogate"],
    ["a number beyond doubles", '{"n":1e400}', "too large"],
    ["one name twice", '{"a":1,"a":2}', "twice"],
    ["65 levels", '{"a":'.repeat(65) + "1" + "}".repeat(65), "deeper"],
    ["bytes that are no JSON", "\0\0{\ufffd", "not one JSON value"],
    ["two objects", "{} {}", "not one JSON value"],
    ["nothing", "", "is empty"],
  ])("with %s is the skill's failure with a clear message", async (_what, text, words) => {
    const view = await wish(printing(text));
    expect(view).toMatchObject({ state: "FAILED", fault: "skill", output: null });
    expect(view.failure).toContain(words);
    expect(await getRun(view.id)).toEqual(view);
  });

  test("that is not UTF-8 is the skill's failure: what cannot be read is not replaced without a word", async () => {
    const view = await wish({ printHex: Buffer.from('{"echo":"café"}', "latin1").toString("hex") });
    expect(view).toMatchObject({ state: "FAILED", fault: "skill", output: null });
    expect(view.failure).toContain("UTF-8");
  });

  test("is stored as it was given, whatever its members are called", async () => {
    const text = '{"__proto__":{"a":1},"constructor":"c","$type":"Raw","value":[1e+300,5e-324,0.1,null]}';
    const view = await wish(printing(text));
    expect(JSON.stringify(view.output)).toBe(text);
    const stored = (await getRun(view.id)).output;
    expect(digestJson(stored as string)).toBe(digestJson(JSON.parse(text)));
    expect(Object.hasOwn(stored as object, "__proto__")).toBe(true);
  });

  test("of a megabyte is stored and read", async () => {
    const made = await publishNow(
      buildObedientSkill({
        files: {
          "scripts/main.py":
            'import json\nprint(json.dumps({"echo": "é" * 60_000, "list": ["abc"] * 80_000}))',
        },
      }),
      account,
    );
    const { run: view } = await runFreeSkill({ skill: made.slug, input: {} });
    expect(view).toMatchObject({ state: "DONE", failure: null });
    expect(await getRun(view.id)).toEqual(view);
  });

  test("that is an error is told in the skill's own words, cut without half characters", async () => {
    const view = await wish({ ...printing(JSON.stringify({ error: "e".repeat(1_999) + "🦜" })), status: 1 });
    expect(view).toMatchObject({ state: "FAILED", fault: "skill" });
    expect(view.failure).toBe("e".repeat(1_999) + "\uFFFD");
    expect(await getRun(view.id)).toEqual(view);
  });

  test("does not depend on what stands on standard error, of which the end is kept", async () => {
    const view = await wish({ complainBytes: 1_000_000 });
    expect(view.state).toBe("DONE");
    const { stderrTail } = await database().run.findUniqueOrThrow({ where: { id: view.id } });
    expect(stderrTail).toBe("x".repeat(8 * 1024));
    const flood = await wish({ complainBytes: 6_000_000 });
    expect(flood).toMatchObject({ state: "FAILED", fault: "skill" });
    expect(flood.failure).toContain("standard error");
  });
});
