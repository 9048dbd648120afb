import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishQuarantined, publishSealed, startMarket } from "./testing/stock-market";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { CallMarket } from "@/lib/running/testing/call-market";
import { makeAccount, uniqueName, type TestAccount } from "@/lib/testing/builders";

const url = await startMarket();
const market = new CallMarket();
const names = { free: uniqueName("free"), paid: "", bad: uniqueName("bad") };
let creator: TestAccount;

beforeAll(async () => {
  creator = await makeAccount();
  await publishSealed({ name: names.free }, creator);
  names.paid = market.skill.slug;
  await publishQuarantined(names.bad, creator);
});
afterAll(printResults);

const clientFile = (file: string) => path.resolve(import.meta.dirname, "node_modules", file);

describe("skills", () => {
  const home = new CleanHome();
  const add = (address: string, ...more: string[]) =>
    home.run("skills", "add", address, "-a", "claude-code", "-y", ...more);

  test("installs a skill from the address of its page, with every file", async () => {
    const { code, text } = await add(`${url}/skills/${names.free}`);
    expect(text).toContain(names.free);
    expect(code).toBe(0);
    expect(home.read(".claude/skills", names.free, "SKILL.md")).toContain(`name: ${names.free}`);
    expect(home.read(".claude/skills", names.free, "scripts/main.py")).toContain("json");
    const lock = JSON.parse(home.read("skills-lock.json")) as { skills: Record<string, unknown> };
    expect(lock.skills[names.free]).toMatchObject({ sourceType: "well-known" });
  });

  test("updates when there is a new version", async () => {
    await publishSealed({ name: names.free, version: "1.0.1" }, creator);
    const { code } = await home.run("skills", "update", "-y");
    expect(code).toBe(0);
    expect(home.read(".claude/skills", names.free, "SKILL.md")).toContain("version: 1.0.1");
  });

  test("installs the very version whose page it is given, as the page of a skill says", async () => {
    const pinned = new CleanHome();
    const address = `${url}/skills/${names.free}/v/1.0.0`;
    const { code } = await pinned.run("skills", "add", address, "-a", "claude-code", "-y");
    expect(code).toBe(0);
    expect(pinned.read(".claude/skills", names.free, "SKILL.md")).toContain("version: 1.0.0");
  });

  test("restores what its lock names, and turns a skill into a prompt without installing it", async () => {
    const colleague = new CleanHome();
    fs.copyFileSync(home.path("skills-lock.json"), colleague.path("skills-lock.json"));
    const restored = await colleague.run("skills", "experimental_install");
    expect(restored.text).toContain(names.free);
    expect(restored.code).toBe(0);
    const used = await home.run("skills", "use", `${url}/skills/${names.free}`, "--skill", names.free);
    expect(used.code).toBe(0);
    expect(used.text).toContain("Gives a text back.");
  });

  test("finds skills under an address it installs from", async () => {
    const settings = { SKILLS_API_URL: url };
    const line = `SKILLS_API_URL=${url} skills find ${names.free}`;
    const { finished } = home.script(line, clientFile("skills/bin/cli.mjs"), ["find", names.free], settings);
    const { text } = await finished;
    expect(text).toContain(`${url}/skills/${names.free}`);
  });

  test("installs the files of a skill with a price; the index it reads says what the price buys", async () => {
    expect((await add(`${url}/skills/${names.paid}`)).code).toBe(0);
    expect(home.read(".claude/skills", names.paid, "scripts/main.py")).toContain("wish");
    const index = await fetch(`${url}/skills/${names.paid}/.well-known/agent-skills/index.json`);
    expect(await index.text()).toContain(priceSentence({ priceLamports: 1n }));
  });

  test("installs from the market's own index, which holds a few sealed free skills", async () => {
    const other = new CleanHome();
    const { code } = await other.run("skills", "add", url, "-a", "claude-code", "-y", "--skill", names.free);
    expect(code).toBe(0);
    expect(other.read(".claude/skills", names.free, "SKILL.md")).toContain("version: 1.0.1");
  });

  test("installs all skills of a publisher", async () => {
    const other = new CleanHome();
    const { code } = await other.run(
      "skills",
      "add",
      `${url}/publishers/${creator.username}`,
      "-a",
      "claude-code",
      "-y",
      "--skill",
      "*",
    );
    expect(code).toBe(0);
    expect(fs.existsSync(other.path(".claude/skills", names.free, "SKILL.md"))).toBe(true);
    expect(fs.existsSync(other.path(".claude/skills", names.bad))).toBe(false);
  });

  test("refuses a skill in quarantine", async () => {
    expect((await add(`${url}/skills/${names.bad}`)).code).not.toBe(0);
    expect(fs.existsSync(home.path(".claude/skills", names.bad))).toBe(false);
  });
});
