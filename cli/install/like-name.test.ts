import { expect, test } from "vitest";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

test("whoever installs a skill by a slip of another's name is told, once, and the details say it too", async () => {
  const [name, ann, bench] = [uniqueName("meant"), await makeAccount(), newProject(url())];
  await publishNow(buildSkillPackage({ name }), ann);
  await publishNow(buildSkillPackage({ name: `${name}s` }), await makeAccount());
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0, stderr: "" });
  const { code, stderr } = await bench.run(`add ${name}s`);
  expect(code).toBe(0);
  expect(stderr).toContain(`its name is very similar to ${name} by ${ann.username}`);
  expect(await bench.run(`add ${name}s`)).toMatchObject({ code: 0, stderr: "" });

  const details = await fetch(`${url()}/v1/skills/${name}s`);
  expect(await details.json()).toMatchObject({ resembles: { name, publisher: ann.username } });
});
