import { spawn } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { containing, Workbench } from "@/cli/testing/run-cli";
import type { StoredSpending } from "@/cli/spending-file";
import { honestAnswers, PAYER, SHOWN_LAMPORTS } from "@/client/testing/hostile-answers";
import { buildAside } from "@/lib/testing/build-processes";

// What the command keeps of a wallet by itself, at a market that takes whatever is paid.
let bench: Workbench;
let url: string;
let paid: number;
/** Done while a price is quoted. */
let meanwhile: () => void;
const ADDRESS = PAYER.publicKey.toBase58();
const FILE = `home/.emporion/spending/${ADDRESS}.json`;
const LIMITS: NonNullable<StoredSpending["limits"]> = {
  until: null,
  perCallLamports: `${SHOWN_LAMPORTS}`,
  perDayLamports: `${3n * SHOWN_LAMPORTS}`,
  scopes: [],
  leastAuditState: "Unverified",
  askAboveLamports: null,
};

beforeAll(async () => {
  const { skill, info, offer } = honestAnswers();
  const server = http.createServer((request, response) => {
    const end = request.url?.split("/").at(-1) ?? "";
    if (end === "payment") paid++;
    if (end === "quotes") meanwhile();
    const answers: Record<string, string> = {
      info,
      quotes: offer,
      payment: '{"quote":{"state":"GRANTED"}}',
      run: '{"run":{"state":"DONE","output":"done"}}',
    };
    response.setHeader("content-type", "application/json");
    response.end(answers[end] ?? skill);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    server.closeAllConnections();
    server.close();
  };
});
beforeEach(() => {
  paid = 0;
  meanwhile = () => undefined;
  bench = new Workbench();
  bench.write({ "id.json": JSON.stringify([...PAYER.secretKey]), "input.json": "{}" });
  bench.env = { HOME: bench.at("home") };
});

const line = () => `call amounts --input input.json --keypair id.json --max-lamports 50000 --market ${url}`;
const keep = (limits: StoredSpending["limits"], signed: StoredSpending["signed"] = []) =>
  bench.write({ [FILE]: JSON.stringify({ version: 1, limits, signed }) });
const kept = () => JSON.parse(bench.read(FILE)) as StoredSpending;
const signedAt = (at: string, lamports: bigint) => ({
  at,
  market: url,
  skill: "amounts",
  skillId: "skl_1",
  publisherId: null,
  lamports: `${lamports}`,
});

test("nothing is kept of a wallet that has no limits", async () => {
  expect((await bench.run(line())).code).toBe(0);
  expect(existsSync(bench.at("home"))).toBe(false);
});

test("each payment counts before it is signed, and none is signed beyond the limit", async () => {
  keep(LIMITS);
  for (const code of [0, 0, 0]) expect((await bench.run(line())).code).toBe(code);
  const { code, stderr } = await bench.run(line());
  expect([code, stderr]).toEqual([1, containing("50000 lamports asked, 150000 signed for already, 150000")]);
  expect(stderr).toContain("emporion spending");
  expect([paid, kept().signed.length]).toEqual([3, 3]);
  expect(kept().signed[0]).toMatchObject({ market: url, skill: "amounts", lamports: "50000" });
});

test("what was signed a day ago counts no more; what another market was paid does", async () => {
  const [old, recent] = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:00.001Z"];
  keep(LIMITS, [signedAt(old, 10n * SHOWN_LAMPORTS)]);
  expect((await bench.run(line())).code).toBe(0);
  keep(LIMITS, [{ ...signedAt(recent, 3n * SHOWN_LAMPORTS), market: "https://other.example" }]);
  expect((await bench.run(line())).code).toBe(1);
  expect(paid).toBe(1);
});

test.each<[string, Parameters<typeof keep>[0]]>([
  ["lowered", { ...LIMITS, perDayLamports: "1" }],
  ["ended", null],
])(
  "limits that are %s while a price is quoted are the ones that hold: nothing is signed",
  async (_, limits) => {
    keep(LIMITS);
    meanwhile = () => keep(limits);
    const { code, stderr } = await bench.run(line());
    expect([code, stderr]).toEqual([3, containing("were changed meanwhile; nothing was signed")]);
    expect([paid, kept().signed.length]).toEqual([0, 0]);
  },
);

test("a link to nothing is not taken for none: nothing is signed", async () => {
  keep(LIMITS);
  rmSync(bench.at(FILE));
  symlinkSync(bench.at("gone.json"), bench.at(FILE));
  expect(await bench.run(line())).toMatchObject({ code: 3, stderr: containing("no such file") });
  expect(paid).toBe(0);
});

test.each<[string, string]>([
  ["no JSON", "{"],
  ["another version", '{"version":2,"limits":null,"signed":[]}'],
  ["a member more", '{"version":1,"limits":null,"signed":[],"more":1}'],
  [
    "a limit that is no amount",
    JSON.stringify({ version: 1, limits: { ...LIMITS, perDayLamports: "-1" }, signed: [] }),
  ],
  ["megabytes", " ".repeat(4 * 1024 * 1024 + 1)],
])("a file of %s is not taken for none: nothing is signed", async (_, text) => {
  bench.write({ [FILE]: text });
  const { code, stderr } = await bench.run(line());
  expect([code, stderr]).toEqual([3, containing("nothing is signed until it is mended or removed")]);
  expect([paid, bench.read(FILE)]).toEqual([0, text]);
});

describe("several processes at once", () => {
  let directory: string;
  beforeAll(async () => {
    const built = await buildAside(["cli/emporion.ts"]);
    directory = built.directory;
    return built.remove;
  });

  test("sign together no more than the limit", async () => {
    keep(LIMITS);
    const call = () =>
      new Promise<number | null>((resolve) => {
        const words = [path.resolve(directory, "emporion.mjs"), ...line().split(" ")];
        const env = { ...bench.env, NODE_ENV: "test" } as const;
        const child = spawn(process.execPath, words, { cwd: bench.directory, env, stdio: "ignore" });
        child.once("exit", resolve);
      });
    const codes = await Promise.all(Array.from({ length: 6 }, call));
    expect(codes.map(String).toSorted()).toEqual(["0", "0", "0", "1", "1", "1"]);
    expect([paid, kept().signed.length]).toEqual([3, 3]);
  });
});
