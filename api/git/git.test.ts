import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerAgent } from "@/api/app";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { env } from "@/lib/platform/config/env";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { testDatabase } from "@/lib/testing/database";
import { digestOfClone, StockGit } from "@/lib/testing/stock-git";
import {
  makeAccount,
  makeAdministrator,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";

const database = testDatabase();
const { publisher, publish: publishVersionOf } = testPublisher();
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const git = new StockGit();
let market: string;

beforeAll(async () => {
  const server = http.createServer((request, response) => void answerAgent(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  market = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
});

/** Publishes, and gives the digest that a seal would name. */
async function publish(parts: SkillParts, by?: TestAccount): Promise<string> {
  const { versionId } = await publishVersionOf(parts, by);
  const version = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  return version.packageDigest;
}
const addressOf = (name: string) => `${market}/skills/${name}.git`;
const digestOf = (folder: string) => digestOfClone(git.path(folder));
/** Ids of commits and trees by the name of the ref. */
async function idsOf(name: string): Promise<Record<string, string>> {
  const lines = (await git.run(["ls-remote", addressOf(name)])).split("\n");
  return Object.fromEntries(lines.map((line) => line.split("\t").reverse()));
}

describe.each([0, 1, 2])("with version %i of the protocol", (protocol) => {
  const name = `spoken-${protocol}`;
  const say = (...args: string[]) => ["-c", `protocol.version=${protocol}`, ...args];

  test("clone, a clone of depth 1, fetch after a new version, deepening", async () => {
    const first = await publish({ name });
    await git.run(say("clone", addressOf(name), name));
    expect(await git.run(["log", "--format=%s|%an|%ct|%b"], name)).toBe(
      `${name} 1.0.0|Emporion|315532800|Package-Digest: ${first}\n`,
    );
    expect(await digestOf(name)).toBe(first);

    const second = await publish({ name, version: "1.1.0", files: { "notes/new.md": "new\n" } });
    await git.run(say("pull", "--ff-only"), name);
    expect(await git.run(["tag"], name)).toBe("1.0.0\n1.1.0");
    expect(await git.run(["log", "--format=%s"], name)).toBe(`${name} 1.1.0\n${name} 1.0.0`);
    expect(await digestOf(name)).toBe(second);
    expect(await git.run(["fsck", "--strict"], name)).toBe("");

    const shallow = `shallow-${protocol}`;
    await git.run(say("clone", "--depth", "1", addressOf(name), shallow));
    expect(await git.run(["rev-list", "--count", "HEAD"], shallow)).toBe("1");
    expect(await digestOf(shallow)).toBe(second);
    const third = await publish({ name, version: "2.0.0" });
    await git.run(say("pull", "--ff-only"), shallow);
    expect(await git.run(["rev-list", "--count", "HEAD"], shallow)).toBe("2");
    expect(await digestOf(shallow)).toBe(third);
    // Without tags: version 0 asks for the new tags alone where there are any, and leaves the branch as deep as it is.
    await git.run(say("fetch", "--no-tags", "--deepen=1"), shallow);
    expect(await git.run(["rev-list", "--count", "HEAD"], shallow)).toBe("3");
    await git.run(say("fetch", "--no-tags", "--depth=1"), shallow);
    expect(await git.run(["rev-list", "--count", "HEAD"], shallow)).toBe("1");
    await git.run(say("fetch", "--no-tags", "--unshallow"), shallow);
    expect(await git.run(["rev-list", "--count", "HEAD"], shallow)).toBe("3");
    expect(await git.run(["fsck", "--strict"], shallow)).toBe("");
  });

  test("one version alone; what a clone has committed itself is no hindrance", async () => {
    const pinned = `pinned-${protocol}`;
    await git.run(say("clone", "-q", "--branch", "1.1.0", "--depth", "1", addressOf(name), pinned));
    expect(await git.run(["log", "--format=%s"], pinned)).toBe(`${name} 1.1.0`);
    const identity = ["-c", "user.name=me", "-c", "user.email=me@example.test"];
    await git.run(["checkout", "-q", "-b", "own"], pinned);
    for (let count = 0; count < 40; count++)
      await git.run([...identity, "commit", "-q", "--allow-empty", "-m", String(count)], pinned);
    await git.run(say("fetch", "--unshallow", "origin", "+refs/tags/*:refs/tags/*"), pinned);
    expect(await git.run(["rev-list", "--count", "2.0.0"], pinned)).toBe("3");
  });
});

describe("ids", () => {
  const versions = ["1.0.0", "1.1.0", "1.2.0-beta.1"];
  const publishIn = async (order: readonly string[]) => {
    const by = await makeAccount();
    for (const version of order) {
      const files = { "version.txt": version, "scripts/run.sh": "#!/bin/sh\n" };
      await publish({ name: "everywhere", version, files }, by);
    }
    return idsOf("everywhere");
  };

  test("are equal on markets that were filled in another order, at other times, by others", async () => {
    const here = await publishIn(versions);
    expect(Object.keys(here).sort()).toEqual(
      ["HEAD", "refs/heads/main", ...versions.map((version) => `refs/tags/${version}`)].sort(),
    );
    await database().$executeRaw`TRUNCATE "Skills", "GitTrees" CASCADE`;
    await publish({ name: "came-first" });
    const there = await publishIn(["1.0.0", "1.2.0-beta.1", "1.1.0"]);
    expect(there).toEqual(here);
    expect(there["refs/heads/main"]).toBe(there["refs/tags/1.1.0"]);
  });
});

test("settings that change line ends, as on Windows, change no byte", async () => {
  const name = "line-ends";
  const files = { "unix.txt": "a\nb\n", "windows.txt": "a\r\nb\r\n", "mixed.txt": "a\r\nb\n$Id$\n" };
  const published = await publish({ name, files });
  await git.run(["-c", "core.autocrlf=true", "-c", "core.eol=crlf", "clone", addressOf(name), name]);
  expect(await digestOf(name)).toBe(published);
  expect(await git.run(["-c", "core.autocrlf=true", "status", "--porcelain"], name)).toBe("");
  const archive = await git.run(["archive", "--format=tar", "HEAD"], name);
  expect(archive).toContain("unix.txt");
  expect(archive).not.toContain(".gitattributes");
});

test("a large package of many folders, and bytes that are no text", async () => {
  const name = "large";
  const files: Record<string, Uint8Array | string> = {
    "a.b": "x",
    "a/b/c": "x",
    "a-b/c": "y",
    "a.b-c/d": "z",
  };
  for (let count = 0; count < 30; count++) files[`data/${count % 7}/${count}.bin`] = randomBytes(150_000);
  const published = await publish({ name, files });
  await git.run(["clone", addressOf(name), name]);
  expect(await git.run(["fsck", "--strict"], name)).toBe("");
  expect(await digestOf(name)).toBe(published);
});

test("a skill with a price has all its files, and git shows what the price buys", async () => {
  const name = "priced";
  const published = await publish({ name, paid: { lamports: 50_000, payee: publisher().address } });
  const { err } = await git.try(["clone", addressOf(name), name]);
  expect(await digestOf(name)).toBe(published);
  expect(err).toContain(
    `remote: priced 1.0.0: a call costs 50000 lamports (0.00005 SOL). ${priceSentence({ priceLamports: "50000" })}`,
  );
});

test("stored objects that are damaged or gone are made again from what was published", async () => {
  const name = "damaged";
  const published = await publish({ name });
  await git.run(["ls-remote", addressOf(name)]);
  const { archiveDigest } = await database().skillVersion.findFirstOrThrow({
    where: { packageDigest: published },
  });
  for (const damage of [
    (entries: string) => blobStore().delete(entries),
    async (entries: string) => {
      const directory = new URL(env().BLOB_STORE).pathname;
      const hex = entries.replace("sha256:", "");
      const names = fs.readdirSync(directory, { recursive: true }) as string[];
      const file = path.join(directory, names.find((each) => each.endsWith(hex)) ?? "");
      fs.chmodSync(file, 0o644);
      fs.writeFileSync(file, "damaged");
      await Promise.resolve();
    },
  ]) {
    const { entriesDigest } = await database().gitTree.findUniqueOrThrow({ where: { archiveDigest } });
    await damage(entriesDigest);
    const folder = uniqueName();
    await git.run(["clone", addressOf(name), folder]);
    expect(await digestOf(folder)).toBe(published);
  }
});

test("a file that may be run may be run in a clone", async () => {
  const name = "modes";
  await publish({ name, files: { "scripts/run.sh": "#!/bin/sh\n", "plain.sh": "echo\n" } });
  await git.run(["clone", addressOf(name), name]);
  const modeOf = (file: string) => fs.statSync(git.path(name, file)).mode & 0o100;
  expect([modeOf("scripts/run.sh"), modeOf("plain.sh")]).toEqual([0o100, 0]);
});

describe("what is not given out", () => {
  const withdraw = (skill: string, version: string) =>
    yankVersion({ actor: publisher(), skill, version, reason: "It had a fault." });

  test("a withdrawn version: no ref leads to it, who asks for it is told, a clone of before keeps it", async () => {
    const name = "taken-back";
    for (const version of ["1.0.0", "1.1.0", "1.2.0"])
      await publish({ name, version, files: { "v.txt": version } });
    await git.run(["clone", addressOf(name), name]);
    const before = await idsOf(name);
    await withdraw(name, "1.1.0");
    const after = await idsOf(name);
    expect(Object.keys(after)).toEqual(["HEAD", "refs/heads/main", "refs/tags/1.0.0", "refs/tags/1.2.0"]);
    expect(after["refs/tags/1.0.0"]).toBe(before["refs/tags/1.0.0"]);
    expect(after["refs/tags/1.2.0"]).not.toBe(before["refs/tags/1.2.0"]);

    const fetched = await git.try(["fetch", "--tags", "--force"], name);
    expect(fetched.err).toContain("remote: Version 1.1.0 was withdrawn: It had a fault.");
    expect(fetched.code).toBe(0);
    expect(await git.run(["rev-parse", "origin/main^{tree}"], name)).toBe(
      await git.run(["rev-parse", "main^{tree}"], name),
    );
    expect(await git.run(["log", "--format=%s", "1.1.0"], name)).toBe(`${name} 1.1.0\n${name} 1.0.0`);

    const asked = await git.try(["fetch", "origin", before["refs/tags/1.1.0"] ?? ""], name);
    const fresh = new StockGit();
    await fresh.run(["clone", "-q", addressOf(name), name]);
    expect(await fresh.run(["log", "--format=%s"], name)).toBe(`${name} 1.2.0\n${name} 1.0.0`);
    expect((await fresh.try(["cat-file", "-e", before["refs/tags/1.1.0"] ?? ""], name)).code).not.toBe(0);
    const refused = await fresh.try(["fetch", "origin", before["refs/tags/1.1.0"] ?? ""], name);
    expect(asked.code).toBe(0); // it is there already
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("is not given out here, or not any more");
  });

  test.each<[string, () => Promise<string>, string]>([
    [
      "a skill whose versions are all withdrawn",
      async () => {
        await publish({ name: "all-gone" });
        await withdraw("all-gone", "1.0.0");
        return "all-gone";
      },
      'Version 1.0.0 of "all-gone" was withdrawn',
    ],
    ["a skill that is not there", () => Promise.resolve("nobody-made-it"), "There is no published skill"],
    [
      "a skill in quarantine",
      async () => {
        await publish({ name: "locked-away" });
        const actor = await makeAdministrator();
        await quarantineSkill({ actor, skill: "locked-away", reason: "It sends secrets away." });
        return "locked-away";
      },
      "It sends secrets away.",
    ],
  ])("%s: git shows why", async (_case, make, reason) => {
    const { code, err } = await git.try(["clone", addressOf(await make()), "nothing"]);
    expect(code).not.toBe(0);
    expect(err).toContain(`remote: `);
    expect(err).toContain(reason);
  });

  test("a push: git shows that repositories are read-only", async () => {
    await publish({ name: "not-yours" });
    await git.run(["clone", addressOf("not-yours"), "not-yours"]);
    const { code, err } = await git.try(["push", "origin", "HEAD:refs/heads/other"], "not-yours");
    expect(code).not.toBe(0);
    expect(err).toContain("read-only");
  });
});
