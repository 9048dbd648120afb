import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { buildVibeLifeSkill } from "@/lib/running/testing/vibelife-skill";
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
    const proof = {
      id: newId("dom"),
      domain: "example.com",
      provenAt: seen,
      seenAt: seen,
      createdAt: seen,
      nextCheckAt: seen,
    };
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

  test("names each tool of a VibeLife skill with its parameters, and the words that call for it", async () => {
    const id = "letters-here";
    await publishNow(buildVibeLifeSkill({ id }), publisher);
    const parameter = (name: string, type: string, required: boolean, options: string[] = []) => ({
      name,
      type,
      required,
      description: null,
      enum: options,
    });
    expect(await schemaOf(id)).toMatchObject({
      triggers: ["姓名"],
      tools: [
        {
          name: "collect_letters_here_info",
          type: "collect",
          when_to_call: "需要时",
          card_type: "collect_form",
          callable: false,
          parameters: [parameter("form_type", "string", true)],
        },
        {
          name: "calculate_letters_here",
          type: "compute",
          card_type: null,
          callable: true,
          parameters: [parameter("name", "string", true), parameter("unit", "string", false, ["字", "划"])],
        },
        {
          name: "show_letters_here_chart",
          type: "display",
          card_type: "letters_here_chart",
          callable: false,
        },
        { name: "calculate_letters_here_probe", callable: true },
      ],
    });
    expect(await schemaOf("nowhere")).toMatchObject({ tools: [], triggers: [] });
  });

  test("names them of a skill that is not called too, and why it is not", async () => {
    const permissions = { network: true, filesystem: false, subprocess: false };
    await publishNow(
      buildVibeLifeSkill({ id: "far-letters", frontMatter: { name: "far-letters", permissions } }),
      publisher,
    );
    const { tools, runnable, runnable_reason: reason } = await schemaOf("far-letters");
    expect([runnable, (tools as object[]).length]).toEqual([false, 4]);
    expect(reason).toMatch(/^It wants the network/);
    const cards = { "tools/handlers.py": "", "services/letters.py": "" };
    await publishNow(buildVibeLifeSkill({ id: "only-cards", files: cards }), publisher);
    const other = await schemaOf("only-cards");
    expect(other).toMatchObject({
      runnable: false,
      tools: [{}, { callable: false }, {}, { callable: false }],
    });
    expect(other["runnable_reason"]).toMatch(/^It names no script/);
  });
});
