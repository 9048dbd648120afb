import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { app } from "@/api/app";
import { sendCachedSkill } from "@/api/mcp/send-cached-skill";
import { getRequestListener } from "@hono/node-server";
import { makeKeyHolder } from "@/api/testing/keys";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  type TestAccount,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();

const make = getRequestListener(app.fetch);
/** How often the application was asked. */
let made = 0;
const server = http.createServer((request, response) => {
  void (async () => {
    if (await sendCachedSkill(request, response)) return;
    made += 1;
    await make(request, response);
  })();
});

let owner: TestAccount;
let slug: string;
let url: string;
beforeAll(async () => {
  owner = await makeAccount();
  slug = (await publishNow(buildSkillPackage({ name: uniqueName("kept") }), owner)).slug;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
interface Sent {
  method?: string;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
  id?: unknown;
  meta?: unknown;
  search?: string;
}
async function send({
  method = "skills/get",
  params,
  headers = {},
  id = 1,
  meta = META,
  search = "",
}: Sent = {}) {
  const given = params ?? (method === "skills/list" ? {} : { uri: `skill://${slug}/SKILL.md` });
  const before = made;
  const response = await fetch(url + search, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(method === "resources/read" ? { "mcp-name": String(given["uri"]) } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...given, _meta: meta } }),
  });
  const body = JSON.parse(await response.text()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers, byApplication: made > before };
}

describe("what was read before", () => {
  test.each([["skills/get"], ["skills/list"], ["resources/read"]])(
    "%s is sent without the application, as that sends it",
    async (method) => {
      const first = await send({ method });
      expect(first.byApplication).toBe(true);
      await expect.poll(async () => (await send({ method })).byApplication).toBe(false);
      const again = await send({ method, id: "another" });
      expect(again.body).toEqual({ ...first.body, id: "another" });
      expect(first.body).toHaveProperty(["result", "_meta", "io.modelcontextprotocol/serverInfo"]);
      for (const name of ["content-type", "x-content-type-options", "content-security-policy"])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(again.headers.get("x-request-id")).not.toBeNull();
    },
  );

  test("is not, once it has changed", async () => {
    const name = uniqueName("changing");
    await publishNow(buildSkillPackage({ name }), owner);
    const params = { uri: `skill://${name}/SKILL.md` };
    await expect.poll(async () => (await send({ params })).byApplication).toBe(false);
    await yankVersion({ actor: owner, skill: name, version: "1.0.0", reason: "Wrong." });
    expect(await send({ params })).toMatchObject({ byApplication: true, body: { error: { code: -32_602 } } });
  });
});

describe("is left to the application, with all that was sent", () => {
  beforeAll(async () => {
    // What was done to a skill before may still be written down.
    await vi.waitUntil(async () => !(await send()).byApplication, { timeout: 20_000 });
  });

  test("a caller who is known", async () => {
    const { key } = await makeKeyHolder();
    const answer = await send({ headers: { authorization: `Bearer ${key}` } });
    expect(answer).toMatchObject({ byApplication: true, status: 200, body: { result: { skill: {} } } });
    expect(await send({ headers: { authorization: "Bearer sk_wrong" } })).toMatchObject({ status: 401 });
  });

  test.each<[string, Sent, number, number | undefined]>([
    ["another method than its header names", { headers: { "mcp-method": "skills/list" } }, 400, -32_020],
    ["another version in the header", { headers: { "mcp-protocol-version": "2025-11-25" } }, 400, -32_020],
    [
      "a version that is not spoken",
      {
        meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" },
        headers: { "mcp-protocol-version": "2027-01-01" },
      },
      400,
      -32_022,
    ],
    [
      "an envelope without capabilities",
      { meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
      400,
      -32_602,
    ],
    ["an envelope that is none", { meta: 7 }, 400, undefined],
    ["a page of another site", { headers: { origin: "http://evil.example" } }, 403, undefined],
    ["more than a read has", { params: { uri: `skill://${"x".repeat(9_000)}/SKILL.md` } }, 200, -32_602],
    ["another skill", { params: { uri: "skill://no-such-skill/SKILL.md" } }, 200, -32_602],
    ["a number that is an object", { params: { uri: { toString: "x" } } }, 200, -32_602],
  ])("%s", async (_name, sent, status, code) => {
    const answer = await send(sent);
    expect([answer.byApplication, answer.status]).toEqual([true, status]);
    if (code !== undefined) expect(answer.body).toMatchObject({ error: { code } });
  });

  test("skills in the address, whose texts may be of other versions", async () => {
    const method = "resources/read";
    await send({ method });
    expect((await send({ method, search: `?skills=${slug}` })).byApplication).toBe(true);
    expect((await send({ method, search: `?a=1&%73kills=${slug}` })).byApplication).toBe(true);
  });

  test("conditions that were not asked before", async () => {
    const method = "skills/list";
    const names = ({ body }: Awaited<ReturnType<typeof send>>) =>
      (body["result"] as { skills: { frontmatter: { name: string } }[] }).skills.map(
        ({ frontmatter }) => frontmatter.name,
      );
    expect(names(await send({ method }))).toContain(slug);
    expect(names(await send({ method, search: "?price=paid" }))).not.toContain(slug);
    expect(names(await send({ method, search: "?price=paid" }))).not.toContain(slug);
    expect(names(await send({ method }))).toContain(slug);
  });
});
