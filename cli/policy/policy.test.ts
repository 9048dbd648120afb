import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FoundSkill } from "@/client";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { setOwnPolicy } from "@/lib/identity/policies/account-policies";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { newAddress, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { factsOfDetails } from "./facts-of-details";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
const { publish, publisher } = testPublisher();
const url = servedMarket();

const policy = (rules: object) => JSON.stringify({ policyVersion: 1, ...rules });
const FILE = "emporion.policy.json";

async function installed() {
  const bench = newProject(url());
  const name = uniqueName();
  await publish({ name });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  return { bench, name };
}

test("ci installs nothing that the project's policy refuses, and says which rule of which file, and what to do", async () => {
  const { bench, name } = await installed();
  rmSync(bench.at(".claude/skills"), { recursive: true });
  bench.write({ [FILE]: policy({ leastAudit: "audited", severityCeiling: "medium" }) });
  expect(await bench.run("ci")).toEqual({
    code: 1,
    stdout: "",
    stderr: `${name} 1.0.0: refused by leastAudit of ${FILE}: asked is audited or higher, found is Unverified; choose a version with a higher state, or ask its publisher to have it audited\n`,
  });
  expect(existsSync(bench.at(`.claude/skills/${name}`))).toBe(false);
  bench.write({ [FILE]: policy({ leastAudit: "unverified", severityCeiling: "medium" }) });
  expect(await bench.run("ci")).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(bench.at(`.claude/skills/${name}/SKILL.md`))).toBe(true);
});

test("add and update write nothing that a policy refuses, and nobody is asked about it", async () => {
  const { bench, name } = await installed();
  await publish({ name, version: "1.0.1" });
  bench.write({ [FILE]: policy({ leastAudit: "audited" }) });
  for (const line of [`add ${name}`, `add ${name} --yes`, "update", "update --yes"]) {
    const refused = await bench.run(line, { isTerminal: true });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`${name} 1.0.1: refused by leastAudit of ${FILE}: `);
    expect(refused.stderr).not.toContain("[y/N]");
  }
  expect(bench.read("emporion.lock.json")).toContain('"version": "1.0.0"');
});

test("policies up to the root of the repository, the user's and a named one all hold, and none above the repository", async () => {
  const { bench: above } = await installed();
  const project = above.in("repository/packages/one");
  project.write({ "emporion.lock.json": above.read("emporion.lock.json") });
  const home = above.in("somebody/at/home");
  project.env = { ...above.env, HOME: home.directory };
  above.write({
    [FILE]: policy({ priceCeilingLamports: "0", leastAudit: "audited" }),
    "repository/.git/HEAD": "ref: refs/heads/main",
    [`repository/${FILE}`]: policy({ trustedPublishers: ["nobody-else"] }),
    [`repository/packages/one/${FILE}`]: policy({ leastAgeDays: 1 }),
    "somebody/at/home/.config/emporion/policy.json": policy({ allowedLicenses: ["BSD-2-Clause"] }),
    "elsewhere.json": policy({ leastAudit: "optimistic" }),
  });
  const { code, stderr } = await project.run("ci --policy ../../../elsewhere.json");
  expect(code).toBe(1);
  const rules = [...stderr.matchAll(/refused by (\w+) of (\S+):/g)].map(([, rule, file]) => [rule, file]);
  expect(rules).toEqual([
    ["leastAgeDays", FILE],
    ["trustedPublishers", `../../${FILE}`],
    ["allowedLicenses", "~/.config/emporion/policy.json"],
    ["leastAudit", "../../../elsewhere.json"],
  ]);
  expect(stderr).toContain(`found is ${publisher().username} (`);
});

test("a directory outside of any repository has its own policy alone", async () => {
  const { bench } = await installed();
  const project = bench.in("one");
  project.write({ "emporion.lock.json": bench.read("emporion.lock.json") });
  bench.write({ [FILE]: policy({ leastAudit: "audited" }) });
  expect(await project.run("ci")).toMatchObject({ code: 0, stderr: "" });
  expect(await bench.run("ci")).toMatchObject({ code: 1 });
});

test.each([
  ["{", /^emporion\.policy\.json: is not JSON/],
  [policy({ leastaudit: "audited" }), /"leastaudit" is no member of a policy/],
  [" ".repeat(70_000), /more than 65536 bytes/],
])("%#: a policy that is not understood allows nothing", async (text, message) => {
  const { bench } = await installed();
  bench.write({ [FILE]: text });
  for (const line of ["ci", "outdated"]) {
    const { code, stderr } = await bench.run(line);
    expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
  }
  expect(await bench.run("ci --policy missing.json")).toMatchObject({ code: 3 });
});

test("a policy is read as editors of Windows save it, and is never passed over", async () => {
  const { bench } = await installed();
  const text = policy({ leastAudit: "audited" });
  bench.write({ [FILE]: `\ufeff${text}` });
  expect(await bench.run("ci")).toMatchObject({ code: 1 });
  bench.write({ [FILE]: Buffer.from(`\ufeff${text}`, "utf16le") });
  expect((await bench.run("ci")).stderr).toBe(`${FILE}: is not UTF-8; save it as UTF-8\n`);
  rmSync(bench.at(FILE));
  bench.write({ [`${FILE}/inside`]: "" });
  const { code, stderr } = await bench.run("ci");
  expect([code, stderr]).toEqual([3, expect.stringContaining(`${FILE}: is a directory`)]);
});

test("outdated judges what is installed and what is newest", async () => {
  const { bench, name } = await installed();
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
  bench.write({ [FILE]: policy({ leastAudit: "audited" }) });
  const refused = await bench.run("outdated");
  expect([refused.code, refused.stdout.match(/refused by leastAudit/g)?.length]).toEqual([1, 1]);
  await publish({ name, version: "1.0.1" });
  const both = await bench.run("outdated");
  expect(both.stdout).toContain(`${name} 1.0.0: refused by leastAudit`);
  expect(both.stdout).toContain(`${name} 1.0.1: refused by leastAudit`);
});

describe("the policy of an account", () => {
  const setPolicy = async (rules: object, isPublic: boolean) => {
    const holder = await makeKeyHolder();
    const actor = await findActorByUsername(holder.username);
    if (!actor) throw new Error("the account was just made");
    const policy = { policyVersion: 1, ...rules } as const;
    await setOwnPolicy(actor, { policy, isPublic, expected: 0 });
    return holder;
  };

  test("holds for a project that names it: signed by the market, whose key is pinned", async () => {
    const { bench, name } = await installed();
    const { username } = await setPolicy({ leastAudit: "audited" }, true);
    bench.env = { ...bench.env, HOME: bench.at("home") };
    const account = { market: url(), name: username };
    bench.write({ [FILE]: policy({ accounts: [account] }) });
    const refused = await bench.run("ci");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `${name} 1.0.0: refused by leastAudit of account ${username} of ${url()} (named in ${FILE}): asked is audited or higher`,
      ),
    ]);
    const { keyId } = platformKey();
    const pins = "home/.config/emporion/market-keys.json";
    expect(JSON.parse(bench.read(pins))).toEqual({ [url()]: keyId });
    expect(await bench.run("ci")).toEqual(refused);

    const other = newAddress();
    bench.write({ [pins]: JSON.stringify({ [url()]: other }) });
    const changed = await bench.run("ci");
    expect([changed.code, changed.stderr]).toEqual([
      3,
      expect.stringContaining(
        `is not signed by the key ${other}, pinned in ~/.config/emporion/market-keys.json`,
      ),
    ]);
    bench.write({ [pins]: "{" });
    expect((await bench.run("ci")).stderr).toContain("market-keys.json: is not understood; remove it");
    bench.write({ [FILE]: policy({ accounts: [{ ...account, key: keyId }] }) });
    expect(await bench.run("ci")).toEqual(refused);
    bench.write({ [FILE]: policy({ accounts: [{ ...account, key: other }] }) });
    expect(await bench.run("ci")).toMatchObject({ code: 3 });
  });

  test("that is not public is read with a key of the account alone; what cannot be read allows nothing", async () => {
    const { bench } = await installed();
    const { username, key } = await setPolicy({ priceCeilingLamports: "0" }, false);
    bench.env = { ...bench.env, HOME: bench.at("home") };
    bench.write({ [FILE]: policy({ accounts: [{ market: url(), name: username }] }) });
    const unread = await bench.run("ci");
    expect([unread.code, unread.stderr]).toEqual([3, expect.stringContaining("NOT_FOUND")]);
    bench.env = { ...bench.env, EMPORION_API_KEY: key };
    expect(await bench.run("ci")).toMatchObject({ code: 0 });
    // The key belongs to the market of EMPORION_MARKET, and goes to no other.
    bench.env = { ...bench.env, EMPORION_MARKET: "http://127.0.0.1:9" };
    expect((await bench.run("ci")).stderr).toContain("NOT_FOUND");
    bench.write({ [FILE]: policy({ accounts: [{ market: "http://127.0.0.1:9", name: username }] }) });
    expect((await bench.run("ci")).stderr).toContain("UNREACHABLE");
  });

  test("without a home its key must be named, as nothing can be pinned", async () => {
    const { bench } = await installed();
    const { username } = await setPolicy({}, true);
    bench.write({ [FILE]: policy({ accounts: [{ market: url(), name: username }] }) });
    const answer = await bench.run("ci");
    expect([answer.code, answer.stderr]).toEqual([3, expect.stringContaining("HOME is not set")]);
  });
});

test("a market that says nothing, or something else than it should, says what is not known", () => {
  const bare = { audit_state: "Audited", price_lamports: "5" } as FoundSkill;
  const unknown = {
    auditState: "Audited",
    verifiers: null,
    publisher: null,
    hosts: null,
    access: { network: null, filesystem: null, subprocess: null, secrets: null },
    publishedAt: null,
    license: null,
    priceLamports: 5n,
    findings: null,
  };
  expect(factsOfDetails(bare)).toEqual(unknown);
  const odd = {
    ...bare,
    seals: [{ verifier_address: 1, counts: true }],
    version_publisher: "alice",
    published_at: "yesterday",
    license: { toString: "MIT" },
    permissions: { network: "no" },
    findings: [],
    vetting: { finished_at: null, picture: { contacts: [] } },
  } as unknown as FoundSkill;
  // A report that has not ended has found nothing yet, whatever lists stand beside it.
  expect(factsOfDetails(odd)).toEqual({ ...unknown, hosts: [] });
  const full = {
    ...bare,
    seals: [
      { verifier_address: "in-force", counts: true },
      { verifier_address: "ended", counts: false },
    ],
    version_publisher: { id: "acc_1", name: "alice" },
    published_at: "2026-11-20T12:00:00.000Z",
    license: "MIT",
    permissions: { network: false, filesystem: null, subprocess: true, env_vars: ["TOKEN"] },
    findings: [{ code: "a.b", severity: "low", message: "m" }],
    vetting: {
      finished_at: "2026-11-20T12:00:00.000Z",
      picture: { contacts: [{ host: "a.net", file: "x", line: 1 }] },
    },
  } as unknown as FoundSkill;
  expect(factsOfDetails(full)).toEqual({
    auditState: "Audited",
    verifiers: ["in-force"],
    publisher: { id: "acc_1", name: "alice" },
    hosts: ["a.net"],
    access: { network: false, filesystem: null, subprocess: true, secrets: true },
    publishedAt: new Date("2026-11-20T12:00:00Z"),
    license: "MIT",
    priceLamports: 5n,
    findings: [{ code: "a.b", severity: "low", message: "m" }],
  });
});
