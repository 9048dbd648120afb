import fs from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { lockOf, newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { give, market as twoPeople, upload } from "@/lib/ownership/transfers/testing/market";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let slug: string;

beforeAll(async () => {
  ({ slug } = await publishNow(buildSkillPackage(), await makeAccount()));
});

/** Installed as Ann's 1.0.0; Bob has published 1.1.0 since. */
async function givenAway() {
  const [bench, { ann, bob, name }] = [newProject(url()), await twoPeople()];
  await bench.run(`add ${name}`);
  await give(ann, bob, name);
  await upload(bob, name, "1.1.0");
  return { bench, ann, bob, name };
}

test("a skill that was given away is not updated before its new publisher is accepted by name, and outdated says whose it is", async () => {
  const { bench, ann, bob, name } = await givenAway();
  expect(lockOf(bench).skills[name]?.publisher).toEqual({ id: ann.accountId, name: ann.username });
  const lock = bench.read("emporion.lock.json");
  const whose = `${name}: 1.1.0 is published by ${bob.username}, 1.0.0 was by ${ann.username}`;
  expect(await bench.run("outdated")).toMatchObject({
    code: 1,
    stdout: `${name} 1.0.0 -> 1.1.0\n${whose}\n`,
  });
  for (const option of ["", " --force", ` --accept-publisher ${ann.username}`]) {
    const refused = await bench.run(`add ${slug} ${name}${option}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`${whose}; --accept-publisher ${bob.username} installs it`);
  }
  expect(bench.read("emporion.lock.json")).toBe(lock);
  expect(bench.read(`.claude/skills/${name}/SKILL.md`)).toContain("version: 1.0.0");
  expect(fs.existsSync(bench.at(`.claude/skills/${slug}`))).toBe(false);

  expect(await bench.run(`add ${name} --accept-publisher ${bob.username}`)).toMatchObject({ code: 0 });
  expect(lockOf(bench).skills[name]).toMatchObject({
    version: "1.1.0",
    publisher: { id: bob.accountId, name: bob.username },
  });
  // It is known from now on; the way back is a change again.
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(await bench.run(`add ${name}@1.0.0`)).toMatchObject({ code: 1 });
});

test("a skill that was given away is reinstalled without a word as long as its version is the old owner's", async () => {
  const [bench, { ann, bob, name }] = [newProject(url()), await twoPeople()];
  await bench.run(`add ${name}`);
  await give(ann, bob, name);
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
  expect(warningsIn(await bench.run(`add ${name}`))).toBe("");
  expect(lockOf(bench).skills[name]?.publisher?.name).toBe(ann.username);
});

test("an account that changed its name is the same publisher; the same name at another market is not", async () => {
  const [bench, { ann, name }] = [newProject(url()), await twoPeople()];
  await bench.run(`add ${name}`);
  await renameAccount(ann, uniqueName("renamed"));
  await upload(ann, name, "1.0.1");
  expect(await bench.run("outdated")).toMatchObject({ stdout: `${name} 1.0.0 -> 1.0.1\n` });
  expect(warningsIn(await bench.run(`add ${name}`))).toBe("");
  const elsewhere = url().replace("127.0.0.1", "localhost");
  const refused = await bench.run(`add ${name} --market ${elsewhere}`);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(` at ${elsewhere}, 1.0.1 was by `);
});

test("a lock file from before publishers were written down still works, and gets them", async () => {
  const { bench, bob, name } = await givenAway();
  const old = lockOf(bench);
  delete old.skills[name]?.publisher;
  bench.write({ "emporion.lock.json": JSON.stringify({ ...old, lockfileVersion: 1 }) });
  for (const line of ["verify", "ci"]) expect(await bench.run(line)).toMatchObject({ code: 0 });
  expect(await bench.run("outdated")).toMatchObject({ stdout: `${name} 1.0.0 -> 1.1.0\n` });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(lockOf(bench).skills[name]?.publisher?.id).toBe(bob.accountId);
});
