import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { newId } from "@/lib/kernel/ids";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

const schemaOf = async (skill: string) => (await call("GET", `/v1/agent/skills/${skill}/schema`)).body;

describe("GET /v1/agent/skills/{id}/schema", () => {
  const http = (name: string, endpoint?: string) =>
    publishNow(
      buildSkillPackage({
        name,
        frontMatter: {
          interface: { type: "http", call_pattern: "http_post", runtime: "any", endpoint },
          platform_compatibility: ["CustomAgent"],
        },
      }),
      publisher,
    );

  test("names the address of an http skill, how it is called, and whether its host is proven", async () => {
    await http("at-home", "https://API.example.com/skill");
    const endpoint = async () =>
      ((await schemaOf("at-home"))["interface"] as Record<string, unknown>)["endpoint"];
    const there = {
      url: "https://api.example.com/skill",
      method: "POST",
      content_type: "application/json",
      proven_domain: null,
    };
    expect(await endpoint()).toEqual(there);
    const seen = new Date();
    const proof = { id: newId("dom"), domain: "example.com", provenAt: seen, seenAt: seen, createdAt: seen };
    await database().publisherDomain.create({ data: { ...proof, accountId: publisher.accountId } });
    expect(await schemaOf("at-home")).toMatchObject({
      runnable: false,
      runnable_reason:
        "It is called at its publisher's own address (`interface.type: http`), not by the market.",
      interface: {
        type: "http",
        call_pattern: "http_post",
        endpoint: { ...there, proven_domain: "example.com" },
      },
    });
    const { body } = await call("GET", "/v1/skills/at-home/install-guide");
    const steps = body["steps"] as { kind: string; command: string | null }[];
    expect(steps.map(({ kind }) => kind)).toEqual(["download", "unpack", "call", "follow_skill_md"]);
    expect(steps[2]?.command).toContain("curl -sS -X POST 'https://api.example.com/skill'");
  });

  test("names none where none is declared", async () => {
    await http("nowhere");
    expect(await schemaOf("nowhere")).toMatchObject({ interface: { type: "http", endpoint: null } });
  });
});
