import { expect, test } from "vitest";
import { lockOf, newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
const { publish, publisher } = testPublisher();
const url = servedMarket();

test("a skill that was renamed is installed in a folder of the name in its SKILL.md, and what is installed stays", async () => {
  const bench = newProject(url());
  const [before, after] = [uniqueName("before"), uniqueName("after")];
  await publish({ name: before });
  expect(warningsIn(await bench.run(`add ${before}`))).toBe("");
  await askForName({ actor: publisher(), skill: before, name: after });
  await publish({ name: after, version: "1.1.0" });

  expect(await bench.run("outdated")).toMatchObject({ code: 1, stdout: `${before} 1.0.0 -> 1.1.0\n` });
  const { code, stderr } = await bench.run(`add ${before}`);
  expect(code).toBe(0);
  expect(stderr).toContain(
    `${before}: is now called ${after} and installed under that name; .claude/skills and its entry`,
  );
  expect(bench.read(`.claude/skills/${after}/SKILL.md`)).toContain(`name: ${after}`);
  expect(bench.read(`.claude/skills/${before}/SKILL.md`)).toContain(`name: ${before}`);
  expect(lockOf(bench).skills[after]).toMatchObject({ version: "1.1.0" });
  for (const line of ["verify", "ci"]) expect(await bench.run(line)).toMatchObject({ code: 0 });

  expect(warningsIn(await bench.run(`add ${before}@1.0.0`))).toBe("");
});
