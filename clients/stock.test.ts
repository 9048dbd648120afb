import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { sealVersion, startMarket } from "./testing/stock-market";
import { answerDeviceLogin } from "@/lib/identity/answer-device-login";
import { createApiKey } from "@/lib/identity/create-api-key";
import { drainJobs } from "@/lib/jobs/drain";
import { marketHandlers } from "@/lib/jobs/market-handlers";
import { decideCaution, listQuarantine } from "@/lib/registry/decide-caution";
import { quarantineSkill } from "@/lib/registry/quarantine-skill";
import { accessTokenFor } from "@/lib/running/access-token";
import { CallMarket } from "@/lib/running/testing/call-market";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";

const url = await startMarket();
const market = new CallMarket();
const names = {
  free: uniqueName("free"),
  paid: "",
  bad: uniqueName("bad"),
  doubtful: uniqueName("doubtful"),
};
let creator: TestAccount;
let key: string;
let verifier: string;

beforeAll(async () => {
  creator = await makeAccount();
  const actor = await getActorOf(creator.username);
  ({ key } = await createApiKey(actor, "test"));
  const { versionId } = await publishNow(buildSkillPackage({ name: names.free }), creator);
  verifier = await sealVersion(versionId);
  names.paid = market.skill.slug;
  await publishNow(buildSkillPackage({ name: names.bad }), creator);
  const administrator = await makeAdministrator();
  await quarantineSkill({ actor: administrator, skill: names.bad, reason: "It sends secrets away." });
  await publishNow(
    buildSkillPackage({ name: names.doubtful, files: { "scripts/main.py": DOUBTFUL } }),
    creator,
  );
  for (const { id: held } of await listQuarantine(administrator)) {
    await decideCaution({ actor: administrator, versionId: held, decision: "approve" });
  }
});
afterAll(printResults);

/** Held by the vetting for a person to look at. */
const DOUBTFUL =
  "import json, subprocess, sys\nsubprocess.run(sys.argv[1], shell=True)\njson.dump({'echo': json.load(sys.stdin)['text']}, sys.stdout)\n";

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
    const newer = buildSkillPackage({ name: names.free, version: "1.0.1" });
    const { versionId } = await publishNow(newer, creator);
    await sealVersion(versionId);
    const { code } = await home.run("skills", "update", "-y");
    expect(code).toBe(0);
    expect(home.read(".claude/skills", names.free, "SKILL.md")).toContain("version: 1.0.1");
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

  test("installs the stub of a paid skill, and the package for whoever paid", async () => {
    expect((await add(`${url}/skills/${names.paid}`)).code).toBe(0);
    expect(home.read(".claude/skills", names.paid, "SKILL.md")).toContain("Pay and call");
    const quoteId = await market.buyCall();
    const response = await fetch(`${url}/v1/quotes/${quoteId}/package-link`, {
      method: "POST",
      headers: { "x-access-token": accessTokenFor(quoteId) },
    });
    const link = (await response.json()) as { url: string };
    const buyer = new CleanHome();
    const { code } = await buyer.run("skills", "add", link.url, "-a", "claude-code", "-y");
    expect(code).toBe(0);
    expect(buyer.read(".claude/skills", names.paid, "scripts/main.py")).toContain("wish");
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

const clientFile = (file: string) => path.resolve(import.meta.dirname, "node_modules", file);

describe("clawhub", () => {
  const home = new CleanHome();
  const clawhub = (...args: string[]) =>
    home.run("clawhub", "--site", url, "--workdir", home.directory, "--no-input", ...args);

  test("finds the market by its discovery document, searches, explores and inspects", async () => {
    const found = await clawhub("search", names.free);
    expect(found).toMatchObject({ code: 0 });
    expect(found.text).toContain(`${names.free} v1.0.1`);
    expect(found.text).toContain(`@${creator.username}`);
    expect((await clawhub("explore")).text).toContain(names.free);
    expect((await clawhub("explore", "--sort", "trending")).text).toContain("v1.0");
    const inspected = await clawhub("inspect", names.free, "--files", "--versions");
    expect(inspected.code).toBe(0);
    expect(inspected.text).toContain("scripts/main.py");
    expect((await clawhub("inspect", names.free, "--file", "SKILL.md")).text).toContain(
      `name: ${names.free}`,
    );
  });

  test("says in words that there is no such skill", async () => {
    const { code, text } = await clawhub("inspect", "no-such-skill");
    expect(code).toBe(1);
    expect(text).toContain("Skill not found");
    expect(text).not.toContain("{");
  });

  test("installs a version and knows by its fingerprint that it is the newest", async () => {
    expect((await clawhub("install", names.free, "--version", "1.0.0")).code).toBe(0);
    expect(home.read("skills", names.free, "SKILL.md")).toContain("version: 1.0.0");
    const updated = await clawhub("update", "--all");
    expect(updated.code).toBe(0);
    expect(home.read("skills", names.free, "SKILL.md")).toContain("version: 1.0.1");
    expect((await clawhub("update", "--all")).text).toMatch(/up to date|already/i);
  });

  test("installs a suspicious skill only by force, and one in quarantine not at all", async () => {
    const refused = await clawhub("install", names.doubtful);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("--force");
    expect((await clawhub("install", names.doubtful, "--force")).code).toBe(0);
    const blocked = await clawhub("install", names.bad, "--force");
    expect(blocked.code).toBe(1);
    expect(blocked.text).toContain("malicious");
    expect(fs.existsSync(home.path("skills", names.bad))).toBe(false);
  });

  test("skill verify prints the verifier's seal, and fails for a skill in quarantine", async () => {
    const passed = await clawhub("skill", "verify", names.free, "--version", "1.0.0");
    expect(passed.code).toBe(0);
    expect(passed.text).toContain(verifier);
    expect(passed.text).toContain('"status": "sealed"');
    const failed = await clawhub("skill", "verify", names.bad);
    expect(failed.code).toBe(1);
    expect(failed.text).toContain("It sends secrets away.");
  });

  test("logs in with a code that a person approves, and says who it is", async () => {
    const device = new CleanHome();
    const login = device.start(
      "clawhub",
      "--site",
      url,
      "--registry",
      url,
      "login",
      "--label",
      "my terminal",
    );
    const [, code = ""] = await login.until(/enter code: ([A-Z]{4}-[A-Z]{4})/);
    await answerDeviceLogin(await getActorOf(creator.username), code, "approved");
    expect(await login.finished).toMatchObject({ code: 0 });
    const who = await device.run("clawhub", "--registry", url, "whoami");
    expect(who.text).toContain(creator.username);
  });

  test("publishes a folder in three steps, reports its scan, stars it", async () => {
    expect((await clawhub("login", "--token", key)).code).toBe(0);
    const name = uniqueName("published");
    const folder = home.path(name);
    for (const { path: file, bytes } of buildSkillPackage({ name }).files) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), bytes);
    }
    const wrong = await clawhub("skill", "publish", folder, "--version", "3.0.0");
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain("--version 1.0.0");
    const published = await clawhub("skill", "publish", folder, "--version", "1.0.0");
    expect(published.text).toContain("pending security scans");
    expect(published.code).toBe(0);
    await drainJobs(marketHandlers);
    expect((await clawhub("skill", "publish", folder)).text).toContain("already published");
    expect((await clawhub("star", name, "--yes")).text).toContain("Starred");
    expect((await clawhub("star", name, "--yes")).text).toContain("already starred");
    expect((await clawhub("unstar", name, "--yes")).code).toBe(0);
    const scanned = await clawhub("scan", "--slug", name);
    expect(scanned.text).toContain("Verdict: APPROVED");
    expect(scanned.code).toBe(0);
    expect((await clawhub("install", name)).code).toBe(0);
    const reported = await clawhub("sync", "--dry-run", "--root", home.directory);
    expect(reported.code).toBe(0);
    const digests = [folder, home.path("skills", name)].map((place) =>
      createHash("sha256")
        .update(fs.readFileSync(path.join(place, "scripts/main.py")))
        .digest("hex"),
    );
    expect(digests[0]).toBe(digests[1]);
  });
});

describe("@solana/mpp", () => {
  const home = new CleanHome();

  test("pays a call in both of its modes, and its requests repeated are not charged again", async () => {
    const script = path.resolve(import.meta.dirname, "mpp.mjs");
    const { finished } = home.script("@solana/mpp (clients/mpp.mjs)", script, [names.paid], {
      APP_URL: url,
      SOLANA_RPC_URL: market.url,
    });
    const { code, text } = await finished;
    expect(text).toContain("idempotency key: the stored answer");
    expect(code).toBe(0);
  });
});

describe("@modelcontextprotocol/sdk", () => {
  const home = new CleanHome();

  test("finds the MCP server, activates a skill, calls its tool, and is asked to pay for a priced one", async () => {
    const script = path.resolve(import.meta.dirname, "mcp.mjs");
    const { finished } = home.script(
      "@modelcontextprotocol/sdk (clients/mcp.mjs)",
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
