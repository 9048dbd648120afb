import { beforeEach, describe, expect, test } from "vitest";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { refusal } from "@/lib/testing/refusal";
import { uniqueName, type SkillParts } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher, upload, publish } = testPublisher();

describe("a further version", () => {
  let name: string;
  beforeEach(async () => {
    name = uniqueName();
    await publish({ name, version: "1.2.0" });
  });

  test.each(["1.2.0", "1.1.9", "0.9.0", "1.2.0-rc.1", "1.2.0+build.2"])(
    "%s is refused after 1.2.0",
    async (version) => {
      const error = await refusal(upload({ name, version, body: "changed" }));
      expect([error.code, error.details["latestVersion"]]).toEqual(["VERSION_NOT_HIGHER", "1.2.0"]);
    },
  );

  test("of the same bytes is refused like any other", async () => {
    expect((await refusal(upload({ name, version: "1.2.0" }))).code).toBe("VERSION_NOT_HIGHER");
    expect(await listVersions(name)).toHaveLength(1);
  });

  test("without a version gets the next patch, but not of the same bytes", async () => {
    const unversioned = uniqueName();
    for (const expected of ["0.0.1", "0.0.2", "0.0.3"]) {
      const parts = { name: unversioned, version: null, body: `Text of ${expected}.` };
      expect((await publish(parts)).version).toBe(expected);
      expect((await refusal(upload(parts))).details["sameVersion"]).toBe(expected);
    }
  });

  test("is measured against the last release: patch, minor, major, pre-release, date", async () => {
    for (const version of ["1.2.1", "1.3.0-rc.1", "1.3.0", "2.0.0"]) await publish({ name, version });
    const rows = await listVersions(name);
    expect(rows.map(({ version, change }) => [version, change])).toEqual([
      ["2.0.0", "major"],
      ["1.3.0", "minor"],
      ["1.3.0-rc.1", "minor"],
      ["1.2.1", "patch"],
      ["1.2.0", "first"],
    ]);
  });

  test.each<[string, Partial<SkillParts>]>([
    [
      "permissions",
      { frontMatter: { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } } },
    ],
    [
      "entry point",
      {
        frontMatter: {
          interface: {
            type: "cli",
            runtime: "python3",
            entry_point: "scripts/other.py",
            call_pattern: "stdin_stdout",
          },
        },
        files: { "scripts/other.py": "" },
      },
    ],
  ])("that changes %s is no patch and says why", async (_, parts) => {
    const error = await refusal(upload({ name, version: "1.2.1", ...parts }));
    expect(error.code).toBe("VERSION_NOT_HIGHER");
    expect(error.details["findings"]).toHaveLength(1);
  });

  test("changes neither price nor payee, whatever its file declares", async () => {
    const paid = { lamports: 5000, payee: publisher().address };
    await publish({ name, version: "1.3.0", paid });
    expect(await getSkill(name)).toMatchObject({ version: "1.3.0", priceLamports: "0", payeeAddress: null });
  });

  test("that changes a hint is no patch", async () => {
    const paid = { lamports: 5000, payee: publisher().address };
    await publish({ name, version: "1.3.0", paid });
    const changed = { paid, frontMatter: { annotations: { idempotentHint: false } } };
    expect((await refusal(upload({ name, version: "1.3.1", ...changed }))).message).toContain(
      "idempotentHint: true → false",
    );
  });

  test("with a number that was rejected must be higher", async () => {
    await upload({ name, version: "1.4.0" });
    await database().skillVersion.updateMany({
      where: { version: "1.4.0", skill: { slug: name } },
      data: { vettingStatus: "rejected" },
    });
    expect((await refusal(upload({ name, version: "1.4.0", body: "mended" }))).code).toBe(
      "VERSION_NOT_HIGHER",
    );
    expect((await publish({ name, version: "1.3.0", body: "mended" })).version).toBe("1.3.0");
  });
});
