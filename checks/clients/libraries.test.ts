import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { startMarket } from "./testing/stock-market";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";

const url = await startMarket();
const market = new CallMarket();
const names = { free: uniqueName("free"), paid: "" };

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name: names.free }), await makeAccount());
  names.paid = market.skill.slug;
});
afterAll(printResults);

describe("@solana/mpp", () => {
  const home = new CleanHome();

  test("pays a call in both of its modes, and its requests repeated are not charged again", async () => {
    const script = path.resolve(import.meta.dirname, "mpp.mjs");
    const { finished } = home.script("@solana/mpp (checks/clients/mpp.mjs)", script, [names.paid], {
      APP_URL: url,
      SOLANA_RPC_URL: market.url,
    });
    const { code, text } = await finished;
    expect(text).toContain("idempotency key: the stored answer");
    expect(code).toBe(0);
  });
});

describe("mppx", () => {
  const home = new CleanHome();

  test("finds the paid call in the description of the API, and nothing wrong with what it is asked for", async () => {
    const found = await home.run("mppx", "discover", "validate", `${url}/openapi.json`);
    expect(found).toMatchObject({ code: 0, text: expect.stringContaining("valid") as string });
    const call = `POST:/v1/skills/${names.paid}/call`;
    const body = JSON.stringify({ input: { text: "hi" } });
    const asked = await home.run("mppx", "validate", url, "--endpoint", call, "--body", body);
    expect(asked.text).toContain("Challenge parseable (solana/charge)");
    expect(asked.code).toBe(0);
  });
});

describe("@modelcontextprotocol/sdk", () => {
  const home = new CleanHome();

  test("finds the MCP server, activates a skill, calls its tool, and is asked to pay for a priced one", async () => {
    const script = path.resolve(import.meta.dirname, "mcp.mjs");
    const { finished } = home.script(
      "@modelcontextprotocol/sdk (checks/clients/mcp.mjs)",
      script,
      [names.free, names.paid],
      { APP_URL: url },
    );
    const { code, text } = await finished;
    expect(text).toContain("gave the output of its example");
    expect(text).toContain("asks for 50000 lamports");
    expect(code).toBe(0);
  });
});

describe("@modelcontextprotocol/client", () => {
  const home = new CleanHome();

  test.each(["legacy", "auto", "pinned"])(
    "in its mode %s, the same, in the revision it asks for",
    async (mode) => {
      const script = path.resolve(import.meta.dirname, "mcp-2026.mjs");
      const { finished } = home.script(
        `@modelcontextprotocol/client, ${mode} (checks/clients/mcp-2026.mjs)`,
        script,
        [mode, names.free, names.paid],
        { APP_URL: url },
      );
      const { code, text } = await finished;
      expect(text).toContain(`connected to emporion`);
      expect(text).toContain("asks for 50000 lamports");
      expect(code).toBe(0);
    },
  );

  test("as a host of skills, it lists, gets, reads and verifies them, in both revisions", async () => {
    const script = path.resolve(import.meta.dirname, "mcp-skills.mjs");
    const { finished } = home.script(
      "@modelcontextprotocol/client/ext/skills (checks/clients/mcp-skills.mjs)",
      script,
      [names.free],
      { APP_URL: url },
    );
    const { code, text } = await finished;
    expect(text.match(/files read and verified/g)).toHaveLength(2);
    expect(code).toBe(0);
  });
});

describe("@a2a-js/sdk", () => {
  const home = new CleanHome();

  test("reads the card of A2A 1.0, verifies its signature, and finds a skill by a message", async () => {
    const script = path.resolve(import.meta.dirname, "a2a.mjs");
    const line = "@a2a-js/sdk (checks/clients/a2a.mjs)";
    const { finished } = home.script(line, script, [names.free, names.free], { APP_URL: url });
    const { code, text } = await finished;
    expect(text).toContain("the signature of the card is valid");
    expect(text).toContain(`a message finds ${names.free}`);
    expect(code).toBe(0);
  });
});
