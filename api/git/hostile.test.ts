import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { isAgentRequest } from "@/api/is-agent-request";
import { call, type Call } from "@/api/testing/client";
import { pktLine } from "@/lib/catalogue/git/pkt-lines";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testDatabase } from "@/lib/testing/database";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const database = testDatabase();
const { publish } = testPublisher();
const UPLOAD_PACK = "/skills/asked/git-upload-pack";
const V2 = { "git-protocol": "version=2" };
const OTHER = "a".repeat(40);
let id: string;
let skillId: string;

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder("latin1").decode(bytes);
const ask = (lines: readonly string[], given: Call = {}) =>
  call("POST", UPLOAD_PACK, {
    ...given,
    body: lines.map((line) => (/^000\d$/.test(line) ? line : pktLine(line))).join(""),
  });
const fetchV2 = (...args: string[]) => ask(["command=fetch", "0001", ...args, "0000"], { headers: V2 });

beforeAll(async () => {
  ({ skillId } = await publish({ name: "asked" }));
  const refs = textOf(await call("GET", "/skills/asked/info/refs?service=git-upload-pack"));
  id = /([0-9a-f]{40}) refs\/heads\/main/.exec(refs)?.[1] ?? "";
});

test.each([
  ["/skills/x.git/info/refs?service=git-upload-pack", true],
  ["/skills/x/info/refs", true],
  ["/skills/x.git/git-upload-pack", true],
  ["/skills/x.git/git-receive-pack", true],
  ["/skills/x.git", true],
  ["/skills/x.y", false],
  ["/skills/.git", false],
  ["/skills/x", false],
  ["/skills/x/info", false],
  ["/skills/x/info/refs/y", false],
  ["/skills", false],
])("%s is answered here: %s", (url, expected) => {
  expect(isAgentRequest({ method: "GET", url })).toBe(expected);
});

test("the address of a repository leads a browser to the page", async () => {
  const { status, headers } = await call("GET", "/skills/asked.git");
  expect([status, headers.get("location")]).toEqual([302, "/skills/asked"]);
});

describe("what is no request of git is refused, in a line of text", () => {
  test.each<[string, string, string, Call, number, string]>([
    ["no service", "GET", "/skills/asked/info/refs", {}, 400, "smart protocol"],
    ["pushing", "GET", "/skills/asked/info/refs?service=git-receive-pack", {}, 403, "read-only"],
    ["a push", "POST", "/skills/asked/git-receive-pack", { body: "0000" }, 403, "read-only"],
    ["a long name", "GET", `/skills/${"x".repeat(5000)}/info/refs?service=git-upload-pack`, {}, 404, "name"],
    ["NUL in a name", "GET", "/skills/a%00b/info/refs?service=git-upload-pack", {}, 404, "name"],
    ["nothing", "POST", UPLOAD_PACK, { body: "" }, 400, "wants nothing"],
    ["no lines", "POST", UPLOAD_PACK, { body: "hello" }, 400, "see byte 0"],
    ["a line longer than the body", "POST", UPLOAD_PACK, { body: "fff0want" }, 400, "see byte 0"],
    ["a line shorter than its length", "POST", UPLOAD_PACK, { body: "0003" }, 400, "see byte 0"],
    ["a signed length", "POST", UPLOAD_PACK, { body: "+010want abc" }, 400, "see byte 0"],
    ["too much", "POST", UPLOAD_PACK, { body: "0000".repeat(300_000) }, 413, "larger than"],
    [
      "little that unpacks to much",
      "POST",
      UPLOAD_PACK,
      { body: gzipSync(Buffer.alloc(64 * 1024 * 1024)), headers: { "content-encoding": "gzip" } },
      413,
      "larger than",
    ],
    [
      "what is not compressed",
      "POST",
      UPLOAD_PACK,
      { body: "0000", headers: { "content-encoding": "gzip" } },
      400,
      "not what gzip writes",
    ],
    [
      "another coding",
      "POST",
      UPLOAD_PACK,
      { body: "x", headers: { "content-encoding": "br" } },
      415,
      "gzip",
    ],
    [
      "a command that is none",
      "POST",
      UPLOAD_PACK,
      { body: `${pktLine("command=push")}0000`, headers: V2 },
      400,
      'no command "push"',
    ],
  ])("%s", async (_case, method, path, given, status, words) => {
    const answer = await call(method, path, given);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      status,
      "text/plain; charset=utf-8",
    ]);
    expect(textOf(answer)).toContain(words);
  });

  test.each([
    [["want abc"], "40 hexadecimal digits"],
    [[`want ${"A".repeat(40)}`], "40 hexadecimal digits"],
    [[`want ${OTHER}0`], "40 hexadecimal digits"],
    [[`have ${OTHER}`], "wants nothing"],
    [[`want ${OTHER}`, "have ../../etc/passwd"], "40 hexadecimal digits"],
    [[`want ${OTHER}`, "shallow x"], "40 hexadecimal digits"],
    [[`want ${OTHER}`, "deepen -1"], "number above 0"],
    [[`want ${OTHER}`, "deepen 0"], "number above 0"],
    [[`want ${OTHER}`, "deepen 1e9"], "number above 0"],
    [[`want ${OTHER}`, "deepen-since 5"], "not offered"],
    [[`want ${OTHER}`, "filter blob:none"], "not offered"],
    [["want-ref refs/heads/main"], "not offered"],
    [["constructor x", "__proto__ y"], "wants nothing"],
  ])("%j", async (args, words) => {
    const answer = await fetchV2(...args);
    expect([answer.status, textOf(answer).includes(words)]).toEqual([400, true]);
  });
});

describe("many lines cost no more than they are", () => {
  test("wants and haves by the thousand give one pack, and count once", async () => {
    const counted = () => database().download.count({ where: { skillId } });
    const lines = [...Array.from({ length: 9_000 }, () => `want ${id}`), `have ${OTHER}`, "done"];
    const answer = await fetchV2(...lines);
    expect(answer.status).toBe(200);
    expect(textOf(answer).match(/PACK/g)).toHaveLength(1);
    expect(await counted()).toBe(1);
    await fetchV2(`want ${id}`, "done");
    expect(await counted()).toBe(1);
  });

  test("whoever has it all is sent an empty pack, and not counted", async () => {
    const before = await database().download.count();
    const answer = await call("POST", UPLOAD_PACK, {
      headers: V2,
      remoteAddress: "203.0.113.77",
      body: `${pktLine("command=fetch")}0001${pktLine(`want ${id}`)}${pktLine(`have ${id}`)}${pktLine("done")}0000`,
    });
    expect(textOf(answer)).toContain("PACK\0\0\0\u0002\0\0\0\0");
    expect(await database().download.count()).toBe(before);
  });

  test("who names a commit that is not given out is told, and nothing else", async () => {
    const answer = await fetchV2(`want ${id}`, `want ${OTHER}`, "done");
    expect(textOf(answer)).toMatch(/^....ERR a{40} is not given out here/);
    expect(textOf(answer)).not.toContain("PACK");
  });
});

test("requests are limited for each address", async () => {
  const remoteAddress = "203.0.113.99";
  const asked = () =>
    call("GET", "/skills/asked/info/refs?service=git-upload-pack", { remoteAddress, headers: V2 });
  expect(Number((await asked()).headers.get("ratelimit-limit"))).toBe(600);
  await database().$executeRaw`UPDATE "RateLimits" SET "points" = 600 WHERE "key" LIKE 'git:%'`;
  const refused = await asked();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
  expect(textOf(refused)).toContain("Try again in");
});

test("the bytes of packs are limited for each address, as are requests", async () => {
  const given = { remoteAddress: "203.0.113.98", headers: V2 };
  const clone = () => ask(["command=fetch", "0001", `want ${id}`, "done", "0000"], given);
  expect((await clone()).status).toBe(200);
  await database()
    .$executeRaw`UPDATE "RateLimits" SET "points" = ${REQUEST_LIMITS.gitPacks.points} WHERE "key" LIKE 'git-packs-kib:%'`;
  const refused = await clone();
  expect([refused.status, textOf(refused)]).toEqual([429, expect.stringContaining("KiB are allowed")]);
});
