import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { createPackageLink, readPackageLink } from "@/lib/catalogue/discovery/package-link";
import { fakeClock } from "@/lib/kernel/clock";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { readArchive } from "@/lib/package";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { accessTokenFor } from "@/lib/running/runs/get-run";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { CallMarket } from "@/lib/running/testing/call-market";
import { checkSkill } from "@/lib/skill-format";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";

const market = new CallMarket();
const INDEX = "/.well-known/agent-skills/index.json";
interface Entry {
  name: string;
  type: string;
  description: string;
  url: string;
  digest: string;
}
let publisher: TestAccount;
let slug: string;
beforeAll(async () => {
  publisher = await makeAccount();
  ({ slug } = await publishNow(
    buildSkillPackage({ description: `Line one\nline two. ${"x".repeat(1000)}` }),
    publisher,
  ));
});

async function entriesOf(path: string, headers = {}): Promise<Entry[]> {
  const { status, body } = await call("GET", path, { headers });
  expect(status).toBe(200);
  expect(body["$schema"]).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  return body["skills"] as Entry[];
}

const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

describe("the index of a skill", () => {
  test.each(["", "/ko", "/zh-Hans"])(
    "names one archive with SKILL.md at its root, below %s/skills",
    async (language) => {
      const [entry, ...rest] = await entriesOf(`${language}/skills/${slug}${INDEX}`);
      expect(rest).toEqual([]);
      expect(entry).toMatchObject({ name: slug, type: "archive" });
      expect(entry?.description.length).toBeLessThanOrEqual(1024);
      expect(entry?.description).not.toContain("\n");
      const { bytes, headers } = await call("GET", entry?.url ?? "");
      expect(digestOf(bytes)).toBe(entry?.digest);
      const read = readArchive(bytes);
      expect(read.ok && read.package.rootDirectory).toBeUndefined();
      expect(read.ok && read.package.digest).toBe(headers.get("x-skill-package-digest"));
    },
  );

  test("is had for a version of its own, and not for one that is yanked or unknown", async () => {
    const [entry] = await entriesOf(`/skills/${slug}/v/1.0.0${INDEX}`);
    expect(entry?.url).toContain("/1.0.0/");
    expectProblem(await call("GET", `/skills/${slug}/v/9.9.9${INDEX}`), 404, "VERSION_NOT_FOUND");
    expectProblem(await call("GET", `/skills/no-such-skill${INDEX}`), 404, "SKILL_NOT_FOUND");
  });

  test("disappears with its archive while the skill is in quarantine", async () => {
    const bad = await publishNow(buildSkillPackage(), publisher);
    const [entry] = await entriesOf(`/skills/${bad.slug}${INDEX}`);
    await quarantineSkill({ actor: await makeAdministrator(), skill: bad.slug, reason: "harmful in a test" });
    expectProblem(await call("GET", `/skills/${bad.slug}${INDEX}`), 403, "SKILL_QUARANTINED");
    expectProblem(await call("GET", entry?.url ?? ""), 403, "SKILL_QUARANTINED");
  });
});

describe("downloads", () => {
  const countOf = async (name: string) => {
    await refreshStatistics(new Date());
    return (await getSkill(name)).downloadsTotal;
  };

  test("count when a skill was asked for by its name, and not for a look whether there is an update", async () => {
    const own = await publishNow(buildSkillPackage(), publisher);
    const [entry] = await entriesOf(`/skills/${own.slug}${INDEX}`);
    await call("GET", entry?.url ?? "", { headers: { "x-skills-update-check": "1" } });
    expect(await countOf(own.slug)).toBe(0);
    await call("GET", entry?.url ?? "");
    expect(await countOf(own.slug)).toBe(1);
  });

  test("never count when a client fetches whatever an index of many skills names", async () => {
    const somebody = await makeAccount();
    const own = await publishNow(buildSkillPackage(), somebody);
    const [entry] = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entry?.name).toBe(own.slug);
    expect((await call("GET", entry?.url ?? "")).status).toBe(200);
    expect(await countOf(own.slug)).toBe(0);
  });
});

describe("the index of a publisher", () => {
  test("holds that publisher's skills and nobody else's", async () => {
    const somebody = await makeAccount();
    const names = [uniqueName(), uniqueName()];
    for (const name of names) await publishNow(buildSkillPackage({ name }), somebody);
    const entries = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entries.map(({ name }) => name).sort()).toEqual(names.sort());
    expectProblem(await call("GET", `/publishers/nobody-at-all${INDEX}`), 404, "NOT_FOUND");
  });

  test("is theirs under a name they had before, whoever would like to have that name", async () => {
    const somebody = await makeAccount();
    const { slug } = await publishNow(buildSkillPackage(), somebody);
    await renameAccount(await getActorOf(somebody.username), uniqueName("user"));
    const entries = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entries.map(({ name }) => name)).toEqual([slug]);
  });
});

describe("a paid skill", () => {
  const author = `Says "x": a text.\n---\nname: evil\n# evil`;

  test("is represented by a stub that is a valid skill, says what a call costs and holds no word of the author as markup", async () => {
    const paid = await publishNow(
      buildSkillPackage({ description: author, paid: { lamports: 1500, payee: publisher.address } }),
      publisher,
    );
    const [entry] = await entriesOf(`/skills/${paid.slug}${INDEX}`);
    expect(entry?.type).toBe("skill-md");
    const { bytes } = await call("GET", entry?.url ?? "");
    expect(digestOf(bytes)).toBe(entry?.digest);
    const check = checkSkill({ files: new Map([["SKILL.md", bytes]]), dialects: ["agent-skills-upstream"] });
    expect(
      check.reports.flatMap(({ issues }) => issues.filter(({ severity }) => severity === "error")),
    ).toEqual([]);
    expect(check.manifest.slug).toBe(paid.slug);
    expect(check.manifest.body).toContain("1500 lamports (0.0000015 SOL)");
    expect(check.manifest.body).not.toContain("evil");
    expectProblem(await call("GET", (entry?.url ?? "").replace("SKILL.md", "skill.zip")), 404, "NOT_FOUND");
  });

  test("gives its package to whoever has paid, for one day and to no changed address", async () => {
    const quoteId = await market.buyCall();
    const token = accessTokenFor(quoteId);
    const created = await call("POST", `/v1/quotes/${quoteId}/package-link`, {
      headers: { "x-access-token": token },
    });
    expect(created.status).toBe(201);
    const path = new URL(String(created.body["url"])).pathname;
    const [entry] = await entriesOf(`${path}${INDEX}`);
    expect(entry).toMatchObject({ name: market.skill.slug, type: "archive" });
    const { bytes } = await call("GET", entry?.url ?? "");
    expect(digestOf(bytes)).toBe(entry?.digest);
    const changed = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expectProblem(await call("GET", `${changed}/skill.zip`), 404, "NOT_FOUND");
    expectProblem(await call("POST", `/v1/quotes/${quoteId}/package-link`), 403, "PERMISSION_DENIED");

    const clock = fakeClock("2026-11-21T00:00:00Z");
    const link = await createPackageLink(quoteId, clock);
    clock.advanceMs(86_399_000);
    expect(readPackageLink(link.token, clock)).toMatch(/^ver_/);
    clock.advanceMs(1_001);
    expect(() => readPackageLink(link.token, clock)).toThrow("does not work");
  });

  test("gives no address for a quote nobody paid", async () => {
    const { quote } = await market.offerCall();
    expectProblem(
      await call("POST", `/v1/quotes/${quote.id}/package-link`, {
        headers: { "x-access-token": accessTokenFor(quote.id) },
      }),
      404,
      "GRANT_NOT_FOUND",
    );
  });
});

test("the index of the market is small and free", async () => {
  const entries = await entriesOf(INDEX);
  expect(entries.length).toBeLessThanOrEqual(6);
  for (const entry of entries) expect(entry.type).toBe("archive");
});

test("a search finds skills under the address they are installed from", async () => {
  const { body } = await call("GET", `/api/search?q=${slug}&limit=20`);
  expect(body["skills"]).toEqual([
    expect.objectContaining({ name: slug, source: `http://127.0.0.1:3000/skills/${slug}` }),
  ]);
  expect((await call("GET", `/api/search?q=%00&limit=x`)).status).toBe(200);
});

test("a password manager is led to where the password is changed", async () => {
  const { status, headers } = await call("GET", "/.well-known/change-password");
  expect(status).toBe(303);
  expect(headers.get("location")).toBe("/settings#password");
});

test("a market whose operator names no contact for its safety has no security.txt", async () => {
  expect((await call("GET", "/.well-known/security.txt")).status).toBe(404);
});
