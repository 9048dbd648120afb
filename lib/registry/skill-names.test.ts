import { beforeAll, describe, expect, test } from "vitest";
import { publishVersion } from "@/lib/registry/publish-version";
import { refusal } from "@/lib/testing/refusal";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

const upload = (parts: SkillParts, account = publisher) =>
  publishVersion({ actor: account, package: buildSkillPackage(parts), source: "multipart" });
const publish = (parts: SkillParts, account = publisher) => publishNow(buildSkillPackage(parts), account);

describe("names", () => {
  test("that differ only by hyphens are one name, also for their owner", async () => {
    const name = uniqueName("ab-cd");
    await publish({ name });
    const twin = name.replaceAll("-", "");
    expect((await refusal(upload({ name: twin }))).message).toContain(name);
    expect((await refusal(upload({ name: twin }, await makeAccount()))).code).toBe("SKILL_NAME_TAKEN");
  });

  test("held by a draft are a collision of their own", async () => {
    const name = uniqueName();
    const { skillId } = await publish({ name });
    await database().skill.update({
      where: { id: skillId },
      data: { claimStatus: "draft", ownerId: null, claimExpiresAt: new Date() },
    });
    expect((await refusal(upload({ name, version: "2.0.0" }))).code).toBe("SKILL_NAME_DRAFT_COLLISION");
  });
});
