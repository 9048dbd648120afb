import fs from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttpsMarket } from "./testing/https-market";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishQuarantined, publishSealed } from "./testing/stock-market";
import {
  buildSkillPackage,
  makeAccount,
  testBlobStore,
  publishNow,
  uniqueName,
  type TestAccount,
  getActorOf,
} from "@/lib/testing/builders";
import { saveSet } from "@/lib/registry/sets/save-set";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();
const { url, plain, settings } = await startHttpsMarket();
const names = { free: uniqueName("free"), unsealed: uniqueName("skill"), bad: uniqueName("bad") };
const MARKETPLACE = `${url}/.claude-plugin/marketplace.json`;
const ID = `emporion-${new URL(url).host.replace(".", "-")}`;
let creator: TestAccount;
const home = new CleanHome(settings);
const claude = (...args: string[]) => home.claude(...args);

beforeAll(async () => {
  creator = await makeAccount();
  await publishSealed({ name: names.free }, creator);
  await publishNow(buildSkillPackage({ name: names.unsealed }), creator);
  await publishQuarantined(names.bad, creator);
});
afterAll(printResults);

const installed = () =>
  (fs.readdirSync(home.path(".claude/plugins"), { recursive: true }) as string[]).filter((file) =>
    file.endsWith("SKILL.md"),
  );

describe("claude plugin", () => {
  test("finds no fault in the marketplace of the catalogue", async () => {
    const text = await (await fetch(`${plain}/.claude-plugin/marketplace.json`)).text();
    fs.mkdirSync(home.path(".claude-plugin"));
    fs.writeFileSync(home.path(".claude-plugin/marketplace.json"), text);
    const { code, text: said } = await claude(
      "plugin",
      "validate",
      home.path(".claude-plugin/marketplace.json"),
    );
    expect(said).toContain("Validation passed");
    expect(said).not.toContain("warning");
    expect(code).toBe(0);
  });

  test("adds the marketplace by its address and installs a skill from it", async () => {
    expect((await claude("plugin", "marketplace", "add", MARKETPLACE)).text).toContain(
      `added marketplace: ${ID}`,
    );
    const { code, text } = await claude("plugin", "install", `${names.free}@${ID}`);
    expect(text).toContain("Successfully installed");
    expect(code).toBe(0);
    const [file = ""] = installed();
    expect(file).toContain(`skills/${names.free}/SKILL.md`);
    expect(home.read(".claude/plugins", file)).toContain(`name: ${names.free}`);
  });

  test("finds no fault in the plugin itself", async () => {
    const [file = ""] = installed();
    const folder = home.path(".claude/plugins", file.slice(0, file.indexOf("/skills/")));
    const { code, text } = await claude("plugin", "validate", folder);
    expect(text).toContain("Validation passed");
    expect(code).toBe(0);
  });

  test("updates to a new version", async () => {
    await publishSealed({ name: names.free, version: "1.0.1" }, creator);
    await claude("plugin", "marketplace", "update", ID);
    const { code, text } = await claude("plugin", "update", `${names.free}@${ID}`);
    expect(text).toContain("1.0.1");
    expect(code).toBe(0);
  });

  test("keeps the audited skills of a person as a marketplace of its own", async () => {
    const address = `${url}/people/${creator.username}${new URL(MARKETPLACE).pathname}?audit=audited`;
    const { code, text } = await claude("plugin", "marketplace", "add", address);
    expect(code).toBe(0);
    const [, id = ""] = /added marketplace: (\S+)/.exec(text) ?? [];
    expect(id).not.toBe(ID);
    expect((await claude("plugin", "install", `${names.unsealed}@${id}`)).code).not.toBe(0);
    expect((await claude("plugin", "marketplace", "list")).text).toContain(ID);
  });

  test("installs a set of five as one plugin; one that is withdrawn is gone with the next update", async () => {
    const skills: string[] = [];
    for (let made = 0; made < 5; made++) skills.push((await publishNow(buildSkillPackage(), creator)).slug);
    const [actor, name] = [await getActorOf(creator.username), uniqueName("set")];
    const parts = skills.map((skill) => ({ skill, range: "*" }));
    await saveSet({ actor, name, description: "Five that belong together.", parts });
    const { text } = await claude(
      "plugin",
      "marketplace",
      "add",
      `${url}/sets/${name}${new URL(MARKETPLACE).pathname}`,
    );
    const [, id = ""] = /added marketplace: (\S+)/.exec(text) ?? [];
    expect(id).toBe(`${ID}-set-${name}`);
    expect((await claude("plugin", "install", `${name}@${id}`)).code).toBe(0);
    const ofSet = () => installed().filter((file) => file.includes(`/${name}/`));
    expect(ofSet()).toHaveLength(5);

    const [gone = ""] = skills;
    await yankVersion({ actor, skill: gone, version: "1.0.0", reason: "a fault" });
    await claude("plugin", "marketplace", "update", id);
    const updated = await claude("plugin", "update", `${name}@${id}`);
    expect(updated.text).toContain("updated");
    const newest = ofSet().filter((file) => !file.includes(`skills/${gone}/`));
    expect(newest).toHaveLength(8); // four of before, and four of now
  });

  test("does not find a skill in quarantine", async () => {
    expect((await claude("plugin", "install", `${names.bad}@${ID}`)).code).not.toBe(0);
  });
});
