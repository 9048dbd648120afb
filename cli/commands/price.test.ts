import { expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { call } from "@/api/testing/client";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { buildSkillPackage, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();
const url = servedMarket();

test("an owner changes the price with a key, and somebody else's key does not", async () => {
  const owner = await makeKeyHolder();
  const paid = { lamports: 5000, payee: owner.address };
  const { slug } = await publishNow(buildSkillPackage({ paid }), owner);
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = owner.key;
  expect(await bench.run(`price ${slug} 20000`)).toEqual({
    code: 0,
    stdout: `${slug}: price of a call: 20000 lamports (0.00002 SOL)\n`,
    stderr: "",
  });
  expect((await call("GET", `/v1/skills/${slug}`)).body).toMatchObject({
    price_lamports: "20000",
    payee_address: owner.address,
  });
  bench.env["EMPORION_API_KEY"] = (await makeKeyHolder()).key;
  const refused = await bench.run(`price ${slug} 1`);
  expect(refused).toMatchObject({ code: 3, stdout: "" });
  expect(refused.stderr).toContain("Only the owner of a skill decides");
  expect(await database().logEntry.count({ where: { kind: "skill:price-changed" } })).toBe(1);
});

test("a file that declares another price is published at the price of the skill, and says so", async () => {
  const owner = await makeKeyHolder();
  const paid = { lamports: 5000, payee: owner.address };
  const { slug } = await publishNow(buildSkillPackage({ paid }), owner);
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = owner.key;
  const next = buildSkillPackage({ name: slug, version: "1.1.0", paid: { ...paid, lamports: 9000 } });
  const texts = next.files.map(({ path, bytes }) => [`${slug}/${path}`, Buffer.from(bytes).toString()]);
  bench.write(Object.fromEntries(texts) as Record<string, string>);
  const { stdout, stderr } = await bench.run(`publish ${slug} --no-wait`);
  expect(stdout).toContain("price of a call: 5000 lamports");
  expect(stderr).toContain("the file declares a price of 9000 lamports");
});

test.each([
  ["price some-skill", "LAMPORTS"],
  ["price some-skill 1.5", "a whole number of lamports"],
  ["price some-skill 99999999999999999999", "a whole number of lamports"],
  ["price some-skill free", "a whole number of lamports"],
])("%s: %s", async (line, sentence) => {
  const { code, stdout, stderr } = await newProject(url()).run(line);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
