import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishQuarantined, publishSealed, startMarket } from "./testing/stock-market";
import { answerDeviceLogin } from "@/lib/identity/devices/device-login";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { decideCaution, listHeld } from "@/lib/moderation/held";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const url = await startMarket();
testDatabase();
testBlobStore();
testRunner();

const names = {
  free: uniqueName("free"),
  bad: uniqueName("bad"),
  doubtful: uniqueName("doubtful"),
  paid: uniqueName("priced"),
};
let creator: TestAccount;
let verifier: string;

/** Held by the vetting for a person to look at. */
const DOUBTFUL =
  "import json, subprocess, sys\nsubprocess.run(sys.argv[1], shell=True)\njson.dump({'echo': json.load(sys.stdin)['text']}, sys.stdout)\n";

beforeAll(async () => {
  creator = await makeAccount();
  verifier = await publishSealed({ name: names.free }, creator);
  await publishSealed({ name: names.free, version: "1.0.1" }, creator);
  await publishQuarantined(names.bad, creator);
  const paid = { lamports: 1500, payee: creator.address };
  await publishNow(buildSkillPackage({ name: names.paid, paid }), creator);
  await publishNow(
    buildSkillPackage({ name: names.doubtful, files: { "scripts/main.py": DOUBTFUL } }),
    creator,
  );
  const administrator = await makeAdministrator();
  for (const { id: held } of await listHeld(administrator)) {
    await decideCaution({ actor: administrator, versionId: held, decision: "approve" });
  }
});
afterAll(printResults);

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

  test("skill verify --card prints what was looked at, and what a price buys", async () => {
    const sealed = await clawhub("skill", "verify", names.free, "--version", "1.0.0", "--card");
    expect(sealed.code).toBe(0);
    expect(sealed.text).toContain(`by the wallet ${verifier}`);
    const priced = await clawhub("skill", "verify", names.paid, "--card");
    expect(priced.text).toContain(priceSentence({ priceLamports: 1n }));
    expect((await clawhub("inspect", names.paid)).text).toContain("A price is for a call made here");
    expect((await clawhub("install", names.paid)).code).toBe(0);
    expect(fs.existsSync(home.path("skills", names.paid, "scripts/main.py"))).toBe(true);
  });

  test("lists packages, and finds one; plugins there are none", async () => {
    const listed = await clawhub("package", "explore", "--family", "skill");
    expect(listed.code).toBe(0);
    expect(listed.text).toContain(names.free);
    expect((await clawhub("package", "explore", names.free)).text).toContain(names.free);
    expect((await clawhub("package", "explore", "--family", "code-plugin")).text).toContain(
      "No packages found.",
    );
    expect((await clawhub("package", "inspect", names.free)).code).toBe(0);
  });

  test("an OpenClaw that has both installed is told of the one in quarantine, in one request", async () => {
    const items = [names.free, names.bad].map((slug) => ({
      slug,
      version: "1.0.0",
      ownerHandle: creator.username,
    }));
    const response = await fetch(`${url}/api/v1/skills/-/security-verdicts`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ items }),
    });
    const verdicts = (await response.json()) as { items: { ok: boolean; security: { status: string } }[] };
    expect(verdicts.items.map(({ ok, security }) => [ok, security.status])).toEqual([
      [true, "clean"],
      [false, "malicious"],
    ]);
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
    const { key } = await createApiKey(await getActorOf(creator.username), "test");
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
