import { expect, test } from "vitest";
import { listNamedSkills } from "@/lib/catalogue/skill-page/named-skills";
import { MARKET, readAs } from "@/lib/registry/access/reader";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish } = testPublisher();

const textOf = (...names: string[]) => ({
  slug: "own",
  body: names.map((name) => `Use the skill \`${name}\`.`).join("\n"),
});

test("a named skill is here or not, in the order of the text", async () => {
  const name = uniqueName();
  await publish({ name });
  expect(await listNamedSkills(textOf("nowhere-at-all", name, "own"))).toEqual([
    { name: "nowhere-at-all", slug: null },
    { name, slug: name },
  ]);
});

test("a private skill is not here, whoever reads, and neither is one in quarantine", async () => {
  const [secret, held] = [uniqueName(), uniqueName()];
  for (const name of [secret, held]) await publish({ name });
  await database().skill.update({ where: { slug: secret }, data: { access: "private" } });
  await database().skill.update({
    where: { slug: held },
    data: { quarantineReason: "looked into", quarantinedAt: new Date(), publishedAt: null },
  });
  expect(await readAs(MARKET, () => listNamedSkills(textOf(secret, held)))).toEqual([
    { name: secret, slug: null },
    { name: held, slug: null },
  ]);
});
