import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { DAY_MS } from "@/lib/kernel/clock";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

interface Item {
  name: string;
  author_agent: unknown;
}
const itemsOf = (body: Record<string, unknown>) => (body["results"] as Item[]).map(({ name }) => name);

beforeAll(async () => {
  const publisher = await makeAccount({ username: "ada-publisher" });
  const agent = { name: "claude-sonnet-4-6", provider: "anthropic", session_id_hash: "sha256:deadbeef" };
  const publish = (parts: Parameters<typeof buildSkillPackage>[0], authorAgent?: typeof agent) =>
    publishNow(buildSkillPackage(parts), publisher, authorAgent ? { authorAgent } : {});
  await publish(
    { name: "web-finder", frontMatter: { capabilities: ["web_search"], category: "search" } },
    agent,
  );
  await publish({
    name: "ko-translate",
    description: "한국어 번역 도우미",
    frontMatter: { capabilities: ["translation"] },
  });
  await publish({
    name: "claude-only",
    frontMatter: { capabilities: ["web_search"], platform_compatibility: ["ClaudeCode"] },
  });
});

describe("200", () => {
  test("by capability and platform", async () => {
    const found = async (query: string) =>
      itemsOf((await call("GET", `/v1/agent/search?${query}`)).body).sort();
    expect(await found("capability=web_search&platform=any")).toEqual(["claude-only", "web-finder"]);
    expect(await found("capability=web_search&platform=OpenClaw")).toEqual(["web-finder"]);
    expect(await found("capability=email")).toEqual([]);
    expect(await found("")).toHaveLength(3);
  });

  test("by words of any language, through both lists", async () => {
    for (const path of ["/v1/skills", "/v1/agent/search"]) {
      const { body } = await call("GET", `${path}?q=${encodeURIComponent("번역")}`);
      expect(itemsOf(body)).toEqual(["ko-translate"]);
    }
  });

  test("a slip of the keys finds what was meant, and each result says which words it answers", async () => {
    const { body } = await call("GET", "/v1/agent/search?q=transalte+unicorns");
    expect(body).not.toHaveProperty("nearest");
    expect(body).toMatchObject({
      results: [
        {
          name: "ko-translate",
          matched: [{ word: "transalte", kind: "correction", fields: ["name", "topic"] }],
        },
      ],
      corrected: [{ written: "transalte", meant: "translate" }],
    });
  });

  test("names the agent, and nothing of its session", async () => {
    const { body } = await call("GET", "/v1/skills?author=claude-sonnet-4-6");
    expect((body["results"] as Item[])[0]?.author_agent).toEqual({
      name: "claude-sonnet-4-6",
      provider: "anthropic",
    });
    expect(JSON.stringify(body)).not.toMatch(/deadbeef|session/);
  });

  test("pages without gap or repetition", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await call("GET", `/v1/agent/search?limit=1&sort=name${cursor}`);
      seen.push(...itemsOf(body));
      const next = body["next_cursor"] as string | null;
      cursor = next ? `&cursor=${next}` : "";
    } while (cursor);
    expect(seen).toEqual(["claude-only", "ko-translate", "web-finder"]);
  });

  test("under the names that published clients read, too", async () => {
    const { body } = await call("GET", "/v1/skills?query=web-finder&sort=rating&category=search");
    expect([body["count"], body["total"]]).toEqual([1, 1]);
    expect(body["skills"]).toMatchObject([
      {
        skill_id: expect.stringMatching(/^skl_/) as string,
        name: "web-finder",
        version: "1.0.0",
        trust_level: "community",
        capabilities: ["web_search"],
        download_count: 0,
        can_auto_convert: true,
        category: "search",
        avg_rating: null,
        vetting_status: "approved",
      },
    ]);
  });

  test("the limit is kept and told", async () => {
    const { body } = await call("GET", "/v1/agent/search?limit=2");
    expect([itemsOf(body).length, body["total"], body["limit"]]).toEqual([2, 3, 2]);
  });
});

test("304 when nothing changed, 200 when it did", async () => {
  const first = await call("GET", "/v1/agent/search?capability=web_search");
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("public, max-age=60, s-maxage=5");
  const again = await call("GET", "/v1/agent/search?capability=web_search", {
    headers: { "if-none-match": etag },
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const other = await call("GET", "/v1/agent/search?capability=email", {
    headers: { "if-none-match": etag },
  });
  expect(other.status).toBe(200);
});

test("HEAD answers as GET does, without a body", async () => {
  const answer = await call("HEAD", "/v1/agent/search");
  expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
});

describe("400 REQUEST_INVALID", () => {
  test.each([
    ["limit", "limit=0"],
    ["limit", "limit=51"],
    ["limit", "limit=ten"],
    ["min_trust", "min_trust=high"],
    ["audit", "audit=audited"],
    ["price", "price=-1"],
    ["without", "without=network,fire"],
    ["sort", "sort=random"],
    ["q", `q=${"x".repeat(201)}`],
    ["cursor", "cursor=abc"],
    ["q", "q=%00"],
    ["capability", "capability=a%00b"],
    ["q", "q=a&q=b"],
  ])("names the parameter %s for %.30s", async (parameter, query) => {
    const answer = await call("GET", `/v1/agent/search?${query}`);
    expectProblem(answer, 400, "REQUEST_INVALID");
    expect(answer.body["errors"]).toContainEqual(expect.objectContaining({ parameter }));
  });
});

describe("lists beside the search", () => {
  test("GET /v1/agent/categories and /platforms count what is there", async () => {
    const categories = await call("GET", "/v1/agent/categories");
    expect(categories.body["results"]).toContainEqual({ category: "search", skills_count: 1 });
    const platforms = await call("GET", "/v1/agent/platforms");
    expect(platforms.body["results"]).toHaveLength(7);
    expect(platforms.body["results"]).toContainEqual({ platform: "OpenClaw", skills_count: 2 });
    expect(platforms.body["results"]).toContainEqual({ platform: "ClaudeCode", skills_count: 3 });
  });

  test("GET /v1/agent/info states the spec and sets no cookie", async () => {
    const { status, body } = await call("GET", "/v1/agent/info");
    expect([status, body["spec"]]).toEqual([200, "usk/1.0"]);
  });

  test("GET /v1/agent-authors/{name}/stats adds up the agent's skills", async () => {
    const { body } = await call("GET", "/v1/agent-authors/claude-sonnet-4-6/stats");
    const stats = {
      name: "claude-sonnet-4-6",
      skills_count: 1,
      total_downloads: 0,
      downloads_7d: 0,
      avg_rating: null,
      top_categories: ["search"],
    };
    expect(body).toEqual({ status: "success", ...stats, stats });
    expect((await call("GET", "/v1/agent-authors/nobody/stats")).body["skills_count"]).toBe(0);
    expectProblem(await call("GET", "/v1/agent-authors/a%20b/stats"), 400, "REQUEST_INVALID");
  });

  test("GET /v1/demand/most-wanted lists what was searched in vain, once for each caller and day", async () => {
    const ask = (query: string, remoteAddress: string, headers = {}) =>
      call("GET", `/v1/agent/search?${query}`, { remoteAddress, headers });
    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.2"]) {
      await ask("q=quantum%20knitting", address);
      await ask("q=Quantum%20Knitting", address);
    }
    await ask("q=quantum%20knitting", "203.0.113.3", { "user-agent": "Googlebot/2.1" });
    await ask("q=quantum%20knitting", "203.0.113.4", { "x-skills-update-check": "1" });
    await ask("capability=levitation", "203.0.113.1");
    const list = async (query: string) =>
      (await call("GET", `/v1/demand/most-wanted?${query}`)).body["results"] as { query: string }[];
    const typed = ["quantum knitting", "levitation"];
    expect((await list("days=90")).filter(({ query }) => typed.includes(query))).toEqual([]);
    // As if each had been asked on the two days before too, by somebody else.
    for (const { id } of await database().wanted.findMany({ where: { query: { in: typed } } })) {
      for (const days of [1, 2]) {
        const asker = `${id} ${days}`;
        const day = new Date(Date.now() - days * DAY_MS);
        await database().wantedSearch.create({
          data: { wantedId: id, identityHash: asker, askerHash: asker, day },
        });
      }
    }
    expect((await list("days=1")).slice(0, 2)).toMatchObject([
      {
        query: "quantum knitting",
        query_type: "keyword",
        searches: 2,
        zero_result_count: 2,
        matched_skills: [],
      },
      { query: "levitation", query_type: "capability", zero_result_count: 1, matched_skill: null },
    ]);
    const { body: one } = await call("GET", "/v1/demand/most-wanted?type=capability&limit=1&days=1");
    expect(one["items"]).toMatchObject([
      { query: "levitation", query_type: "capability", zero_result_count: 1 },
    ]);
    for (const query of ["limit=101", "days=0", "days=91", "type=x"]) {
      expectProblem(await call("GET", `/v1/demand/most-wanted?${query}`), 400, "REQUEST_INVALID");
    }
  });

  test("GET /v1/categories and /v1/platforms are plain lists of names", async () => {
    const listed = async (path: string) => {
      const { bytes } = await call("GET", path);
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    };
    expect(await listed("/v1/categories")).toContainEqual({ name: "search", description: "1 skill" });
    expect(await listed("/v1/platforms")).toContainEqual({
      name: "OpenClaw",
      description: "OpenClaw agents",
    });
  });

  test("GET /v1/tally counts the market", async () => {
    const { body } = await call("GET", "/v1/tally");
    expect(body).toMatchObject({ skills_listed: 3, versions_sealed: 0, paid_to_creators_7d_lamports: "0" });
  });
});

describe("what USK clients ask with", () => {
  const found = async (query: string) =>
    itemsOf((await call("GET", `/v1/agent/search?${query}`)).body).sort();

  test("trust is exact, min_trust counts from below, and both together restrict twice", async () => {
    const all = await found("");
    expect(await found("trust=community")).toEqual(all);
    expect(await found("trust=verified,sandbox")).toEqual([]);
    expect(await found("trust=community&min_trust=verified")).toEqual([]);
    expectProblem(await call("GET", "/v1/agent/search?trust=Verified"), 400, "REQUEST_INVALID");
  });

  test("usk_v3=true leaves out what has no call schema", async () => {
    const plain = buildSkillPackage({ name: "plain-words", frontMatter: { spec: undefined } });
    await publishNow(plain, await makeAccount());
    expect(await found("usk_v3=true")).not.toContain("plain-words");
    expect(await found("usk_v3=true")).toContain("web-finder");
    expect(await found("usk_v3=false")).toContain("plain-words");
  });
});
