import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { AddressedVersion } from "@/api/testing/version-addresses";
import { openAgentServer, skillWithWord, walkVersion } from "@/api/testing/walk-version";
import { convertVersion } from "@/lib/catalogue/downloads/get-converted-package";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { ERASURE_STEPS } from "@/lib/ownership/erasure/erase-version";
import { env } from "@/lib/platform/config/env";
import { saveSet } from "@/lib/registry/sets/save-set";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, uniqueName } from "@/lib/testing/builders";
import { buildAway } from "@/lib/testing/build-processes";
import { inShort } from "@/lib/testing/full-form";
import { testDatabase } from "@/lib/testing/database";
import { StockGit } from "@/lib/testing/stock-git";

const database = testDatabase();
const { publisher, publish } = testPublisher();
const git = new StockGit();
const directory = await buildAway("erase-version");
const SECRET = "zqxerasedword";
const REASON = "judgement 7/2026 of the court of the place";
let market: string;
let key: string;

beforeAll(async () => {
  market = await openAgentServer();
  key = (await createApiKey(await getActorOf(publisher().username), "test")).key;
});

/** Runs the command, and kills it as soon as it has done a step; without one it runs to its end. */
function erase(args: readonly string[], killAfter?: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [path.join(directory, "erase-version.mjs"), ...args], {
    env: { ...process.env, NODE_ENV: "test", BLOB_STORE: env().BLOB_STORE },
  });
  let out = "";
  const hear = (bytes: Buffer) => {
    out += bytes.toString();
    if (killAfter !== undefined && out.includes(`done: ${killAfter}\n`)) child.kill("SIGKILL");
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}

async function publishWithSecret(): Promise<AddressedVersion> {
  const name = uniqueName();
  await publish({ ...skillWithWord("plainword"), name, version: "1.0.0" });
  const published = await publish({ ...skillWithWord(SECRET), name, version: "1.1.0" });
  await convertVersion(published.versionId);
  const set = uniqueName("set");
  const actor = await getActorOf(publisher().username);
  await saveSet({ actor, name: set, description: "Both.", parts: [{ skill: name, range: "*" }] });
  const row = await database().skillVersion.findUniqueOrThrow({ where: { id: published.versionId } });
  return {
    slug: name,
    skillId: published.skillId,
    version: "1.1.0",
    versionId: published.versionId,
    digest: row.packageDigest,
    vettingJobId: published.vettingJobId,
    publisher: publisher().username,
    set,
    file: `${SECRET}.txt`,
  };
}

/** Every file of the blob store that holds the word; packages are stored as they are, not deflated. */
function storedWith(word: string): string[] {
  const root = env().BLOB_STORE.replace(/^file:(\/\/)?/, "");
  const folder = env().BLOB_STORE.startsWith("file://") ? fileURLToPath(env().BLOB_STORE) : root;
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => fs.readFileSync(file).includes(word));
}

/** What callers search for, as this test does, is theirs. */
const OF_CALLERS = new Set(["Wanted", "FoundQueries"]);

/** Every table, as text, in which the word stands. */
async function rowsWith(word: string): Promise<string[]> {
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT table_name AS "name" FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables.filter((table) => !OF_CALLERS.has(table.name))) {
    const [row] = await database().$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT count(*) AS n FROM "${name}" t WHERE to_jsonb(t)::text LIKE '%${word}%'`,
    );
    if (row && row.n > 0n) found.push(name);
  }
  return found;
}

test("killed after its steps and run again, it leaves nothing of the text anywhere", async () => {
  const version = await publishWithSecret();
  await walkVersion(market, version, key); // fills the caches, and makes what is made on request
  expect(storedWith(SECRET).length).toBeGreaterThan(2);
  expect(await rowsWith(SECRET)).toContain("SkillVersions");
  const args = [version.slug, version.version, "--reason", REASON];
  const steps = inShort(ERASURE_STEPS.slice(0, -1), (_, at) => at % 3 === 0);
  for (const step of steps) expect((await erase(args, step)).code, step).not.toBe(0);
  const { code, out } = await erase(args);
  expect([code, out]).toEqual([0, expect.stringContaining(version.digest)]);

  expect(storedWith(SECRET)).toEqual([]);
  expect(await rowsWith(SECRET)).toEqual([]);
  const answers = await walkVersion(market, version, key);
  expect(answers.filter(({ text }) => text.includes(SECRET)).map(({ address }) => address)).toEqual([]);
  for (const { address, kind, status, text } of answers) {
    expect(status, address).toBeLessThan(500);
    if (kind === "gone") expect([status, text], address).toEqual([410, expect.stringContaining(REASON)]);
  }
  await git.run(["clone", `${market}/skills/${version.slug}.git`, "clone"]);
  expect(await git.run(["log", "--all", "-p"], "clone")).not.toContain(SECRET);
  expect(await git.run(["log", "--all", "-p"], "clone")).toContain("plainword");

  const entries = await database().logEntry.findMany({ where: { subjectId: version.versionId } });
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds).toEqual(["version:published", "version:yanked", "version:erased"]);
  expect(entries.at(-1)?.body).toContain(version.digest);
  expect(entries.at(-1)?.body).toContain(REASON);

  const again = await erase(args);
  expect(again.out).toContain("was erased before");
  expect(await database().logEntry.count({ where: { subjectId: version.versionId } })).toBe(3);
});

test("what another skill shares stays, and is named, until that one is erased too", async () => {
  const word = "zqxsharedword";
  const parts = { ...skillWithWord(word), name: uniqueName(), version: "1.0.0" };
  const first = await publish(parts);
  const { archiveDigest } = await database().skillVersion.findUniqueOrThrow({
    where: { id: first.versionId },
  });
  // The same bytes under another name: as two skills have them whose files state no name of their own.
  const other = await publish({ name: uniqueName(), version: "1.0.0" }, await makeAccount());
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({
    where: { id: first.versionId },
  });
  await database().skillVersion.update({
    where: { id: other.versionId },
    data: { archiveDigest, packageDigest },
  });
  const { out } = await erase([first.slug, "1.0.0", "--reason", REASON]);
  expect(out).toContain(`still those of ${other.slug} 1.0.0`);
  expect(storedWith(word).length).toBeGreaterThan(0);
  await erase([other.slug, "1.0.0", "--reason", REASON]);
  expect(storedWith(word)).toEqual([]);
});

test("what is not there, and no reason, change nothing", async () => {
  for (const args of [
    [],
    ["no-such-skill", "1.0.0", "--reason", "x"],
    ["a", "1.0.0"],
    ["a", "b", "c", "--reason", "x"],
  ])
    expect((await erase(args)).code).toBe(2);
});
