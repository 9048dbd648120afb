import { beforeEach, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { buildSkillPackage, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

type Holder = Awaited<ReturnType<typeof makeKeyHolder>>;
let [owner, stranger]: Holder[] = [];
let skill = "";
beforeEach(async () => {
  [owner, stranger] = [await makeKeyHolder(), await makeKeyHolder()];
  skill = uniqueName();
  await publishNow(buildSkillPackage({ name: skill }), owner);
});

const as = (holder: Holder | undefined, json?: object) => ({
  key: holder?.key ?? "",
  ...(json === undefined ? {} : { json }),
});

describe("the access of a skill", () => {
  test("is closed with a key, and opened by a person alone", async () => {
    const closed = await call("PUT", `/v1/skills/${skill}/access`, as(owner, { access: "call_only" }));
    expect([closed.status, closed.body]).toMatchObject([200, { skill, access: "call_only" }]);
    const opened = await call("PUT", `/v1/skills/${skill}/access`, as(owner, { access: "public" }));
    expect([opened.status, opened.body]).toMatchObject([403, { error_code: "CONFIRMATION_REQUIRED" }]);
    const unseen = await call("PUT", `/v1/skills/${skill}/access`, as(owner, { access: "private" }));
    expect(unseen.status).toBe(400);
    expect((unseen.body as { detail: string }).detail).toContain("cannot be made unseen");
  });

  test.each([
    ["another word", { access: "members" }, 400],
    ["no word", {}, 400],
    ["a list", { access: ["private"] }, 400],
  ])("is not %s", async (_, body, status) => {
    expect((await call("PUT", `/v1/skills/${skill}/access`, as(owner, body))).status).toBe(status);
  });

  test("is not a stranger's to change", async () => {
    const { status } = await call("PUT", `/v1/skills/${skill}/access`, as(stranger, { access: "call_only" }));
    expect(status).toBe(403);
  });
});

describe("who may read it", () => {
  const path = () => `/v1/skills/${skill}/readers`;

  test("is given, made, listed without a token's text, and taken back", async () => {
    const given = await call("POST", path(), as(owner, { username: stranger?.username, days: 7 }));
    expect([given.status, given.body]).toMatchObject([201, { username: stranger?.username, name: "" }]);
    const made = await call("POST", `${path()}/tokens`, as(owner, { name: "build", days: 30 }));
    const { id, token } = made.body as { id: string; token: string };
    expect([made.status, token]).toEqual([201, expect.stringMatching(/^rt_/)]);
    const listed = await call("GET", path(), as(owner));
    expect(listed.body).toMatchObject({ readers: [{ id, username: null, name: "build" }, {}] });
    expect(JSON.stringify(listed.body)).not.toContain("rt_");
    const ended = await call("DELETE", `${path()}/${id}`, as(owner));
    expect([ended.status, ended.body]).toMatchObject([200, { id, state: "ended" }]);
    expect((await call("DELETE", `${path()}/${id}`, as(owner))).status).toBe(404);
  });

  test("is nobody else's business", async () => {
    const attempts = await Promise.all([
      call("GET", path(), as(stranger)),
      call("POST", path(), as(stranger, { username: owner?.username, days: 1 })),
      call("POST", `${path()}/tokens`, as(stranger, { name: "mine", days: 1 })),
      call("DELETE", `${path()}/rdr_1`, as(stranger)),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await call("GET", path())).status).toBe(401);
    expect(await database().readingRight.count({ where: { skill: { slug: skill } } })).toBe(0);
  });
});

describe("an upload", () => {
  const upload = (access: string, holder = owner, more = {}) => {
    const { files } = buildSkillPackage({ name: skill, version: "1.0.0", ...more });
    const [texts, md] = [
      files.filter(({ path }) => path !== "SKILL.md"),
      files.find(({ path }) => path === "SKILL.md"),
    ];
    const body = {
      skill_md: Buffer.from(md?.bytes ?? "").toString(),
      files: Object.fromEntries(texts.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])),
    };
    return call("POST", `/v1/skills/upload${access}`, as(holder, body));
  };
  const accessOf = async () =>
    (await database().skill.findUnique({ where: { slug: skill }, select: { access: true } }))?.access;

  test.each(["private", "call_only", "public"])("of a new skill says who sees it: %s", async (access) => {
    skill = uniqueName();
    expect((await upload(`?access=${access}`)).status).toBe(201);
    expect(await accessOf()).toBe(access);
    // A second version says it again, or nothing, and it stays.
    expect((await upload(`?access=${access}`, owner, { version: "1.0.1" })).status).toBe(201);
    expect((await upload("", owner, { version: "1.0.2" })).status).toBe(201);
    expect(await accessOf()).toBe(access);
  });

  test("of a skill that was judged changes nothing, and says where that is done", async () => {
    const refused = await upload("?access=call_only", owner, { version: "1.1.0" });
    expect([refused.status, await accessOf()]).toEqual([400, "public"]);
    expect((refused.body as { detail: string }).detail).toContain("/dashboard/access");
  });

  test("of what nobody can call is not for calls alone, now or later", async () => {
    const alone = { interface: undefined, input_schema: undefined, output_schema: undefined, examples: [] };
    const plain = { version: "2.0.0", frontMatter: alone };
    skill = uniqueName();
    expect((await upload("?access=call_only", owner, plain)).status).toBe(400);
    expect(await accessOf()).toBeUndefined();
    await upload("?access=call_only");
    const refused = await upload("", owner, plain);
    expect((refused.body as { detail: string }).detail).toContain("has to be callable here");
  });

  test("that waits for a person says nothing of it", async () => {
    skill = uniqueName();
    expect((await upload("?access=private&stage=true")).status).toBe(400);
    expect((await upload("?access=secret")).status).toBe(400);
  });
});
