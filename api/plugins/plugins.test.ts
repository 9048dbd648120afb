import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { writeArchive } from "@/lib/package";
import { drainJobs } from "@/lib/platform/jobs/work";
import { runVetting } from "@/lib/publishing/publish-version";
import { buildSkillPackage, testBlobStore, uniqueName, type SkillParts } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();
const VALIDATE = "/v1/plugins/validate";
const PUBLISH = "/v1/plugins";

let key: string;
let accountId: string;
beforeAll(async () => {
  ({ key, accountId } = await makeKeyHolder());
});

const MANIFEST = {
  $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
  name: uniqueName("plugin"),
  version: "1.0.0",
};
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

/** A plugin of these skills, as an archive. */
function plugin(skills: SkillParts[], manifest: unknown = MANIFEST, more: Record<string, string> = {}) {
  const files = skills.flatMap((parts) =>
    buildSkillPackage(parts).files.map(({ path, bytes }) => ({
      path: `skills/${parts.name}/${path}`,
      bytes,
    })),
  );
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest, null, 2);
  const others = Object.entries(more).map(([path, content]) => file(path, content));
  return writeArchive([file("plugin.json", text), ...files, ...others]);
}

const send = (path: string, archive: Uint8Array, given: Call = {}) =>
  call("POST", path, {
    body: Uint8Array.from(archive),
    ...given,
    headers: { "content-type": "application/zip", ...given.headers },
  });

const two = () => [{ name: uniqueName("one") }, { name: uniqueName("two") }];
const countVersions = () => database().skillVersion.count({ where: { skill: { ownerId: accountId } } });

describe("checking a plugin", () => {
  test("says of each skill what an upload of it would be told, without a key", async () => {
    const skills = two();
    const { status, body } = await send(VALIDATE, plugin(skills));
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, name: MANIFEST.name, issues: [] });
    expect(body["skills"]).toEqual(
      skills.map(({ name }) => expect.objectContaining({ folder: name, name, valid: true, issues: [] })),
    );
  });

  test("takes a form too", async () => {
    const body = new FormData();
    body.set("plugin_file", new Blob([Uint8Array.from(plugin(two()))]), "plugin.zip");
    expect((await call("POST", VALIDATE, { body })).body).toMatchObject({ valid: true });
  });

  test.each<[string, Uint8Array, string]>([
    ["an error of the manifest", plugin(two(), { ...MANIFEST, version: 1 }), "plugin.json#/version"],
    ["a missing name", plugin(two(), { $schema: MANIFEST.$schema }), "plugin.json#/name"],
    ["no JSON", plugin(two(), "{"), "plugin.json"],
    ["no skill", plugin([]), "skills"],
  ])("%s makes it invalid, at its place", async (_name, archive, path) => {
    const { body } = await send(VALIDATE, archive);
    expect(body).toMatchObject({ valid: false });
    expect(body["issues"]).toContainEqual(expect.objectContaining({ severity: "error", path }));
  });

  test("what the market does not publish is named, and makes nothing invalid", async () => {
    const { body } = await send(VALIDATE, plugin(two(), MANIFEST, { "mcp.json": "{}", LICENSE: "MIT" }));
    expect(body).toMatchObject({ valid: true });
    expect((body["issues"] as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      "LICENSE",
      "mcp.json",
    ]);
  });

  test("a skill that is not accepted makes it invalid, with its own issues", async () => {
    const [good = {}, bad = {}] = two();
    const { body } = await send(VALIDATE, plugin([good, { ...bad, description: "" }]));
    expect(body).toMatchObject({ valid: false });
    const [, second] = body["skills"] as { valid: boolean; issues: { path: string }[] }[];
    expect(second).toMatchObject({ valid: false });
    expect(second?.issues.map(({ path }) => path)).toContain("description");
  });

  test("two folders with one name are told", async () => {
    const name = uniqueName();
    const files = ["a", "b"].map((folder) =>
      file(`skills/${folder}/SKILL.md`, `---\nname: ${name}\ndescription: Does it.\n---\nDo it.\n`),
    );
    const archive = writeArchive([file("plugin.json", JSON.stringify(MANIFEST)), ...files]);
    const { body } = await send(VALIDATE, archive);
    expect(body["issues"]).toContainEqual(
      expect.objectContaining({ severity: "error", path: "skills/b/SKILL.md" }),
    );
  });

  test.each<[string, Call, number, string]>([
    ["no archive", { body: "x", headers: { "content-type": "application/zip" } }, 400, "FILE_INVALID_TYPE"],
    ["JSON", { json: {} }, 415, "CONTENT_TYPE_INVALID"],
    [
      "a skill",
      {
        body: Uint8Array.from(writeArchive(buildSkillPackage().files)),
        headers: { "content-type": "application/zip" },
      },
      400,
      "FILE_INVALID_TYPE",
    ],
  ])("%s is refused", async (_name, given, status, code) => {
    const answer = await call("POST", VALIDATE, given);
    expect([answer.status, answer.body["error_code"]]).toEqual([status, code]);
  });

  test("an archive of a plugin is no skill, and who sends it as one is told where it goes", async () => {
    const body = new FormData();
    body.set("skill_file", new Blob([Uint8Array.from(plugin(two()))]), "x.skill");
    const answer = await call("POST", "/v1/validate", { body });
    expectProblem(answer, 400, "SKILL_MD_MISSING");
    expect(answer.body["detail"]).toContain("/v1/plugins");
  });
});

describe("publishing a plugin", () => {
  test("publishes each skill under its own name; sent again, nothing is published twice", async () => {
    const skills = two();
    const archive = plugin(skills);
    const first = await send(PUBLISH, archive, { key });
    expect(first.status).toBe(201);
    const published = first.body["skills"] as Record<string, unknown>[];
    expect(published.map(({ name, version }) => [name, version])).toEqual(
      skills.map(({ name }) => [name, "1.0.0"]),
    );
    expect(first.body["set"]).toEqual({ name: MANIFEST.name, version: "1.0.0" });
    const waiting = await call("GET", `/v1/sets/${MANIFEST.name}`);
    expect(waiting.body["parts"]).toMatchObject([{ state: "not_published" }, { state: "not_published" }]);
    await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
    for (const { name } of skills) expect((await call("GET", `/v1/skills/${name}`)).status).toBe(200);
    expect((await call("GET", `/v1/sets/${MANIFEST.name}`)).body["parts"]).toMatchObject(
      skills.map(({ name }) => ({ skill: name, range: "1.0.0", state: "given" })),
    );
    const before = await countVersions();
    const again = await send(PUBLISH, archive, { key });
    expect((again.body["skills"] as Record<string, unknown>[]).map((each) => each["vetting_job_id"])).toEqual(
      [null, null],
    );
    expect(await countVersions()).toBe(before);
  });

  test.each<[string, (skills: SkillParts[]) => Uint8Array, string]>([
    [
      "its manifest is not valid",
      (skills) => plugin(skills, { ...MANIFEST, name: "Not Valid" }),
      "UPLOAD_FAILED",
    ],
    [
      "one of its skills is not accepted",
      ([one = {}, other = {}]) => plugin([one, { ...other, description: "" }]),
      "UPLOAD_FAILED",
    ],
    ["a name is reserved", ([one = {}]) => plugin([one, { name: "emporion" }]), "SKILL_NAME_RESERVED"],
  ])("publishes nothing if %s", async (_name, make, code) => {
    const before = await countVersions();
    const answer = await send(PUBLISH, make(two()), { key });
    expect(answer.body["error_code"]).toBe(code);
    expect(await countVersions()).toBe(before);
  });

  test("publishes nothing if a name is somebody else's", async () => {
    const skills = two();
    const other = await makeKeyHolder();
    const theirs = { ...MANIFEST, name: uniqueName("plugin") };
    expect((await send(PUBLISH, plugin(skills.slice(1), theirs), { key: other.key })).status).toBe(201);
    const before = await countVersions();
    expectProblem(await send(PUBLISH, plugin(skills), { key }), 409, "SKILL_NAME_TAKEN");
    expect(await countVersions()).toBe(before);
  });

  test("needs a key", async () => {
    expectProblem(await send(PUBLISH, plugin(two())), 401, "AUTH_REQUIRED");
  });
});
