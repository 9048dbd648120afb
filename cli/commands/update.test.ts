import { beforeAll, expect, test } from "vitest";
import { lockOf, newProject, servedMarket } from "@/cli/testing/served-market";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { deprecateSkill } from "@/lib/registry/deprecations/deprecate-skill";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let publisher: TestAccount;

beforeAll(async () => {
  publisher = await makeAccount();
});

const publish = (parts: SkillParts) => publishNow(buildSkillPackage(parts), publisher);
const MORE = {
  version: "1.1.0",
  frontMatter: {
    permissions: { network: true, filesystem: false, subprocess: false, env_vars: ["MAIL_KEY"] },
    "allowed-tools": "Bash(git:*)",
  },
};

/** A project with a skill that asks for more in its newest version, and one that does not. */
async function newProjectBehind() {
  const bench = newProject(url());
  const [wide, plain] = [uniqueName("wide"), uniqueName("plain")];
  for (const name of [wide, plain]) await publish({ name });
  await bench.run(`add ${wide} ${plain}`);
  await publish({ name: wide, ...MORE });
  await publish({ name: plain, version: "1.0.1" });
  const versions = () => [lockOf(bench).skills[wide]?.version, lockOf(bench).skills[plain]?.version];
  return { bench, wide, plain, versions };
}

test("without a terminal a skill that may do more stays, in a sentence, and the others are updated", async () => {
  const { bench, wide, versions } = await newProjectBehind();
  const { code, stderr } = await bench.run("update");
  expect(code).toBe(1);
  expect(stderr).toContain("  changes       network: no -> yes  (asks for more trust)\n");
  expect(stderr).toContain(
    `${wide} 1.1.0: was left out, it asks for more trust than the installed one: network: no -> yes; ` +
      "variables: new: MAIL_KEY; allowed-tools: new: Bash(git:*); --yes updates it all the same\n",
  );
  expect(versions()).toEqual(["1.0.0", "1.0.1"]);
  expect(await bench.run("update --yes")).toMatchObject({ code: 0 });
  expect(versions()).toEqual(["1.1.0", "1.0.1"]);
  expect(await bench.run("update")).toMatchObject({ code: 0, stdout: "nothing to update: 2 checked\n" });
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});

test.each([
  ["y\n", 0, "1.1.0"],
  ["n\n", 1, "1.0.0"],
  ["", 1, "1.0.0"],
])("at a terminal it is asked about, and only it: %j", async (stdin, code, version) => {
  const { bench, wide, versions } = await newProjectBehind();
  const updated = await bench.run("update", { isTerminal: true, stdin });
  expect(updated).toMatchObject({ code });
  expect(updated.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
  expect(updated.stderr).toContain(`${wide} 1.1.0 asks for more trust. Update it? [y/N] `);
  expect(versions()).toEqual([version, "1.0.1"]);
});

test("one that is named is updated alone; one that is not installed is told", async () => {
  const { bench, plain, versions } = await newProjectBehind();
  expect(await bench.run("update none-such")).toMatchObject({ code: 1, stdout: "" });
  expect(await bench.run(`update ${plain}`)).toMatchObject({ code: 0 });
  expect(versions()).toEqual(["1.0.0", "1.0.1"]);
});

test("of a lock file that does not say what was granted, the market is asked what the installed version may do", async () => {
  const { bench, wide, plain, versions } = await newProjectBehind();
  const lock = lockOf(bench);
  for (const skill of Object.values(lock.skills)) delete (skill as { granted?: unknown }).granted;
  bench.write({ "emporion.lock.json": JSON.stringify({ ...lock, lockfileVersion: 3 }) });
  const { code, stderr } = await bench.run(`update ${wide} ${plain}`);
  expect(code).toBe(1);
  expect(stderr).toContain("network: no -> yes; variables: new: MAIL_KEY; allowed-tools: new: Bash(git:*)");
  expect(versions()).toEqual(["1.0.0", "1.0.1"]);
});

test("a skill that its market gives out no more is told, and the others are updated", async () => {
  const { bench, wide, versions } = await newProjectBehind();
  await quarantineSkill({ actor: await makeAdministrator(), skill: wide, reason: "for this test" });
  const { code, stderr } = await bench.run("update");
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${wide}: no version is offered`)]);
  expect(versions()).toEqual(["1.0.0", "1.0.1"]);
});

test("a deprecated skill is told with what takes its place, also where it is the newest", async () => {
  const bench = newProject(url());
  const [old, next] = [uniqueName("old"), uniqueName("next")];
  for (const name of [old, next]) await publish({ name });
  await bench.run(`add ${old}`);
  const actor = await getActorOf(publisher.username);
  await deprecateSkill({ actor, skill: old, message: "Has moved.", successor: next });
  const { code, stdout, stderr } = await bench.run("update");
  expect(code).toBe(0);
  expect(stdout + stderr).toContain(
    `${old}: is deprecated by its owner: Has moved.; emporion add ${next} installs what takes its place`,
  );
});
