import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { call } from "@/api/testing/client";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
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

const database = testDatabase();
testBlobStore();

const PATH = "/api/v1/skills/-/security-verdicts";
const version = "1.0.0";
interface Item {
  ok: boolean;
  decision: string;
  reasons: string[];
  security: Record<string, unknown> | null;
  [member: string]: unknown;
}
async function ask(items: readonly unknown[]): Promise<Item[]> {
  const { status, body } = await call("POST", PATH, { json: { items } });
  expect(status).toBe(200);
  expect(body["schema"]).toBe("clawhub.skill.security-verdicts.v1");
  return body["items"] as Item[];
}
const textOf = async (path: string) => new TextDecoder().decode((await call("GET", path)).bytes);

let creator: TestAccount;
const names = {
  plain: uniqueName(),
  sealed: uniqueName(),
  challenged: uniqueName(),
  withdrawn: uniqueName(),
  quarantined: uniqueName(),
  unscanned: uniqueName(),
};
beforeAll(async () => {
  creator = await makeAccount();
  const ids = new Map<string, string>();
  for (const name of Object.values(names))
    ids.set(name, (await publishNow(buildSkillPackage({ name }), creator)).versionId);
  const idOf = (name: string) => ids.get(name) ?? "";
  const verifier = await makeVerifier();
  await verifier.audit(idOf(names.sealed));
  await verifier.audit(idOf(names.challenged));
  const administrator = await makeAdministrator();
  const words = { claim: "It lies.", evidence: "Read line 1." };
  const { accountId } = await makeAccount();
  const { challengeId } = await openChallenge({ accountId, versionId: idOf(names.challenged), ...words });
  await decideChallenge(administrator, { challengeId, decision: "upheld", outcome: "It does." });
  const actor = await getActorOf(creator.username);
  await yankVersion({ actor, skill: names.withdrawn, version, reason: "It is broken." });
  await quarantineSkill({ actor: administrator, skill: names.quarantined, reason: "It sends secrets away." });
  await database().vettingJob.deleteMany({ where: { versionId: idOf(names.unscanned) } });
});

describe("verdicts of many versions", () => {
  test("stand in the order they were asked for, each with who looked and what was signed", async () => {
    const asked = [...Object.values(names), "no-such-skill"].map((slug) => ({ slug, version }));
    const items = await ask([...asked, { slug: names.plain, version: "9.9.9" }]);
    expect(items.map(({ requestedSlug }) => requestedSlug)).toEqual([
      ...asked.map(({ slug }) => slug),
      names.plain,
    ]);
    const seen = items.map(({ ok, decision, reasons, security }) => [
      ok,
      decision,
      reasons,
      security?.["status"] ?? null,
      (security?.["audit"] as { signed: boolean } | undefined)?.signed ?? null,
    ]);
    expect(seen).toEqual([
      [true, "pass", [], "clean", false],
      [true, "pass", [], "clean", true],
      [false, "fail", ["suspicious: CHALLENGE_UPHELD"], "suspicious", false],
      [false, "fail", ["withdrawn: It is broken."], "clean", false],
      [false, "fail", ["quarantined: It sends secrets away."], "malicious", false],
      [false, "fail", ["scan_pending"], "pending", false],
      [false, "fail", ["skill.not_found"], null, null],
      [false, "fail", ["version.not_found"], null, null],
    ]);
  });

  test("name the scanner with its version, and say of those of others that they were not run", async () => {
    const [item, unscanned] = await ask([
      { slug: names.sealed, version },
      { slug: names.unscanned, version },
    ]);
    expect(item?.security?.["signals"]).toEqual({
      staticScan: {
        status: "clean",
        reasonCodes: [],
        scanner: "emporion vet",
        engineVersion: expect.stringMatching(/\d/) as unknown,
        checkedAt: expect.any(Number) as unknown,
        reportDigest: expect.stringMatching(/^sha256:/) as unknown,
      },
      virusTotal: null,
      skillSpector: null,
      dependencyRegistry: null,
    });
    expect(item?.security?.["audit"]).toMatchObject({ state: "Audited", mark: { scope: "full" } });
    expect(unscanned?.security?.["signals"]).toMatchObject({ staticScan: null });
  });

  test("know the owner that was named, in any case, and nobody else's skill", async () => {
    const of = (ownerHandle: string) => ({ slug: names.plain, version, ownerHandle });
    const items = await ask([of(creator.username.toUpperCase()), of("somebody-else")]);
    expect(items.map(({ ok, reasons }) => [ok, reasons])).toEqual([
      [true, []],
      [false, ["skill.not_found"]],
    ]);
  });

  test("cost one query, however many are asked for", async () => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const counts: number[] = [];
    for (const many of [1, 100]) {
      sent.mockClear();
      await ask(Array.from({ length: many }, () => ({ slug: names.sealed, version })));
      const texts = sent.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? "");
      counts.push(texts.filter((text) => text.includes('"VettingJobs"')).length);
    }
    sent.mockRestore();
    expect(counts).toEqual([1, 1]);
  });

  test.each([
    ["none", { items: [] }],
    ["too many", { items: Array.from({ length: 101 }, () => ({ slug: "a", version })) }],
    ["no list", { items: "a" }],
    ["nothing", {}],
    ["a list", []],
    ["no version", { items: [{ slug: "a" }] }],
    ["an empty name", { items: [{ slug: "", version }] }],
    ["a number for a name", { items: [{ slug: 1, version }] }],
    ["a name that is too long", { items: [{ slug: "a".repeat(101), version }] }],
    ["a name the database cannot hold", { items: [{ slug: "a\0b", version }] }],
    ["half a character", { items: [{ slug: "a\uD800", version }] }],
    ["a version that is too long", { items: [{ slug: "a", version: "1".repeat(65) }] }],
  ])("are refused for %s with a line of text", async (_, json) => {
    const { status, headers } = await call("POST", PATH, { json });
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });
});

describe("what is asked of one skill", () => {
  test.each([
    ["plain", 200, { ok: true, installKind: "archive" }],
    ["withdrawn", 410, { ok: false, reason: "archive_version_missing", status: 410 }],
    ["quarantined", 403, { ok: false, reason: "archive_version_missing", status: 403 }],
  ] as const)("/install of one that is %s: %i", async (which, status, body) => {
    const answer = await call("GET", `/api/v1/skills/${names[which]}/install`);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(body);
  });

  test("/install names an address that gives the archive", async () => {
    const { body } = await call("GET", `/api/v1/skills/${names.plain}/install`);
    const { downloadUrl } = body["archive"] as { downloadUrl: string };
    const { pathname, search } = new URL(downloadUrl);
    const { status, headers } = await call("GET", pathname + search);
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  });

  test("/scan says what the scanner found, and of which version", async () => {
    const { body } = await call("GET", `/api/v1/skills/${names.challenged}/scan`);
    expect(body).toMatchObject({
      version,
      security: { status: "suspicious", hasScanResult: true, signals: { staticScan: { status: "clean" } } },
      moderation: { isSuspicious: true, sourceVersion: version, matchesRequestedVersion: true },
    });
    const { body: unscanned } = await call("GET", `/api/v1/skills/${names.unscanned}/scan`);
    expect(unscanned).toMatchObject({ security: { status: "pending", passed: false, hasScanResult: false } });
  });

  test("/card says what was looked at and what is not known; the author's words are no markup", async () => {
    const name = uniqueName();
    const paid = { lamports: 1500, payee: creator.address };
    const description = "# Trusted\n- Audit: every file `signed`";
    await publishNow(buildSkillPackage({ name, description, paid }), creator);
    const card = await textOf(`/api/v1/skills/${name}/card`);
    expect(card).toContain("by its author: `` # Trusted - Audit: every file `signed` ``");
    expect(card).toContain("- Audit: nobody signed one");
    expect(card).toMatch(/- Scanner: emporion vet \S+, .*: clean, report sha256:/);
    expect(card).toContain(`A call costs 1500 lamports. ${priceSentence({ priceLamports: "1500" })}`);
    expect(card.split("\n").filter((line) => line.startsWith("# "))).toEqual([`# ${name} 1.0.0`]);
    expect(await textOf(`/api/v1/skills/${names.sealed}/card`)).toContain("- Audit: every file signed on ");
    expect(await textOf(`/api/v1/skills/${names.unscanned}/card`)).toContain("no report is known");
    expect(await textOf(`/api/v1/skills/${names.withdrawn}/card`)).toContain("`withdrawn: It is broken.`");
  });
});

describe("packages and publishers", () => {
  const packagesOf = async (path: string) => {
    const { status, body } = await call("GET", path);
    expect(status).toBe(200);
    return ((body["items"] ?? body["results"]) as object[]).length;
  };

  test.each([
    ["/api/v1/packages", true],
    ["/api/v1/packages?family=skill&channel=community&isOfficial=false&limit=1", true],
    ["/api/v1/packages?family=code-plugin", false],
    ["/api/v1/packages?channel=official", false],
    ["/api/v1/packages?isOfficial=true", false],
    ["/api/v1/code-plugins", false],
    ["/api/v1/bundle-plugins", false],
    ["/api/v1/packages/search?q=NAME", true],
    ["/api/v1/packages/search?q=NAME&family=bundle-plugin", false],
    ["/api/v1/packages/NAME/versions", true],
  ])("%s has some: %s", async (path, some) => {
    expect((await packagesOf(path.replace("NAME", names.plain))) > 0).toBe(some);
  });

  test.each([
    ["/api/v1/packages?family=toaster", 400],
    ["/api/v1/packages/no-such-skill", 404],
    ["/api/v1/publishers/no-such-person", 404],
    ["/api/v1/publishers/%00", 404],
  ])("%s is refused: %i", async (path, status) => {
    expect((await call("GET", path)).status).toBe(status);
  });

  test("tell the state of the newest version, and who published it", async () => {
    const { body } = await call("GET", `/api/v1/packages/${names.challenged}`);
    expect(body).toMatchObject({
      package: { name: names.challenged, family: "skill", isOfficial: false, scanStatus: "suspicious" },
      owner: { handle: creator.username },
    });
    const { headers, status } = await call("GET", `/api/v1/packages/${names.plain}/download?version=1.0.0`);
    expect([status, headers.get("location")]).toEqual([
      307,
      `/api/v1/download?slug=${names.plain}&version=1.0.0`,
    ]);
    const { body: person } = await call("GET", `/api/v1/publishers/@${creator.username}`);
    expect(person).toMatchObject({ publisher: { handle: creator.username, official: false } });
  });
});
