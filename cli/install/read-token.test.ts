import { beforeAll, expect, test } from "vitest";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { sha256Hex } from "@/lib/kernel/digest";
import { newId } from "@/lib/kernel/ids";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";

const database = testDatabase();
const { publisher, publish } = testPublisher();
const market = servedMarket();
const token = `rt_${"0a".repeat(32)}`;
const name = uniqueName("private");

beforeAll(async () => {
  const { skillId } = await publish({ name, version: "1.0.0" });
  await database().skill.update({ where: { id: skillId }, data: { access: "private", publishedAt: null } });
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
  const { accountId: givenById } = publisher();
  const right = { id: newId("rdr"), skillId, name: "ci", givenById, createdAt, expiresAt };
  await database().readingRight.create({ data: { ...right, tokenHash: sha256Hex(token) } });
});

test("a private skill is installed, checked and installed again with a read token, and is unknown without", async () => {
  const bench = newProject(market());
  const refused = await bench.run(`add ${name} --yes`);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("SKILL_NOT_FOUND");
  bench.env = { ...bench.env, EMPORION_READ_TOKEN: token };
  const added = await bench.run(`add ${name} --yes`);
  expect(added, added.stderr).toMatchObject({ code: 0 });
  expect(await bench.run("outdated")).toMatchObject({ code: 0 });
  expect(await bench.run("ci")).toMatchObject({ code: 0 });
});

test("the token goes to the market of EMPORION_MARKET alone", async () => {
  const bench = newProject("https://elsewhere.example");
  bench.env = { ...bench.env, EMPORION_READ_TOKEN: token };
  const answer = await bench.run(`add ${name} --yes --market ${market()}`);
  expect(answer.code).toBe(3);
  expect(answer.stderr).toContain("SKILL_NOT_FOUND");
});
