import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { startDnsServer } from "@/lib/identity/domains/testing/dns-server";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const DOMAINS = "/v1/account/domains";
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let key: string;

beforeAll(async () => {
  dns = await startDnsServer();
  process.env["DNS_SERVERS"] = dns.address;
  ({ key } = await makeKeyHolder());
});
afterAll(() => {
  dns.close();
  delete process.env["DNS_SERVERS"];
});

const add = (domain: string, by = key) => call("POST", DOMAINS, { json: { domain }, key: by });
const check = (domain: string, by = key) => call("POST", `${DOMAINS}/${domain}/check`, { key: by });
const remove = (domain: string, by = key) => call("DELETE", `${DOMAINS}/${domain}`, { key: by });

interface Domain extends Record<string, unknown> {
  record: { name: string; value: string };
}

describe("a program proves a domain", () => {
  test("it is given the record, sets it, has it looked for, and gives the domain up", async () => {
    const domain = `${uniqueName("site")}.example`;
    const added = await add(` ${domain.toUpperCase()}`);
    const { record } = added.body as Domain;
    expect(added.body).toMatchObject({ domain, proven_at: null, finding: null, checked_at: null });
    expect(record).toEqual({
      type: "TXT",
      name: `_emporion.${domain}`,
      value: expect.stringMatching(/^emporion-publisher=/) as string,
    });
    expect((await add(domain)).body).toEqual(added.body);

    const early = await check(domain);
    expect(early).toMatchObject({ status: 200, body: { proven_at: null, finding: "missing" } });
    expect(early.body["finding_text"]).toContain("not yet");
    dns.zone.set(record.name, ["emporion-publisher=market.example/another"]);
    expect((await check(domain)).body).toMatchObject({ proven_at: null, finding: "another" });

    dns.zone.set(record.name, [record.value]);
    const proven = await check(domain.toUpperCase());
    expect(proven.body).toMatchObject({ finding: "seen", proven_at: expect.any(String) as string });
    const listed = await call("GET", DOMAINS, { key });
    expect(listed.body).toEqual({ results: [proven.body] });

    expect((await remove(domain)).body).toEqual({ status: "success", domain });
    expect((await call("GET", DOMAINS, { key })).body).toEqual({ results: [] });
  });

  test("one whose record another account has set stays that account's", async () => {
    const domain = `${uniqueName("held")}.example`;
    const other = await makeKeyHolder();
    const texts = [];
    for (const by of [other.key, key]) texts.push(((await add(domain, by)).body as Domain).record.value);
    dns.zone.set(`_emporion.${domain}`, texts);
    expect((await check(domain, other.key)).body).toMatchObject({ finding: "seen" });
    expect((await check(domain)).body).toMatchObject({ finding: "taken", proven_at: null });
    await remove(domain);
  });
});

test("401 without a key, 400 for no domain and for a fourth one, 404 for another's", async () => {
  expectProblem(await call("GET", DOMAINS), 401, "AUTH_REQUIRED");
  expectProblem(await add("https://example.com/x"), 400, "REQUEST_INVALID");
  const names = Array.from({ length: 3 }, () => `${uniqueName("many")}.example`);
  for (const name of names) expect((await add(name)).status).toBe(200);
  const fourth = await add("fourth.example");
  expectProblem(fourth, 400, "REQUEST_INVALID");
  expect(fourth.body["detail"]).toContain("remove one first");
  const stranger = (await makeKeyHolder()).key;
  for (const ask of [check, remove]) expectProblem(await ask(names[0] ?? "", stranger), 404, "NOT_FOUND");
});

test("429 after twenty questions in an hour", async () => {
  const { key: asker } = await makeKeyHolder();
  const domain = `${uniqueName("asked")}.example`;
  await add(domain, asker);
  for (let i = 0; i < 20; i++) expect((await check(domain, asker)).status).toBe(200);
  const over = await check(domain, asker);
  expectProblem(over, 429, "RATE_LIMITED");
  expect(over.headers.get("retry-after")).not.toBeNull();
});
