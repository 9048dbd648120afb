import { execFile } from "node:child_process";
import fs from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { testDatabase } from "@/lib/testing/database";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);
testDatabase();
testBlobStore();

let project: string;
let url: string;
let slug: string;

beforeAll(async () => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ slug } = await publishNow(buildSkillPackage(), await makeAccount()));

  project = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-bare-"));
  await run(process.execPath, [path.join(ROOT, "scripts/build-packages.ts"), project]);
  write("package.json", { private: true, type: "module" });
  const install = ["install", "./emporion-client.tgz", "--offline", "--no-audit", "--no-fund"];
  await run("npm", install, { cwd: project });
  return () => {
    server.close();
    fs.rmSync(project, { recursive: true, force: true });
  };
});

const write = (name: string, content: string | object) =>
  fs.writeFileSync(path.join(project, name), typeof content === "string" ? content : JSON.stringify(content));

describe("a project that has nothing of ours but the packed client", () => {
  test("searches, reads a schema and downloads with every digest checked", async () => {
    write(
      "program.mjs",
      `import { createMarketClient, MarketError, readKeypair } from "emporion-client";
const market = createMarketClient({ market: process.argv[2] });
const { skills } = await market.search({ q: process.argv[3] });
const { examples } = await market.schema(process.argv[3]);
const { package: { files } } = await market.download(process.argv[3]);
const refused = await market.schema("no-such-skill").catch((error) => error instanceof MarketError && error.code);
console.log(JSON.stringify([skills[0].name, examples[0].input, files.map(({ path }) => path), refused, typeof readKeypair]));
`,
    );
    const { stdout } = await run(process.execPath, ["program.mjs", url, slug], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([
      slug,
      { text: "hello" },
      ["SKILL.md", "scripts/main.py"],
      "SKILL_NOT_FOUND",
      "function",
    ]);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("is told its types, with modules of %s", async (module, moduleResolution) => {
    write(
      "program.ts",
      `import { createMarketClient, type CallResult, type MarketClient } from "emporion-client";
const market: MarketClient = createMarketClient({ market: "http://127.0.0.1" });
export const names: string[] = (await market.search({ q: "csv" })).skills.map(({ name }) => name);
export const result: Promise<CallResult> = market.call("csv-profile", {}, { maxLamports: 1n });
// @ts-expect-error: a query is text
await market.search({ q: 5 });
`,
    );
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2023",
      strict: true,
      noEmit: true,
      types: [],
    };
    write("tsconfig.json", { compilerOptions, files: ["program.ts"] });
    const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe("");
  });
});
