import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { lockOf, servedMarket } from "@/cli/testing/served-market";
import packageJson from "@/package.json";
import { sha256Hex } from "@/lib/kernel/digest";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";
import { IS_FULL } from "@/lib/testing/full-form";
import { COMMANDS } from "./commands";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const ROOT = path.join(import.meta.dirname, "..");
const PACKER = path.join(ROOT, "scripts/build-packages.ts");
/** Its largest part are the grammars of vetting, in WebAssembly. */
const MOST_BYTES = 6_000_000;
/** What is sent, so that growth is seen. */
const MOST_BYTES_PACKED: Record<string, number> = { "emporion.tgz": 750_000, "emporion-client.tgz": 40_000 };
const run = promisify(execFile);
interface Bill {
  components: { name: string; version: string }[];
}
const market = new CallMarket();
const url = servedMarket();
let home: Workbench;
let project: Workbench;

beforeAll(() => run(process.execPath, [PACKER]), 120_000);
beforeAll(() => {
  home = new Workbench();
  project = new Workbench();
});

/** A program in the empty project, for a person whose npm has nothing yet and finds no registry. */
async function inProject(program: string, args: readonly string[]): Promise<string> {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "test",
    PATH: process.env["PATH"],
    HOME: home.directory,
    npm_config_cache: home.at("cache"),
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_audit: "false",
  };
  const { stdout } = await run(program, args, { cwd: project.directory, env });
  return stdout;
}

test("in an empty folder, npx of what the market serves adds, verifies and calls a skill, free and paid", async () => {
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  const emporion = (...args: string[]) => inProject("npx", ["--yes", `${url()}/emporion.tgz`, ...args]);
  expect(await emporion("add", slug)).toContain(slug);
  expect(lockOf(project).skills[slug]?.market).toBe(url());
  expect(await emporion("verify")).toContain(slug);

  project.write({
    "text.json": '{"text":"hello"}',
    "paid.json": "{}",
    "id.json": JSON.stringify([...market.buyer.secretKey]),
  });
  expect(JSON.parse(await emporion("call", slug, "--input", "text.json"))).toBeTypeOf("object");
  const pay = ["--keypair", "id.json", "--max-lamports", "50000"];
  expect(await emporion("call", market.skill.slug, "--input", "paid.json", ...pay)).toContain("nonce");
  expect(await market.database().settlement.count()).toBe(1);
});

describe("the package of the command", () => {
  beforeAll(() => inProject("npm", ["install", `${url()}/emporion.tgz`]));

  test("needs no other package, is small, and every command of it starts", async () => {
    const folder = project.at("node_modules/emporion");
    expect(fs.readdirSync(project.at("node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "emporion",
    ]);
    const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sizes = files.map((file) => fs.statSync(path.join(folder, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(files.filter((file) => file.endsWith(".node"))).toEqual([]);

    const program = path.join(folder, "emporion.mjs");
    expect(await inProject(process.execPath, [program, "--version"])).toBe(`${packageJson.version}\n`);
    const helped = Object.keys(COMMANDS).map((name) =>
      inProject(process.execPath, [program, name, "--help"]),
    );
    for (const help of await Promise.all(helped)) expect(help).toMatch(/^Usage: emporion /);
  });

  test("says what it is made of", () => {
    const read = (file: string) => fs.readFileSync(project.at(`node_modules/emporion/${file}`), "utf8");
    const bill = JSON.parse(read("bill-of-materials.cdx.json")) as Bill;
    const named = bill.components.map(({ name, version }) => `${name} ${version}`);
    expect(named).toContain(`yaml ${packageJson.dependencies.yaml}`);
    // Those too that no bundle holds: their WebAssembly lies beside it.
    for (const grammar of ["tree-sitter-bash", "tree-sitter-python", "tree-sitter-javascript"] as const)
      expect(named).toContain(`${grammar} ${packageJson.dependencies[grammar]}`);
    const licences = Array.from(read("LICENSES-OF-OTHERS.txt").matchAll(/^(\S+ \d+\.\d+\.\d+\S*) \(/gm));
    expect(licences.map(([, each]) => each)).toEqual(expect.arrayContaining(named));
    expect(licences).toHaveLength(named.length);
  });

  test.runIf(IS_FULL)("judges as the checkout does", async () => {
    const skill = path.join(ROOT, "prisma/catalogue/csv-profile");
    const served = await inProject(process.execPath, [
      project.at("node_modules/emporion/emporion.mjs"),
      "vet",
      skill,
    ]);
    expect((await project.run(`vet ${skill}`)).stdout).toBe(served);
  });

  test.runIf(IS_FULL)("is the same bytes whenever it is built, and so is the client", async () => {
    await run(process.execPath, [PACKER, home.directory]);
    for (const name of ["emporion.tgz", "emporion-client.tgz"]) {
      const response = await fetch(`${url()}/${name}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(bytes.length).toBeLessThan(MOST_BYTES_PACKED[name] ?? 0);
      expect(sha256Hex(bytes)).toBe(sha256Hex(fs.readFileSync(home.at(name))));
      expect(response.headers.get("content-type")).toBe("application/gzip");
      const again = { headers: { "if-none-match": response.headers.get("etag") ?? "" } };
      expect((await fetch(`${url()}/${name}`, again)).status).toBe(304);
    }
    const guide = await (await fetch(`${url()}/docs/cli.md`)).text();
    for (const name of ["emporion.tgz", "emporion-client.tgz"])
      expect(guide).toContain(`${sha256Hex(fs.readFileSync(home.at(name)))}  ${name}`);
  });
});
