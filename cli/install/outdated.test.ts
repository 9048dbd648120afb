import fs from "node:fs";
import { expect, test } from "vitest";
import { lockOf, newProject, servedMarket } from "@/cli/testing/served-market";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { deprecateSkill, endDeprecation } from "@/lib/registry/deprecations/deprecate-skill";
import { makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
const { publish, publisher } = testPublisher();
const url = servedMarket();

test("outdated names a withdrawn version, also when it is the newest, and what is locked is still installed with the reason", async () => {
  const bench = newProject(url());
  const name = uniqueName();
  const withdraw = (version: string) =>
    yankVersion({ actor: publisher(), skill: name, version, reason: "it miscounts — 数错" });
  await publish({ name });
  await bench.run(`add ${name}`);
  await publish({ name, version: "1.0.1" });
  await withdraw("1.0.0");
  const told = `${name} 1.0.0: this version was withdrawn; read ${url()}/skills/${name}/versions\n`;
  expect(await bench.run("outdated")).toMatchObject({
    code: 1,
    stdout: `${told}${name} 1.0.0 -> 1.0.1\n${name}: emporion add ${name} installs 1.0.1\n`,
  });
  const warned = `${name} 1.0.0: its publisher withdrew this version: it miscounts — 数错; emporion outdated`;
  fs.rmSync(bench.at(".claude/skills"), { recursive: true });
  for (const line of ["ci", `add ${name}@1.0.0`]) {
    const { code, stderr } = await bench.run(line);
    expect([code, stderr]).toEqual([0, expect.stringContaining(warned)]);
    expect(bench.read(`.claude/skills/${name}/SKILL.md`)).toContain("version: 1.0.0");
  }
  // Nobody else begins with it, and who names other bytes does not either.
  const elsewhere = newProject(url());
  expect((await elsewhere.run(`add ${name}@1.0.0`)).stderr).toContain("VERSION_NOT_AVAILABLE");
  const lock = bench.read("emporion.lock.json");
  const digest = lockOf(bench).skills[name]?.packageDigest ?? "";
  bench.write({ "emporion.lock.json": lock.replace(digest, `sha256:${"0".repeat(64)}`) });
  expect(await bench.run("ci")).toMatchObject({ code: 3 });
  bench.write({ "emporion.lock.json": lock });

  await bench.run(`add ${name}`);
  await withdraw("1.0.1");
  expect(await bench.run("outdated")).toMatchObject({
    code: 1,
    stdout: `${told.replace("1.0.0", "1.0.1")}${name} 1.0.1 -> no longer on the market\n${name}: no version is offered; emporion remove ${name} removes it\n`,
  });
  expect(await bench.run("ci")).toMatchObject({ code: 0 });
  await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "for this test" });
  const stopped = await bench.run("ci");
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("SKILL_QUARANTINED")]);
});

test("a pre-release is installed and named only where it was asked for", async () => {
  const bench = newProject(url());
  const name = uniqueName();
  for (const version of ["1.0.0", "2.0.0-beta.1"]) await publish({ name, version });
  await bench.run(`add ${name}`);
  expect(lockOf(bench).skills[name]?.version).toBe("1.0.0");
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
  await bench.run(`add ${name}@next`);
  expect(lockOf(bench).skills[name]?.version).toBe("2.0.0-beta.1");
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
  await publish({ name, version: "2.0.0-beta.2" });
  expect(await bench.run("outdated")).toMatchObject({
    code: 1,
    stdout: `${name} 2.0.0-beta.1 -> 2.0.0-beta.2\n${name}: emporion add ${name}@next installs 2.0.0-beta.2\n`,
  });
  await publish({ name, version: "2.0.0" });
  expect((await bench.run("outdated")).stdout).toBe(`${name} 2.0.0-beta.1 -> 2.0.0\n`);
});

test("outdated and add name a skill that another one replaces, until that is taken back", async () => {
  const bench = newProject(url());
  const [old, next] = [uniqueName(), uniqueName()];
  for (const name of [old, next]) await publish({ name });
  await bench.run(`add ${old}`);
  await deprecateSkill({ actor: publisher(), skill: old, message: "Not kept up.", successor: next });
  const told = `${old}: is deprecated by its owner: Not kept up.; emporion add ${next} installs what takes its place`;
  expect((await bench.run("outdated")).stdout).toContain(told);
  const { stdout, stderr } = await newProject(url()).run(`add ${old}`);
  expect(stdout + stderr).toContain(told);
  await endDeprecation({ actor: publisher(), skill: old });
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
});

test("ci and add say why a locked version is given to nobody any more", async () => {
  const bench = newProject(url());
  const name = uniqueName();
  await publish({ name });
  await bench.run(`add ${name}`);
  await yankVersion({ actor: publisher(), skill: name, version: "1.0.0", reason: "a token", kind: "secret" });
  fs.rmSync(bench.at(".claude/skills"), { recursive: true });
  for (const line of ["ci", `add ${name}@1.0.0`]) {
    const { code, stderr } = await bench.run(line);
    expect([code, stderr], line).toEqual([
      3,
      expect.stringContaining("a secret or personal data. a token (VERSION_CLOSED)"),
    ]);
  }
  const { code, stdout } = await bench.run("outdated");
  expect([code, stdout]).toEqual([1, expect.stringContaining("no longer on the market")]);
});
