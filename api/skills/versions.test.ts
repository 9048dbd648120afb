import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { yankVersion } from "@/lib/publishing/yank-version";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const name = "many-releases";
const address = `/v1/skills/${name}/versions`;
type Version = Record<string, unknown> & { version: string };
const versionsIn = (body: Record<string, unknown>) => body["results"] as Version[];

beforeAll(async () => {
  const owner = await makeAccount();
  for (const version of ["1.0.0", "1.0.1", "1.0.2"]) {
    await publishNow(buildSkillPackage({ name, version }), owner);
  }
  await yankVersion({ actor: owner, skill: name, version: "1.0.2", reason: "it loses lines" });
});

describe("GET /v1/skills/{id}/versions", () => {
  test("200 with every version, highest first, and why one was withdrawn", async () => {
    const { body } = await call("GET", address);
    expect(body).toMatchObject({ count: 3, total: 3, next_cursor: null });
    const facts = versionsIn(body).map((row) => [
      row.version,
      row["is_latest"],
      row["withdrawn"],
      row["yank_reason"],
    ]);
    expect(facts).toEqual([
      ["1.0.2", false, true, "it loses lines"],
      ["1.0.1", true, false, null],
      ["1.0.0", false, false, null],
    ]);
    const detail = await call("GET", `/v1/skills/${name}?version=1.0.1`);
    const [, listed] = versionsIn(body);
    expect(detail.body).toMatchObject({
      version_id: listed?.["version_id"],
      package_digest: listed?.["package_digest"],
      package_size_bytes: listed?.["package_size_bytes"],
      versions_url: `http://127.0.0.1:3000${address}`,
    });
  });

  test("no withdrawn version is the latest, also where every one is withdrawn", async () => {
    const owner = await makeAccount();
    const skill = "no-release-left";
    for (const version of ["1.0.0", "1.1.0"])
      await publishNow(buildSkillPackage({ name: skill, version }), owner);
    const seen = async () => {
      const [listed, detail, named] = await Promise.all([
        call("GET", `/v1/skills/${skill}/versions`),
        call("GET", `/v1/skills/${skill}`),
        call("GET", `/v1/skills/${skill}?version=1.0.0`),
      ]);
      return [
        ...versionsIn(listed.body).map((row) => row["is_latest"]),
        detail.body["is_latest"],
        named.body["is_latest"],
      ];
    };
    expect(await seen()).toEqual([true, false, true, false]);
    await yankVersion({ actor: owner, skill, version: "1.1.0", reason: "it loses lines" });
    expect(await seen()).toEqual([false, true, true, true]);
    await yankVersion({ actor: owner, skill, version: "v1.0", reason: "so does this" });
    expect(await seen()).toEqual([false, false, false, false]);
  });

  test("200 page by page, to the end", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await call("GET", `${address}?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...versionsIn(body).map(({ version }) => version));
      cursor = body["next_cursor"] as string | null;
    }
    expect(seen).toEqual(["1.0.2", "1.0.1", "1.0.0"]);
  });

  test("304 with the entity tag", async () => {
    const etag = (await call("GET", address)).headers.get("etag") ?? "";
    expect((await call("GET", address, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("400 for a cursor of another list, 404 for no skill", async () => {
    expectProblem(await call("GET", `${address}?cursor=9.9.9`), 400, "REQUEST_INVALID");
    expectProblem(await call("GET", "/v1/skills/nope/versions"), 404, "SKILL_NOT_FOUND");
  });
});

test("what is read of a withdrawn version says that it was withdrawn", async () => {
  for (const [version, withdrawn] of [
    ["1.0.1", false],
    ["1.0.2", true],
  ] as const) {
    const { body } = await call("GET", `/v1/skills/${name}?version=${version}`);
    expect(body["withdrawn"]).toBe(withdrawn);
  }
  // A model that is to call it reads the schema: of a withdrawn version there is none.
  expectProblem(
    await call("GET", `/v1/agent/skills/${name}/schema?version=1.0.2`),
    409,
    "VERSION_NOT_AVAILABLE",
  );
});
