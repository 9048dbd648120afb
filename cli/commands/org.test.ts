import { expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { acceptMembership } from "@/lib/ownership/organisations/members";
import { getActorOf, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();
const url = servedMarket();

const skill = (name: string) =>
  `---\nname: ${name}\nversion: 1.0.0\ndescription: Echoes a text. Use it to echo.\n---\n\n# Echo\n\nEchoes what it is given.\n`;

test("an owner founds one, invites a maintainer, who publishes a skill for it", async () => {
  const [ann, bob] = [await makeKeyHolder(), await makeKeyHolder()];
  const [owner, member] = [newProject(url()), newProject(url())];
  owner.env["EMPORION_API_KEY"] = ann.key;
  member.env["EMPORION_API_KEY"] = bob.key;
  const org = uniqueName("org");
  expect(await owner.run(`org found ${org}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("founded") as string,
  });
  expect(await owner.run(`org found ${org}`)).toMatchObject({ code: 3 });
  expect(await owner.run(`org invite ${org} ${bob.username} --role owner`)).toMatchObject({ code: 3 });
  expect(await owner.run(`org invite ${org} ${bob.username} --role maintainer`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${bob.username}: invited as maintainer until `) as string,
  });
  expect((await member.run("org")).stdout).toBe(`${org}: invites you as maintainer\n`);
  const where = { openAccountId: bob.accountId };
  const { id } = await database().organisationMember.findFirstOrThrow({ where });
  await acceptMembership({ actor: await getActorOf(bob.username), memberId: id });
  expect((await owner.run(`org members ${org}`)).stdout).toBe(
    `${ann.username}: owner\n${bob.username}: maintainer\nit has one owner: invite a second one\n`,
  );
  const name = uniqueName();
  member.write({ [`${name}/SKILL.md`]: skill(name) });
  expect(await member.run(`publish ${name} --as ${uniqueName("org")} --no-wait --yes`)).toMatchObject({
    code: 3,
  });
  expect(await member.run(`publish ${name} --as ${org} --no-wait --yes`)).toMatchObject({ code: 0 });
  const { ownerId } = await database().skill.findUniqueOrThrow({ where: { slug: name } });
  const { id: organisationId } = await database().account.findUniqueOrThrow({ where: { username: org } });
  expect(ownerId).toBe(organisationId);
  expect((await member.run(`org leave ${org} ${bob.username}`)).stdout).toBe(`${bob.username}: left\n`);
  expect((await member.run("org")).stdout).toBe("");
  expect((await call("GET", `/v1/organisations/${org}`)).body).toMatchObject({
    members: [{ roles: ["owner"] }],
  });
});

test.each([
  ["org fly", 'there is no "org fly"'],
  ["org constructor x", 'there is no "org constructor"'],
  ["org found", "takes one name"],
  ["org invite acme", "takes 2 names"],
  ["org invite acme ann", "--role is missing"],
  ["org members acme --role owner", "--role is for org invite alone"],
])("%s: %s", async (line, sentence) => {
  const bench = newProject(url());
  bench.env["EMPORION_API_KEY"] = "sk_x";
  const { code, stdout, stderr } = await bench.run(line);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
