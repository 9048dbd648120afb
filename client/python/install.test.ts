import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { servedMarket } from "@/cli/testing/served-market";
import { assertPython, buildWheel, PYTHON, PythonClient } from "@/client/python/testing/python-client";
import { sha256Hex } from "@/lib/kernel/digest";
import { WHEEL } from "@/lib/web/documents/market-packages";
import { testDatabase } from "@/lib/testing/database";
import packageJson from "@/package.json";

// The package as the market serves it, for a machine that reaches nothing else.
testDatabase();
const PACKER = path.resolve(import.meta.dirname, "../../scripts/build-packages.ts");
const FILE = `emporion-${packageJson.version}-py3-none-any.whl`;
const url = servedMarket();
const bench = new Workbench();
const run = promisify(execFile);
const NOWHERE = "http://127.0.0.1:9";

beforeAll(assertPython);
beforeAll(() => run(process.execPath, [PACKER]), 120_000);

/** A program for a person whose pip has no settings, and whose way to everything but this machine is shut. */
function onMachine(program: string, args: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: bench.directory, NODE_ENV: "test" as const };
  const shut = {
    https_proxy: NOWHERE,
    http_proxy: NOWHERE,
    no_proxy: "127.0.0.1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
  return run(program, args, { cwd: bench.directory, env: { ...env, ...shut } });
}

test("pip installs it from the market alone, and it is loaded and typed", async () => {
  await onMachine(PYTHON, ["-m", "venv", "--system-site-packages", "venv"]);
  const python = bench.at("venv/bin/python");
  const { stdout } = await onMachine(python, [
    "-m",
    "pip",
    "install",
    "--index-url",
    `${url()}/simple/`,
    "emporion[pay]",
  ]);
  expect(stdout).toContain(`Successfully installed emporion-${packageJson.version}`);
  const client = new PythonClient(python);
  expect(await client.ask("version")).toBe(packageJson.version);
  client.end();
  const [library = ""] = fs.readdirSync(bench.at("venv/lib"));
  const installed = bench.at(`venv/lib/${library}/site-packages/emporion`);
  const strict = ["--strict", "--python-version", "3.9", "--no-incremental"];
  expect((await onMachine(PYTHON, ["-m", "mypy", ...strict, installed])).stdout).toContain("Success");

  bench.write({
    "program.py": `from emporion import Keypair, Market, MarketError, PaidCall

market = Market("https://market.example")
names: list[str] = [found["name"] for found in market.search("csv")["results"]]
price: str = market.details("csv-profile")["price_lamports"]
paid: int = market.call("x", {}, keypair=Keypair.from_json("[]"), max_lamports=1).paid_lamports
state: str = market.call("x").run["state"]
market.search(5)  # a query is text
market.call("x", {}, max_lamports=1.5)  # a float is no money
market.details("csv-profile")["pricelamports"]  # there is no such member
market.details("csv-profile")["deprecated"]["message"]  # most skills are not
`,
  });
  const told = await onMachine(PYTHON, [
    "-m",
    "mypy",
    "--strict",
    "--python-executable",
    python,
    "program.py",
  ]).catch((error: unknown) => error as { stdout: string });
  const lines = [...told.stdout.matchAll(/program\.py:(\d+): error/g)].map(([, line]) => Number(line));
  expect([...new Set(lines)], told.stdout).toEqual([8, 9, 10, 11]);
}, 120_000);

describe("the index", () => {
  const get = (address: string, accept?: string) =>
    fetch(url() + address, accept ? { headers: { accept } } : {});
  const JSON_TYPE = "application/vnd.pypi.simple.v1+json";

  test("names one project and one file, with its digest, as a page and as JSON", async () => {
    const projects = await get("/simple/");
    expect(projects.headers.get("content-type")).toContain("text/html");
    expect(await projects.text()).toContain('<a href="emporion/">emporion</a>');
    const page = await (await get("/simple/emporion/")).text();
    const [, sha256 = ""] = /emporion-[\d.]+-py3-none-any\.whl#sha256=([0-9a-f]{64})"/.exec(page) ?? [];
    expect(page).toContain('data-requires-python="&gt;=3.9"');
    const asJson = await get("/simple/emporion/", `${JSON_TYPE}, text/html; q=0.01`);
    expect([asJson.headers.get("content-type"), asJson.headers.get("vary")]).toEqual([
      JSON_TYPE,
      expect.stringContaining("Accept"),
    ]);
    expect(await asJson.json()).toEqual({
      meta: { "api-version": "1.0" },
      name: "emporion",
      files: [{ filename: FILE, url: FILE, hashes: { sha256 }, "requires-python": ">=3.9" }],
    });
    expect(await (await get("/simple/", JSON_TYPE)).json()).toMatchObject({
      projects: [{ name: "emporion" }],
    });
    const file = await get(`/simple/emporion/${FILE}`);
    expect(sha256Hex(new Uint8Array(await file.arrayBuffer()))).toBe(sha256);
    const again = { headers: { "if-none-match": file.headers.get("etag") ?? "" } };
    expect((await fetch(`${url()}/simple/emporion/${FILE}`, again)).status).toBe(304);
  });

  test.each([
    "/simple/requests/",
    "/simple/emporion/emporion-0.0.0-py3-none-any.whl",
    "/simple/emporion/emporion.whl",
  ])("%s is not there", async (address) => {
    expect((await get(address)).status).toBe(404);
  });
});

test("the same source gives the same bytes, which no test, cache or secret is in", async () => {
  const served = fs.readFileSync(path.resolve(path.dirname(PACKER), "../dist/packages", WHEEL));
  await buildWheel(bench.at(FILE));
  expect(sha256Hex(fs.readFileSync(bench.at(FILE)))).toBe(sha256Hex(served));
  const { stdout } = await onMachine(PYTHON, ["-m", "zipfile", "-l", FILE]);
  const names = stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/\s+/)[0] ?? "");
  expect(
    names.filter((name) => !/^emporion\/\w+\.(?:py|json|typed)$|\.dist-info\/[A-Z]+$/.test(name)),
  ).toEqual([]);
  expect(names).toContain("emporion/types.py");
  expect(served.length).toBeLessThan(160_000);
});
