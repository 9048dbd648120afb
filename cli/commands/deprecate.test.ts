import { expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { call } from "@/api/testing/client";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { buildSkillPackage, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

test("an owner says that another skill takes the place of theirs, and takes it back", async () => {
  const owner = await makeKeyHolder();
  const { slug } = await publishNow(buildSkillPackage(), owner);
  const { slug: next } = await publishNow(buildSkillPackage(), await makeKeyHolder());
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = owner.key;
  const said = async () => (await call("GET", `/v1/skills/${slug}`)).body["deprecated"];
  expect(await bench.run(`deprecate ${slug} --message old --successor ${next}`)).toEqual({
    code: 0,
    stdout: `${slug}: is deprecated; ${next} takes its place\n`,
    stderr: "",
  });
  expect(await said()).toMatchObject({ message: "old", successor: next });
  expect(await bench.run(`deprecate ${slug} --message old --successor ${slug}`)).toMatchObject({ code: 3 });
  expect(await bench.run(`deprecate ${slug} --undo`)).toMatchObject({ code: 0 });
  expect(await said()).toBeNull();
});

test.each([
  ["deprecate some-skill", "--message is missing"],
  ["deprecate some-skill --message=", "--message is missing"],
  ["deprecate some-skill --undo --message x", "--undo takes back"],
  ["deprecate", "NAME"],
])("%s: %s", async (line, sentence) => {
  const { code, stdout, stderr } = await newProject(url()).run(line);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
