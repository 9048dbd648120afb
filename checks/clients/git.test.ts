import { afterAll, beforeAll, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishQuarantined, publishSealed, startMarket } from "./testing/stock-market";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { makeAccount, testBlobStore, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { digestOfClone } from "@/lib/testing/stock-git";

testDatabase();
testBlobStore();
const url = await startMarket();
const names = { free: uniqueName("free"), bad: uniqueName("bad") };
const address = `${url}/skills/${names.free}.git`;
const home = new CleanHome();
let creator: TestAccount;

beforeAll(async () => {
  creator = await makeAccount();
  await publishSealed({ name: names.free }, creator);
  await publishQuarantined(names.bad, creator);
});
afterAll(printResults);

/** That a folder holds what a verifier has sealed of a version, by the digest that the seal names. */
async function expectSealed(folder: string, version: string): Promise<void> {
  const { seals, packageDigest } = await getSkill(names.free, { version });
  expect(seals.length).toBeGreaterThan(0);
  expect(await digestOfClone(home.path(folder))).toBe(packageDigest);
}

test("clones a skill from the address of its page, and holds what was sealed", async () => {
  expect((await home.git(["clone", address])).code).toBe(0);
  await expectSealed(names.free, "1.0.0");
});

test("fetches what was published since, and lists the versions", async () => {
  await publishSealed({ name: names.free, version: "1.0.1" }, creator);
  expect((await home.git(["pull", "--ff-only"], names.free)).code).toBe(0);
  await expectSealed(names.free, "1.0.1");
  const listed = await home.git(["ls-remote", "--tags", address]);
  expect(listed.text).toMatch(/refs\/tags\/1\.0\.0\n.*refs\/tags\/1\.0\.1\n/);
  const log = await home.git(["log", "--oneline", "--no-decorate"], names.free);
  expect(log.text.trim().split("\n")).toHaveLength(2);
});

test("clones one version alone", async () => {
  const asked = ["clone", "--depth", "1", "--branch", "1.0.0", address, "pinned"];
  expect((await home.git(asked)).code).toBe(0);
  await expectSealed("pinned", "1.0.0");
});

test("keeps the bytes where git is set to other line ends", async () => {
  expect((await home.git(["-c", "core.autocrlf=true", "clone", address, "windows"])).code).toBe(0);
  await expectSealed("windows", "1.0.1");
});

test("is told why a skill in quarantine cannot be cloned", async () => {
  const { code, text } = await home.git(["clone", `${url}/skills/${names.bad}.git`]);
  expect(code).toBe(128);
  expect(text).toContain("It sends secrets away.");
});
