import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import fc from "fast-check";
import { lock } from "proper-lockfile";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { PYTHON, PythonClient, pythonClient, unpackedWheel } from "@/client/python/testing/python-client";
import { honestAnswers, PAYER, SHOWN_LAMPORTS } from "@/client/testing/hostile-answers";
import { decideSpending } from "@/lib/payments/limits/decide-spending";

// The limits that a wallet keeps by itself, in the file that the command keeps too.
const unpacked = unpackedWheel();
const python = pythonClient(unpacked);
const WALLET = PAYER.publicKey.toBase58();
const NOW = "2026-11-29T12:00:00.000Z";
const NOW_MS = Date.parse(NOW);
const DAY_MS = 86_400_000;
const LIMITS = {
  until: null as string | null,
  perCallLamports: "50000",
  perDayLamports: "150000",
  scopes: [] as object[],
  leastAuditState: "Unverified",
  askAboveLamports: null,
};
const PAYMENT = { skill_id: "skl_1", publisher_id: "acc_1", audit_state: "Optimistic", lamports: 50_000 };
let bench: Workbench;

const folder = () => bench.at("spending");
const file = () => `spending/${WALLET}.json`;
const keep = (limits: object | null, signed: object[] = []) =>
  bench.write({ [file()]: JSON.stringify({ version: 1, limits, signed }) });
const kept = () =>
  JSON.parse(bench.read(file())) as { limits: unknown; signed: { at: string; lamports: string }[] };
const signedAgo = (agoMs: number, lamports: number, more: object = {}) => ({
  at: new Date(NOW_MS - agoMs).toISOString(),
  market: "https://market.example",
  skill: "amounts",
  skillId: "skl_1",
  publisherId: "acc_1",
  lamports: String(lamports),
  ...more,
});

interface Counted {
  counted: number;
  code?: string;
  message?: string;
}
const count = (more: { payment?: object; times?: number; limits?: object } = {}) =>
  python<Counted>("count", {
    folder: folder(),
    wallet: WALLET,
    now: NOW,
    ...more,
    payment: { ...PAYMENT, ...more.payment },
  });

beforeEach(() => {
  bench = new Workbench();
});

const scope = (kind: string, id: string, perDayLamports: string) => ({
  scopes: [{ kind, id, name: id, perDayLamports }],
});

test.each<[string, object, object[], object, string | null]>([
  ["as much as a call may cost", {}, [], {}, null],
  ["one lamport more", {}, [], { lamports: 50_001 }, "One call costs more"],
  ["as much as a day may cost", {}, [signedAgo(1, 100_000)], {}, null],
  ["one lamport more in a day", {}, [signedAgo(1, 100_001)], {}, "in 24 hours"],
  ["what was signed a day ago", {}, [signedAgo(DAY_MS, 100_001)], {}, null],
  ["what was signed almost a day ago", {}, [signedAgo(DAY_MS - 1, 100_001)], {}, "in 24 hours"],
  ["what was signed by a clock that was ahead", {}, [signedAgo(-DAY_MS, 100_001)], {}, "in 24 hours"],
  ["the moment before its end", { until: new Date(NOW_MS + 1).toISOString() }, [], {}, null],
  ["its end", { until: NOW }, [], {}, "have ended"],
  ["as checked as it must be", { leastAuditState: "Optimistic" }, [], {}, null],
  ["less checked", { leastAuditState: "Audited" }, [], {}, "less checked"],
  ["checked, as nobody says", { leastAuditState: "Optimistic" }, [], { audit_state: null }, "less checked"],
  ["within a skill's limit", scope("skill", "skl_1", "100000"), [signedAgo(1, 50_000)], {}, null],
  ["beyond a skill's limit", scope("skill", "skl_1", "99999"), [signedAgo(1, 50_000)], {}, "skill skl_1"],
  ["beyond that of another skill", scope("skill", "skl_2", "0"), [], {}, null],
  ["beyond that of each skill", scope("skill", "*", "99999"), [signedAgo(1, 50_000)], {}, "skill *"],
  [
    "what went to another skill",
    scope("skill", "*", "99999"),
    [signedAgo(1, 50_000, { skillId: "skl_2" })],
    {},
    null,
  ],
  ["beyond a publisher's limit", scope("publisher", "acc_1", "0"), [], {}, "publisher acc_1"],
  ["beyond an organisation's", scope("organisation", "acc_1", "0"), [], {}, "organisation acc_1"],
  ["a skill without an id", scope("skill", "skl_1", "0"), [], { skill_id: null }, null],
  [
    "what another market was paid",
    {},
    [signedAgo(1, 100_001, { market: "https://b.example" })],
    {},
    "in 24 hours",
  ],
])("%s", async (_, limits, signed, payment, refusedBy) => {
  keep({ ...LIMITS, ...limits }, signed);
  const before = bench.read(file());
  const { counted, code, message } = await count({ payment });
  if (refusedBy === null) {
    expect([counted, kept().signed.at(-1)?.at]).toEqual([1, NOW]);
    expect(kept().limits).toEqual({ ...LIMITS, ...limits });
  } else {
    expect([counted, code, message]).toEqual([0, "OWN_LIMIT_EXCEEDED", expect.stringContaining(refusedBy)]);
    expect(bench.read(file())).toBe(before);
  }
});

test("nothing is kept of a wallet that has no limits", async () => {
  expect(await count()).toEqual({ counted: 1 });
  expect(fs.existsSync(folder())).toBe(false);
  keep(null);
  expect(await count()).toEqual({ counted: 1 });
  expect(kept().signed).toEqual([]);
});

test("limits of the program hold beside those of the file", async () => {
  const own = { ...LIMITS, perCallLamports: 50_000, perDayLamports: 100_000 };
  expect(await count({ limits: own, times: 5 })).toMatchObject({ counted: 2, code: "OWN_LIMIT_EXCEEDED" });
  expect(fs.statSync(bench.at(file())).mode & 0o777).toBe(0o600);
  keep({ ...LIMITS, perDayLamports: "50000" });
  expect(await count({ limits: own, times: 5 })).toMatchObject({ counted: 1 });
});

test.each([
  ["a float", { perCallLamports: 1.5 }],
  ["a text", { perDayLamports: "5" }],
  ["a negative amount", { perDayLamports: -1 }],
  ["a state that there is not", { leastAuditState: "audited" }],
  ["a kind that there is not", { scopes: [{ kind: "all", id: "*", perDayLamports: 5 }] }],
])("limits with %s are no limits", async (_, change) => {
  const limits = { ...LIMITS, perCallLamports: 5, perDayLamports: 5, ...change };
  await expect(count({ limits })).rejects.toThrow("limits of spending that say nothing");
});

test.each<[string, string]>([
  ["no JSON", "{"],
  ["another version", '{"version":2,"limits":null,"signed":[]}'],
  ["a version that is true", '{"version":true,"limits":null,"signed":[]}'],
  ["a member more", '{"version":1,"limits":null,"signed":[],"more":1}'],
  [
    "a limit that is no amount",
    JSON.stringify({ version: 1, limits: { ...LIMITS, perDayLamports: "-1" }, signed: [] }),
  ],
  ["a limit without a member", '{"version":1,"limits":{"until":null},"signed":[]}'],
  [
    "a payment that is no amount",
    JSON.stringify({ version: 1, limits: LIMITS, signed: [signedAgo(1, 1, { lamports: "x" })] }),
  ],
  [
    "a payment of no time",
    JSON.stringify({ version: 1, limits: LIMITS, signed: [signedAgo(1, 1, { at: "2026-13-01T00:00:00Z" })] }),
  ],
  ["megabytes", " ".repeat(4 * 1024 * 1024 + 1)],
])("a file of %s is not taken for none: nothing is signed", async (_, text) => {
  bench.write({ [file()]: text });
  await expect(count()).rejects.toThrow("nothing is signed until it is repaired or removed");
  expect(bench.read(file())).toBe(text);
});

test("however many payments there are, what is kept stays small, and none counts less", async () => {
  const many = Array.from({ length: 600 }, (_, n) => signedAgo(n * 60_000, 10));
  keep({ ...LIMITS, perDayLamports: "56000" }, many);
  expect(await count()).toEqual({ counted: 1 });
  expect(kept().signed.length).toBeLessThan(20);
  expect(kept().signed.reduce((sum, { lamports }) => sum + Number(lamports), 0)).toBe(56_000);
  expect(await count({ payment: { lamports: 1 } })).toMatchObject({ counted: 0 });
});

test("refuses what the market refuses, by the same rule", async () => {
  const amount = fc.constantFrom(0, 1, 99, 100, 101, 200, 300);
  const subject = fc.constantFrom("a", "b", "c");
  const anyScope = fc.record({
    kind: fc.constantFrom("skill", "publisher", "organisation"),
    id: fc.constantFrom("a", "b", "*"),
    perDayLamports: amount,
  });
  const made = fc.record({
    limits: fc.record({
      until: fc.constantFrom(
        null,
        NOW,
        new Date(NOW_MS + 1).toISOString(),
        new Date(NOW_MS - 1).toISOString(),
      ),
      perCallLamports: amount,
      perDayLamports: amount,
      scopes: fc.uniqueArray(anyScope, { maxLength: 5, selector: ({ kind, id }) => `${kind} ${id}` }),
      leastAuditState: fc.constantFrom("Unverified", "Optimistic", "Audited"),
    }),
    signed: fc.array(
      fc.record({ skillId: subject, publisherId: fc.option(subject), lamports: amount.map(String) }),
      { maxLength: 4 },
    ),
    payment: fc.record({
      skill_id: subject,
      publisher_id: fc.option(subject),
      audit_state: fc.constantFrom("Unverified", "Optimistic", "Audited"),
      lamports: amount,
    }),
  });
  const cases = fc.sample(made, { numRuns: 4_000, seed: 7 }).map((each) => ({ ...each, now: NOW }));
  const expected = cases.map(({ limits, signed, payment }) => {
    const scopes = limits.scopes.map((each) => ({
      ...each,
      name: each.id,
      perDayLamports: String(each.perDayLamports),
    }));
    const amounts = {
      perCallLamports: String(limits.perCallLamports),
      perDayLamports: String(limits.perDayLamports),
    };
    const decision = decideSpending(
      { ...limits, ...amounts, scopes, askAboveLamports: null },
      signed.map(({ lamports, ...of }) => ({
        ...of,
        organisationId: of.publisherId,
        spentLamports: BigInt(lamports),
        heldLamports: 0n,
      })),
      {
        skillId: payment.skill_id,
        publisherId: payment.publisher_id,
        organisationId: payment.publisher_id,
        lamports: BigInt(payment.lamports),
        calls: 1,
        auditState: payment.audit_state,
        atMs: NOW_MS,
      },
    );
    return decision?.rule ?? null;
  });
  expect(await python("decide", { cases })).toEqual(expected);
  expect(new Set(expected).size).toBe(6);
});

describe("several processes", () => {
  test("sign together no more than the limit", async () => {
    keep({ ...LIMITS, perDayLamports: "1000000" });
    const clients = Array.from({ length: 4 }, () => new PythonClient(PYTHON, unpacked()));
    const question = { folder: folder(), wallet: WALLET, now: NOW, payment: PAYMENT, times: 10 };
    const counted = await Promise.all(clients.map((client) => client.ask<Counted>("count", question)));
    for (const client of clients) client.end();
    expect(counted.reduce((sum, each) => sum + each.counted, 0)).toBe(20);
    expect(kept().signed).toHaveLength(20);
    expect(fs.readdirSync(folder())).toEqual([path.basename(file())]);
  });

  test("wait for one that holds the lock of the command", async () => {
    keep(LIMITS);
    const release = await lock(folder(), { lockfilePath: `${bench.at(file())}.busy` });
    const counting = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(kept().signed).toEqual([]);
    await release();
    expect(await counting).toEqual({ counted: 1 });
  });

  test("delete the lock of one that was killed", async () => {
    keep(LIMITS);
    const mark = `${bench.at(file())}.busy`;
    fs.mkdirSync(mark);
    const old = new Date(Date.now() - 11_000);
    fs.utimesSync(mark, old, old);
    expect(await count()).toEqual({ counted: 1 });
    expect(fs.existsSync(mark)).toBe(false);
  });
});

describe("a call", () => {
  let url: string;
  let paid: number;
  beforeAll(async () => {
    const { skill, info, offer } = honestAnswers();
    const server = http.createServer((request, response) => {
      const end = request.url?.split("/").at(-1) ?? "";
      if (end === "payment") paid++;
      const answers: Record<string, string> = {
        info,
        quotes: offer,
        payment: '{"quote":{"state":"GRANTED"}}',
        run: '{"run":{"state":"DONE","output":"done"}}',
      };
      response.end(answers[end] ?? skill);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () => {
      server.closeAllConnections();
      server.close();
    };
  });

  test("counts before it is signed, and none is signed beyond the limit", async () => {
    paid = 0;
    keep(LIMITS);
    const keypair = JSON.stringify([...PAYER.secretKey]);
    const question = {
      market: url,
      skill: "amounts",
      input: {},
      keypair,
      max_lamports: Number(SHOWN_LAMPORTS),
    };
    const call = () => python<{ signed: number; code?: string }>("call", { ...question, spending: folder() });
    for (const signed of [1, 1, 1]) expect(await call()).toMatchObject({ signed });
    expect(await call()).toMatchObject({ signed: 0, code: "OWN_LIMIT_EXCEEDED" });
    expect([paid, kept().signed.length]).toEqual([3, 3]);
  });

  test("of the command and one of Python count together, in one file", async () => {
    const home = bench.at("home/.emporion/spending");
    const file = `home/.emporion/spending/${WALLET}.json`;
    bench.write({
      "id.json": JSON.stringify([...PAYER.secretKey]),
      "input.json": "{}",
      [file]: JSON.stringify({ version: 1, limits: LIMITS, signed: [] }),
    });
    bench.env = { HOME: bench.at("home") };
    const now = bench.clock.now().toISOString();
    const pay = ["--input input.json --keypair id.json", `--max-lamports ${SHOWN_LAMPORTS} --market ${url}`];
    const ofCommand = () => bench.run(`call amounts ${pay.join(" ")}`);
    const ofPython = () => python<Counted>("count", { folder: home, wallet: WALLET, now, payment: PAYMENT });
    expect((await ofCommand()).code).toBe(0);
    expect(await ofPython()).toEqual({ counted: 1 });
    expect((await ofCommand()).code).toBe(0);
    expect(await ofPython()).toMatchObject({ counted: 0, code: "OWN_LIMIT_EXCEEDED" });
    expect((await ofCommand()).code).toBe(1);
    expect((JSON.parse(bench.read(file)) as { signed: object[] }).signed).toHaveLength(3);
  });
});
