import { afterAll, beforeAll, expect, test } from "vitest";
import { askDns } from "@/lib/identity/domains/domain-record";
import { startDnsServer } from "@/lib/identity/domains/testing/dns-server";

const NAME = "_emporion.example.com";

let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

const ask = (name = NAME, overallMs?: number) => askDns(name, [dns.address], overallMs);

test("the texts of a name come whole, also those that the DNS keeps in pieces", async () => {
  const long = "x".repeat(300);
  dns.zone.set(NAME, ["v=spf1 -all", long]);
  expect(await ask()).toEqual({ kind: "texts", texts: ["v=spf1 -all", long] });
});

test("a name that is not there, and one without such a record, are answers", async () => {
  dns.zone.set(NAME, "nxdomain");
  expect(await ask()).toEqual({ kind: "none" });
  dns.zone.set(NAME, []);
  expect(await ask()).toEqual({ kind: "none" });
});

test("a server that cannot tell, is silent or is not there has not answered", async () => {
  dns.zone.set(NAME, "servfail");
  expect(await ask()).toEqual({ kind: "no-answer" });
  dns.zone.set(NAME, "silence");
  const before = dns.asked();
  expect(await ask(NAME, 300)).toEqual({ kind: "no-answer" });
  expect(dns.asked() - before).toBeLessThan(2); // there is no time for a second try
  expect(await askDns(NAME, ["127.0.0.1:9"], 1_000)).toEqual({ kind: "no-answer" });
});

test("of endless or many texts no more is taken than is needed", async () => {
  dns.zone.set(NAME, ["y".repeat(600), "short"]);
  expect(await ask()).toEqual({ kind: "texts", texts: ["short"] });
  dns.zone.set(
    NAME,
    Array.from({ length: 80 }, (_, i) => `${i}`),
  );
  const answer = await ask();
  expect(answer.kind === "texts" && answer.texts.length).toBe(64);
});
