import { beforeEach, describe, expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { openReadToken } from "@/lib/registry/access/reading-rights";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();
const url = servedMarket();

let owner: Awaited<ReturnType<typeof makeKeyHolder>>;
let slug: string;
let skillId: string;
beforeEach(async () => {
  owner = await makeKeyHolder();
  ({ slug, skillId } = await publishNow(buildSkillPackage(), owner));
});

const bench = (key = owner.key) => {
  const project = newProject(url());
  project.env["EMPORION_API_KEY"] = key;
  return project;
};
const accessOf = async (name: string) =>
  (await database().skill.findUnique({ where: { slug: name }, select: { access: true } }))?.access;

describe("emporion access", () => {
  test("closes a skill, and names the page where a person opens it", async () => {
    const closed = await bench().run(`access ${slug} call-only`);
    expect(closed).toEqual({ code: 0, stdout: `${slug}: call-only\n`, stderr: "" });
    const opened = await bench().run(`access ${slug} public`);
    expect([opened.code, opened.stdout, await accessOf(slug)]).toEqual([3, "", "call_only"]);
    expect(opened.stderr).toContain(`/dashboard/access?skill=${slug}`);
  });

  test("says what cannot be taken back, and refuses a stranger", async () => {
    const unseen = await bench().run(`access ${slug} private`);
    expect([unseen.code, unseen.stderr]).toEqual([3, expect.stringContaining("cannot be made unseen")]);
    const stranger = await bench((await makeKeyHolder()).key).run(`access ${slug} call-only`);
    expect([stranger.code, await accessOf(slug)]).toEqual([3, "public"]);
  });
});

describe("emporion readers", () => {
  test("lets an account and a token read, lists both, and takes one back", async () => {
    const reader = await makeAccount();
    const given = await bench().run(`readers ${slug} --give ${reader.username} --days 7`);
    expect([given.code, given.stdout]).toEqual([0, expect.stringContaining(`${reader.username}, until `)]);
    const made = await bench().run(`readers ${slug} --token build --days 30`);
    const token = made.stdout.trim();
    expect(made.stderr).toContain("shown only once");
    expect(await openReadToken(token)).toMatchObject({ skillId });
    const listed = await bench().run(`readers ${slug}`);
    expect(listed.stdout.split("\n").filter(Boolean)).toHaveLength(2);
    expect(listed.stdout).not.toContain(token);
    const id = /^(\S+) token build/m.exec(listed.stdout)?.[1] ?? "";
    expect(await bench().run(`readers ${slug} --end ${id}`)).toMatchObject({ code: 0 });
    expect((await bench().run(`readers ${slug}`)).stdout).not.toContain("token build");
  });
});

describe("emporion publish", () => {
  test.each([
    ["--private", "private"],
    ["--call-only", "call_only"],
  ])("%s says who sees a new skill", async (option, access) => {
    const name = uniqueName();
    const { files } = buildSkillPackage({ name });
    const project = bench();
    project.write(
      Object.fromEntries(files.map(({ path, bytes }) => [`${name}/${path}`, Buffer.from(bytes).toString()])),
    );
    expect((await project.run(`publish ${name} --no-wait ${option}`)).code).toBe(0);
    expect(await accessOf(name)).toBe(access);
  });
});

test.each([
  ["access some-skill", "ACCESS"],
  ["access some-skill secret", "one of public, call-only, private"],
  ["access some-skill toString", "one of public, call-only, private"],
  ["readers some-skill --give ann", "--days is missing"],
  ["readers some-skill --token ci --days soon", "--days is missing"],
  ["readers some-skill --days 3", "--days goes with"],
  ["readers some-skill --give ann --end rdr_1 --days 3", "exclude each other"],
  ["publish --private --call-only", "exclude each other"],
  ["publish --private --stage", "when a person releases it"],
  ["publish --private --draft helper", "go without --draft"],
])("%s: %s", async (line, sentence) => {
  const { code, stdout, stderr } = await newProject(url()).run(line);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
