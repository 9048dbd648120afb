import { describe, expect, test } from "vitest";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { refusal } from "@/lib/testing/refusal";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

testDatabase();
const { upload, publish } = testPublisher();

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
    const data = { claimStatus: "draft", ownerId: null, claimExpiresAt: new Date() } as const;
    await withoutLifecycle("Skills", (tx) => tx.skill.update({ where: { id: skillId }, data }));
    expect((await refusal(upload({ name, version: "2.0.0" }))).code).toBe("SKILL_NAME_DRAFT_COLLISION");
  });
});
