import { beforeAll, expect, test } from "vitest";
import { lockOf, newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import { yankVersion } from "@/lib/publishing/yank-version";
import type { Actor } from "@/lib/identity/actor";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let publisher: TestAccount;
let actor: Actor;

beforeAll(async () => {
  publisher = await makeAccount();
  actor = await getActorOf(publisher.username);
});

async function makeSet(parts: number): Promise<{ name: string; skills: string[] }> {
  const skills: string[] = [];
  for (let made = 0; made < parts; made++)
    skills.push((await publishNow(buildSkillPackage(), publisher)).slug);
  const name = uniqueName("set");
  const ranges = skills.map((skill) => ({ skill, range: "^1.0.0" }));
  await saveSet({ actor, name, description: "Five things.", parts: ranges });
  return { name, skills };
}

test("each skill of a set is installed, in the version the set gives; a withdrawn one is named and left out", async () => {
  const { name, skills } = await makeSet(5);
  const [first = "", second = ""] = skills;
  await publishNow(buildSkillPackage({ name: first, version: "1.2.0" }), publisher);
  await publishNow(buildSkillPackage({ name: first, version: "2.0.0" }), publisher);
  const bench = newProject(url());
  expect(warningsIn(await bench.run(`add set:${name}`))).toBe(`set:${name} 1.0.0\n`);
  const { skills: locked } = lockOf(bench);
  expect(Object.keys(locked).sort()).toEqual([...skills].sort());
  expect(locked[first]?.version).toBe("1.2.0");
  expect(bench.read(`.claude/skills/${second}/SKILL.md`)).toContain(`name: ${second}`);

  await yankVersion({ actor, skill: second, version: "1.0.0", reason: "a fault" });
  const later = newProject(url());
  const added = await later.run(`add set:${name}@1.0.0`);
  expect(added.code).toBe(0);
  expect(added.stderr).toContain(`${second} ^1.0.0: left out, withdrawn: a fault\n`);
  expect(Object.keys(lockOf(later).skills)).toHaveLength(4);
});

test("a set and a skill of one name are told apart by how they are written", async () => {
  const { slug } = await publishNow(buildSkillPackage(), publisher);
  const other = await publishNow(buildSkillPackage(), publisher);
  const parts = [{ skill: other.slug, range: "*" }];
  await saveSet({ actor, name: slug, description: "Another thing.", parts });
  const bench = newProject(url());
  await bench.run(`add ${slug}`);
  expect(Object.keys(lockOf(bench).skills)).toEqual([slug]);
  const second = newProject(url());
  await second.run(`add set:${slug}`);
  expect(Object.keys(lockOf(second).skills)).toEqual([other.slug]);
});

test("a set that was withdrawn, is empty or is not there installs nothing", async () => {
  const [gone, empty] = [await makeSet(1), await makeSet(1)];
  await withdrawSet({ actor, name: gone.name, reason: "Not kept up." });
  await yankVersion({ actor, skill: empty.skills[0] ?? "", version: "1.0.0", reason: "a fault" });
  const bench = newProject(url());
  const refused = await bench.run(`add set:${gone.name}`);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("Not kept up.");
  expect((await bench.run(`add set:${empty.name}`)).stderr).toContain("none of its skills is given");
  expect((await bench.run("add set:no-such-set")).code).toBe(3);
  expect((await bench.run("add set:")).code).toBe(2);
});
