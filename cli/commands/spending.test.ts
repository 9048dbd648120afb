import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { containing, Workbench } from "@/cli/testing/run-cli";
import { servedMarket } from "@/cli/testing/served-market";
import type { StoredSpending } from "@/cli/spending-file";
import { systemClock } from "@/lib/kernel/clock";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { limitWallet, wanted } from "@/lib/payments/limits/testing/sign-limit";
import { CallMarket } from "@/lib/running/testing/call-market";
import { makeAccount } from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const url = servedMarket();
// Before the market of calls reads its settings: what is signed names the market as it calls itself.
beforeAll(() => {
  process.env["APP_URL"] = url();
  return () => void delete process.env["APP_URL"];
});
const market = new CallMarket();
let bench: Workbench;
let address: string;
let key: string;

beforeAll(async () => {
  address = market.buyer.publicKey.toBase58();
  const { username } = await makeAccount({ address });
  const actor = await findActorByUsername(username);
  if (!actor) throw new Error("the account was just made");
  key = (await createApiKey(actor, "agents")).key;
});
beforeEach(() => {
  bench = new Workbench();
  Object.assign(bench, { clock: systemClock });
  bench.env = { HOME: bench.at("home"), EMPORION_MARKET: url() };
  bench.write({
    "id.json": JSON.stringify([...market.buyer.secretKey]),
    "input.json": JSON.stringify({ text: "hi" }),
  });
});

const FILE = () => `home/.emporion/spending/${address}.json`;
const stored = () => JSON.parse(bench.read(FILE())) as StoredSpending;
const call = () =>
  bench.run(`call ${market.skill.slug} --input input.json --keypair id.json --max-lamports 50000`);
const set = (more = "") =>
  bench.run(`spending set --keypair id.json --per-call 50000 --per-day 100000${more}`);

test("limits are signed, kept by the market and here, shown, and removed", async () => {
  const made = await set(` --skill ${market.skill.slug}=60000 --publisher *=90000 --ask-above 1000`);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toContain(`skill ${market.skill.slug}: 60000 lamports`);
  const row = await market
    .database()
    .spendingLimit.findFirstOrThrow({ where: { payerAddress: address }, orderBy: { sequence: "desc" } });
  expect(JSON.parse(row.payload)).toMatchObject({ predicate: stored().limits });
  expect(stored().limits).toMatchObject({ perCallLamports: "50000", askAboveLamports: "1000" });

  expect(await call()).toMatchObject({ code: 0, stderr: containing("receipt") });
  expect(await call()).toMatchObject({ code: 1, stderr: containing("than it has signed") });
  expect(stored().signed).toHaveLength(1);

  bench.env["EMPORION_API_KEY"] = key;
  const shown = await bench.run(`spending ${address}`);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  for (const line of [
    "signed for within 24 hours: 50000 lamports (0.00005 SOL), 100000 lamports (0.0001 SOL) allowed",
    `at ${url()}: statement ${row.sequence}`,
    `skill ${market.skill.slug}: 50000 lamports (0.00005 SOL) paid, 0 held, 60000 allowed, 10000 left`,
  ])
    expect(shown.stdout).toContain(line);

  await limitWallet(market.buyer, { removed: true }); // whatever the market does, this machine keeps them
  const beyond = await call();
  const amounts = `50000 lamports asked, 50000 signed for already, 60000 allowed for skill ${market.skill.slug}`;
  expect([beyond.code, beyond.stderr]).toEqual([1, containing(amounts)]);

  expect(await bench.run("spending remove --keypair id.json")).toMatchObject({ code: 0, stderr: "" });
  expect(stored().limits).toBeNull();
  const ended = (await bench.run(`spending ${address}`)).stdout;
  expect(ended).toContain("on this machine: no limits");
  expect(ended).toContain(`statement ${row.sequence + 2}, no limits any more`);
  expect((await call()).code).toBe(0);
});

test("what the market keeps refuses with words where this machine keeps nothing", async () => {
  await limitWallet(market.buyer, wanted({ perCallLamports: "1" }));
  const { code, stderr } = await call();
  expect([code, stderr]).toEqual([1, containing("One call costs more than the spending limit")]);
  expect(stderr).toContain("emporion spending");
  await limitWallet(market.buyer, { removed: true });
});

describe("a line that makes no sense", () => {
  test.each([
    ["spending", "ADDRESS is missing"],
    ["spending nobody", "not the address of a wallet"],
    ["spending set --per-call 1 --per-day 1", "--keypair is missing"],
    ["spending set --keypair id.json --per-day 1", "--per-call is missing"],
    ["spending set --keypair id.json --per-call 1", "--per-day is missing"],
    ["spending set --keypair id.json --per-call -1 --per-day 1", "--per-call"],
    ["spending set --keypair id.json --per-call 1.5 --per-day 1", "--per-call is a whole number"],
    ["spending set --keypair id.json --per-call 18446744073709551616 --per-day 1", "--per-call is a whole"],
    ["spending set --keypair id.json --per-call 1 --per-day 1 --until soon", "--until is a time"],
    ["spending set --keypair id.json --per-call 1 --per-day 1 --skill amounts", "--skill is a name and"],
    ["spending set --keypair id.json --per-call 1 --per-day 1 --least-audit Good", "--least-audit is"],
    ["spending remove --keypair id.json --per-day 1", "limits are given with set alone"],
    ["spending ADDRESS --keypair id.json", "--keypair signs"],
  ])("%s", async (line, says) => {
    const { code, stderr } = await bench.run(line.replace("ADDRESS", address));
    expect([code, stderr]).toEqual([2, containing(says)]);
  });

  test("a file of limits that cannot be read is found before anything is signed", async () => {
    bench.write({ [FILE()]: "{" });
    expect(await set()).toMatchObject({ code: 3, stderr: containing("until it is mended or removed") });
  });

  test("a market that calls itself otherwise is named", async () => {
    const other = url().replace("127.0.0.1", "localhost");
    expect(await set(` --market ${other}`)).toMatchObject({
      code: 1,
      stderr: containing("name the market as it calls itself"),
    });
  });
});
