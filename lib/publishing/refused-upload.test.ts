import { describe, expect, test } from "vitest";
import { assemblePackage } from "@/lib/package";
import { publishVersion } from "@/lib/publishing/publish-version";
import { validatePackage } from "@/lib/publishing/check-package";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { refusal } from "@/lib/testing/refusal";
import { buildSkillPackage, makeAccount, newAddress, type SkillParts } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { upload } = testPublisher();
const count = async () => {
  const db = database();
  return [
    await db.skill.count(),
    await db.skillVersion.count(),
    await db.vettingJob.count(),
    await db.job.count(),
    await db.event.count(),
  ];
};

describe("a refused upload leaves nothing behind", () => {
  test.each<[string, SkillParts, string]>([
    ["without a description", { frontMatter: { description: undefined } }, "UPLOAD_FAILED"],
    ["with a name no URL can hold", { frontMatter: { name: "Not A Slug" } }, "UPLOAD_FAILED"],
    ["with a NUL in a text", { frontMatter: { tags: ["a\0b"] } }, "UPLOAD_FAILED"],
    [
      "with a version that would end the name of its file",
      { version: '1.0"; filename=a.exe' },
      "UPLOAD_FAILED",
    ],
    ["with a version that no header can hold", { version: "1.0β" }, "UPLOAD_FAILED"],
    ["with a version of two lines", { version: "1.0\nx-skill-trust: verified" }, "UPLOAD_FAILED"],
    ["with a version that is a path", { version: "1.0/../2.0" }, "UPLOAD_FAILED"],
    [
      "with a price for a wallet of somebody else",
      { paid: { lamports: 1000, payee: newAddress() } },
      "UPLOAD_FAILED",
    ],
  ])("%s", async (_, parts, code) => {
    const before = await count();
    const error = await refusal(upload(parts));
    expect(error.code).toBe(code);
    expect(error.details["findings"]).not.toHaveLength(0);
    expect(await count()).toEqual(before);
  });

  test("with a price that does not pay for the time that it states", async () => {
    const payee = newAddress();
    const { accountId } = await makeAccount({ address: payee });
    const request = (lamports: number) => ({
      actor: { accountId },
      source: "multipart" as const,
      package: buildSkillPackage({
        paid: { lamports, payee },
        frontMatter: {
          runtime: {
            docker_image: "exo-runtime-python-3.11",
            docker_image_hash: `sha256:${"a".repeat(64)}`,
            entrypoint: "scripts/main.py",
            timeout_seconds: 300,
          },
        },
      }),
    });
    const before = await count();
    const error = await refusal(publishVersion(request(239_999)));
    expect(error.code).toBe("UPLOAD_FAILED");
    expect(error.message).toMatch(/300 s costs at least 240000 lamports/);
    expect(error.details["findings"]).toMatchObject([{ path: "pricing.price_lamports" }]);
    expect(await count()).toEqual(before);
    expect((await publishVersion(request(240_000))).versionId).toMatch(/^ver_/);
  });

  test("under a reserved name", async () => {
    await database().reservedName.create({ data: { canonicalName: "officialtools", reason: "test" } });
    const before = await count();
    expect((await refusal(upload({ name: "official-tools" }))).code).toBe("SKILL_NAME_RESERVED");
    expect((await refusal(upload({ name: "emporion" }))).code).toBe("SKILL_NAME_RESERVED");
    expect((await refusal(upload({ name: "core" }))).code).toBe("SKILL_NAME_RESERVED");
    expect(await count()).toEqual(before);
  });

  test.each(["con", "prn", "aux", "nul", "com1", "lpt9", "com0", "NUL", "Aux", "con.skill", "Com7.TXT"])(
    "under %s, which Windows takes for a device, and the check says the same",
    async (name) => {
      const before = await count();
      const error = await refusal(upload({ frontMatter: { name } }));
      expect([error.code, error.message]).toEqual([
        "SKILL_NAME_RESERVED",
        expect.stringContaining("Windows calls a device so"),
      ]);
      const bytes = new TextEncoder().encode(`---\nname: ${name}\ndescription: Says hello.\n---\n\nHello.\n`);
      const { decision } = await validatePackage(assemblePackage([{ path: "SKILL.md", bytes }]));
      expect([decision.status, decision.reasons]).toEqual([
        "rejected",
        expect.arrayContaining([error.message]),
      ]);
      expect(await count()).toEqual(before);
    },
  );

  test("not under a name that only begins like a device", async () => {
    for (const name of ["console", "com10", "auxiliary", "nul-safe"]) await upload({ name });
  });

  test("by an account whose e-mail address is not confirmed", async () => {
    const account = await makeAccount();
    await database().account.update({ where: { id: account.accountId }, data: { email: "a@example.org" } });
    expect((await refusal(upload({}, account))).code).toBe("EMAIL_NOT_VERIFIED");
  });
});
