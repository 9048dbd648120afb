import { expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { containing } from "@/cli/testing/run-cli";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { buildSkillPackage, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

test("an owner withdraws a version, and a second time changes nothing", async () => {
  const owner = await makeKeyHolder();
  const { slug } = await publishNow(buildSkillPackage({ version: "1.0.0" }), owner);
  await publishNow(buildSkillPackage({ name: slug, version: "1.1.0" }), owner);
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = owner.key;
  const first = await bench.run(`yank ${slug}@1.1.0 --reason wrong-totals`);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(new RegExp(`^${slug} 1\\.1\\.0: withdrawn \\S+Z, wrong-totals\\n$`));
  expect((await bench.run(`yank ${slug}@1.1.0 --reason other`)).stdout).toBe(first.stdout);
  const added = await bench.run(`add ${slug}@1.1.0`);
  expect(added).toMatchObject({ code: 3 });
  expect(added.stderr).toContain("wrong-totals");
  expect(await bench.run(`add ${slug}`)).toMatchObject({ stdout: containing(`${slug} 1.0.0`) });
});

test("a stranger and a version that is not there are refused with the market's reason", async () => {
  const { slug } = await publishNow(buildSkillPackage({ version: "1.0.0" }), await makeKeyHolder());
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = (await makeKeyHolder()).key;
  for (const [version, code] of [
    ["1.0.0", "PERMISSION_DENIED"],
    ["9.0.0", "PERMISSION_DENIED"],
  ] as const) {
    const { code: exit, stderr } = await bench.run(`yank ${slug}@${version} --reason x`);
    expect([exit, stderr]).toEqual([3, expect.stringContaining(code)]);
  }
});

test.each([
  ["yank some-skill --reason x", "names no version"],
  ["yank some-skill@ --reason x", "is no skill"],
  ["yank some-skill@1.0.0", "--reason is missing"],
  ["yank some-skill@1.0.0 --reason=", "--reason is missing"],
  ["yank some-skill@1.0.0 --reason x", "EMPORION_API_KEY is not set"],
])("%s: %s", async (line, sentence) => {
  const { code, stdout, stderr } = await newProject(url()).run(line);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
