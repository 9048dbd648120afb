import { describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { renewSearchWords } from "@/lib/search/listing/renew-search-words";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { findRunnable } from "@/lib/running/calls/runnable-repository";
import { refusal } from "@/lib/testing/refusal";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher, upload, publish } = testPublisher();

const shown = async (name: string, version?: string) =>
  (await call("GET", `/v1/skills/${name}${version ? `?version=${version}` : ""}`)).body["version"];
const run = async (name: string, version?: string) => (await findRunnable(name, version))?.version;

async function publishAll(...versions: string[]): Promise<string> {
  const name = uniqueName();
  for (const version of versions) await publish({ name, version });
  return name;
}

describe("a pre-release", () => {
  test("is given only to those who ask for it, and closes no line of releases", async () => {
    const name = await publishAll("1.10.0", "2.0.0-beta.1", "1.10.1");
    for (const ask of [shown, run]) {
      const asked = [undefined, "latest", "next", "2.0.0-beta.1", "1.10.0"];
      expect(await Promise.all(asked.map((version) => ask(name, version)))).toEqual([
        "1.10.1",
        "1.10.1",
        "2.0.0-beta.1",
        "2.0.0-beta.1",
        "1.10.0",
      ]);
    }
    const { body } = await call("GET", `/v1/skills/${name}`);
    expect(body).toMatchObject({ is_latest: true, latest_version: "1.10.1", next_version: "2.0.0-beta.1" });
    const { body: versions } = await call("GET", `/v1/skills/${name}/versions`);
    expect(versions["results"]).toMatchObject([
      { version: "2.0.0-beta.1", is_prerelease: true, is_latest: false },
      { version: "1.10.1", is_prerelease: false, is_latest: true },
      { version: "1.10.0", is_prerelease: false, is_latest: false },
    ]);
  });

  test.each([
    ["v1.10.0", "1.10.0"],
    ["1.10", "1.10.0"],
    ["v1.10", "1.10.0"],
    ["1", undefined],
    ["1.10-x", undefined],
  ])("asked for as %s, the version is %s at every door", async (asked, version) => {
    const name = await publishAll("1.10.0", "1.10.1");
    expect([await shown(name, asked), await run(name, asked)]).toEqual([version, version]);
    const { headers } = await call("GET", `/v1/agent/skills/${name}/download?version=${asked}`);
    expect(headers.get("x-skill-version")).toBe(version ?? null);
  });

  test("is the latest while there is no release", async () => {
    const name = await publishAll("1.0.0-rc.1", "1.0.0-rc.2");
    expect([await shown(name), await shown(name, "next")]).toEqual(["1.0.0-rc.2", "1.0.0-rc.2"]);
    await publish({ name, version: "0.9.0" });
    expect([await shown(name), await shown(name, "next")]).toEqual(["0.9.0", "1.0.0-rc.2"]);
    await publish({ name, version: "1.0.0" });
    expect([await shown(name), await shown(name, "next")]).toEqual(["1.0.0", "1.0.0"]);
  });

  test("that is withdrawn is `next` no more, and a withdrawn release leaves the release before", async () => {
    const name = await publishAll("1.0.0", "1.1.0", "2.0.0-beta.1");
    const withdraw = (version: string) =>
      yankVersion({ actor: publisher(), skill: name, version, reason: "it miscounts" });
    await withdraw("1.1.0");
    expect([await shown(name), await shown(name, "next")]).toEqual(["1.0.0", "2.0.0-beta.1"]);
    await withdraw("2.0.0-beta.1");
    expect(await shown(name, "next")).toBe("1.0.0");
  });

  test("that was listed as the latest before is not any more once the words are made anew", async () => {
    const name = await publishAll("1.0.0", "2.0.0-beta.1");
    await database().$executeRaw`UPDATE "Skills" s SET "words_edition" = 0, "next_version_id" = NULL,
      "latest_version_id" = (SELECT "id" FROM "SkillVersions" WHERE "skill_id" = s."id" AND "version" = '2.0.0-beta.1')
      WHERE "slug" = ${name}`;
    expect(await shown(name)).toBe("2.0.0-beta.1");
    await renewSearchWords();
    expect([await shown(name), await shown(name, "next")]).toEqual(["1.0.0", "2.0.0-beta.1"]);
  });
});

test.each<[string[], string, string]>([
  [
    ["1.10.0", "2.0.0-beta.2"],
    "1.9.9",
    "1.9.9 is not higher than 1.10.0, the highest release of this skill. Accepted is a release above 1.10.0, such as 1.10.1.",
  ],
  [
    ["1.10.0", "2.0.0-beta.2"],
    "2.0.0-beta.1",
    "2.0.0-beta.1 is not higher than 2.0.0-beta.2, the highest version of this skill. Accepted is a pre-release above 2.0.0-beta.2, or a release above 1.10.0, such as 1.10.1.",
  ],
  [["1.10.0", "2.0.0-beta.2"], "1.11.0-rc.1", "is not higher than 2.0.0-beta.2"],
  [["1.10.0"], "1.10.0+other", "is not higher than 1.10.0"],
])("after %j, %s is refused with what it was compared with", async (before, version, message) => {
  const name = await publishAll(...before);
  const error = await refusal(upload({ name, version, frontMatter: { version } }));
  expect(error.code).toBe("VERSION_NOT_HIGHER");
  expect(error.message).toContain(message);
});

test.each(["next", "latest"])("%s is no version of its own: it names one", async (version) => {
  const error = await refusal(upload({ name: uniqueName(), version, frontMatter: { version } }));
  expect(error.message).toContain(`"${version}" names no single version`);
});

test("a file without a version counts on from the latest release", async () => {
  const name = await publishAll("1.10.0", "2.0.0-beta.1");
  expect((await publish({ name, version: null })).version).toBe("1.10.1");
});
