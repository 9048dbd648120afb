import { createHash } from "node:crypto";
import fs from "node:fs";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { MAIN, SKILL, withEntry } from "@/lib/package/testing/archive-recipes";
import { buildZip, packZeros } from "@/lib/package/testing/zip-builder";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let slug: string;

beforeAll(async () => {
  ({ slug } = await publishNow(buildSkillPackage(), await makeAccount()));
});

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A market of somebody else's until the test ends; its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = http.createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a hostile project", () => {
  test("cannot lead an installation out of itself by a link", async () => {
    const bench = newProject(url());
    const outside = new Workbench();
    fs.mkdirSync(bench.at(".agents"));
    fs.symlinkSync(outside.directory, bench.at(".agents/skills"));
    expect(await bench.run(`add ${slug} --agent agents`)).toMatchObject({ code: 3 });
    fs.mkdirSync(bench.at(".cursor/skills"), { recursive: true });
    fs.symlinkSync(outside.directory, bench.at(`.cursor/skills/${slug}`));
    expect(await bench.run(`add ${slug} --agent cursor`)).toMatchObject({ code: 3 });
    fs.symlinkSync(outside.directory, bench.at(".gemini"));
    expect(await bench.run(`add ${slug} --agent gemini`)).toMatchObject({ code: 3 });
    expect(fs.readdirSync(outside.directory)).toEqual([]);
  });

  test("does not get the user's API key for the market of its choice", async () => {
    const keys: unknown[] = [];
    const theirs = await serve((request, response) => {
      keys.push(request.headers["x-api-key"] ?? request.headers.authorization ?? null);
      response.writeHead(404).end();
    });
    const bench = newProject(url());
    bench.env["EMPORION_API_KEY"] = `sk_${"a".repeat(64)}`;
    await bench.run(`add ${slug}`);
    bench.write({ "emporion.lock.json": bench.read("emporion.lock.json").replaceAll(url(), theirs) });
    for (const line of ["ci", "outdated", "verify"]) await bench.run(line);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set([null]));
  });

  test.each([
    ["a name that is a path", { "../../x": {} }],
    ["a folder that is none of an agent", { x: { folders: ["../.ssh"] } }],
    ["a path out of the skill", { x: { files: { "../../x": "a".repeat(64) } } }],
    ["a market that is a file", { x: { market: "file:///etc" } }],
    ["a publisher that is no name", { x: { publisher: { id: "acc_1", name: "\u001b[2J" } } }],
  ])("cannot do so by its lock file: %s", async (_, skills) => {
    const bench = newProject(url());
    const good = {
      market: url(),
      version: "1.0.0",
      packageDigest: `sha256:${"a".repeat(64)}`,
      folders: [".claude/skills"],
      files: {},
    };
    const filled = Object.fromEntries(
      Object.entries(skills).map(([name, bad]) => [name, { ...good, ...bad }]),
    );
    bench.write({ "emporion.lock.json": JSON.stringify({ lockfileVersion: 1, skills: filled }) });
    for (const line of ["ci", "verify", "outdated", `add ${slug}`])
      expect(await bench.run(line)).toMatchObject({ code: 3 });
  });
});

describe("a hostile market", () => {
  const zeros = packZeros(21 * 1024 * 1024);
  const digestOf = (bytes: Uint8Array) => `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;

  test.each<[string, () => Uint8Array, Record<string, string>]>([
    ["a path out of the skill", () => withEntry({ ...MAIN, name: "../../evil.py" }), {}],
    ["an absolute path", () => withEntry({ ...MAIN, name: "/tmp/evil.py" }), {}],
    ["a link", () => withEntry({ name: "link", data: "/etc/passwd", mode: 0o120777 }), {}],
    ["a size bomb", () => buildZip([SKILL, { name: "zeros", ...zeros }]), {}],
    ["more than an archive may have", () => new Uint8Array(6 * 1024 * 1024), {}],
    ["other bytes than it says", () => withEntry(MAIN), { "repr-digest": digestOf(Buffer.from("other")) }],
    [
      "another package than it says",
      () => withEntry(MAIN),
      { "x-skill-package-digest": `sha256:${"b".repeat(64)}` },
    ],
    ["no archive", () => Buffer.from("<html>"), {}],
  ])("that sends %s changes nothing here", async (_, archive, headers) => {
    const bytes = archive();
    const address = await serve((_request, response) => {
      response.writeHead(200, { "repr-digest": digestOf(bytes), "x-skill-version": "1.0.0", ...headers });
      response.end(bytes);
    });
    const bench = newProject(url());
    const answer = await bench.run(`add evil --market ${address}`);
    expect(answer.code).toBe(3);
    expect(answer.stdout).toBe("");
    expect(fs.existsSync(bench.at(".claude/skills"))).toBe(false);
    expect(fs.existsSync(bench.at("emporion.lock.json"))).toBe(false);
  });
});

test("what a hostile market sends as the output of a call, or finds, steers no terminal and stays JSON", async () => {
  const written = "Shalom \u200f\u05e9\u200e, \u009b2J and \u202e.";
  const address = await serve((request, response) => {
    response.setHeader("content-type", "application/json");
    const levels = { trust_level: "community", audit_state: "Unverified", price_lamports: "0" };
    const found = { id: "skl_1", name: "x", version: "1.0.0", description: written, ...levels };
    const answer =
      request.method === "POST"
        ? { run: { state: "DONE", output: written } }
        : { ...found, results: [found] };
    response.end(JSON.stringify(answer));
  });
  const bench = newProject(address);
  bench.write({ "input.json": "{}" });
  const found = await bench.run("search x --format json");
  const called = await bench.run("call x --input input.json");
  for (const { stdout } of [found, called]) expect(stdout).not.toMatch(/[\u0080-\u009f\u200e\u200f\u202e]/);
  expect(JSON.parse(found.stdout)).toMatchObject({ description: written });
  expect(JSON.parse(called.stdout)).toBe(written);
});
