import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { OPERATIONS } from "@/api/openapi/operations";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { PROBLEMS } from "@/lib/http/problems/problem-table";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["app", "api", "client", "components", "lib", "processes", "cli", "conformance"];

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** What dependency-cruiser finds in the given folders of `directory` under our rules. */
async function cruise(directory: string): Promise<Violation[]> {
  const folders = FOLDERS.filter((folder) => fs.existsSync(path.join(directory, folder)));
  const program = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = path.join(ROOT, ".dependency-cruiser.cjs");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "--config", config, "--output-type", "json", ...folders],
    { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => error as { stdout: string }); // its exit code is the number of errors
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

describe("imports point one way", () => {
  test("in the whole house", async () => {
    const found = await cruise(ROOT);
    expect(found.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  }, 180_000);

  // A small house in which every wrong thing is done once.
  const WRONG_HOUSE = {
    "lib/kernel/errors.ts": "export const e = 1;",
    "lib/http/problems/problem.ts": "export const p = 1;",
    "lib/db/client.ts": "export const c = 1;",
    "lib/db/generated/client.ts": "export const g = 1;",
    "lib/testing/builders.ts": "export const t = 1;",
    "lib/two/repository.ts": 'import { g } from "@/lib/db/generated/client"; export const r = g;',
    "lib/skill-format/pure.ts": 'export { e } from "@/lib/kernel/errors";',
    "lib/one/prisma.ts": 'export { g } from "@/lib/db/generated/client";',
    "lib/one/foreign.ts": 'export { r } from "@/lib/two/repository";',
    "lib/one/outward.ts": 'import "@/processes/web";',
    "lib/one/framework.ts": 'import "react";',
    "lib/one/http.ts": 'import "@/lib/http/problems/problem";',
    "lib/one/tests.ts": 'import "@/lib/testing/builders";',
    "lib/one/nowhere.ts": 'import "@/lib/one/does-not-exist";',
    "lib/one/circle-a.ts": 'import "@/lib/one/circle-b";',
    "lib/one/circle-b.ts": 'import "@/lib/one/circle-a";',
    "lib/one/use.ts": "export const use = 1; export interface Use { a: 1 }",
    "scripts/run.mjs": "export const s = 1;",
    "processes/web.ts": 'import "@/scripts/run.mjs";',
    "app/queries.ts": 'import "@/lib/two/repository";',
    "app/transaction.ts": 'import "@/lib/db/client";',
    "app/calls-api.ts": 'import "@/api/route";',
    "api/route.ts": 'import "@/components/button";',
    "components/button.tsx": 'import { use } from "@/lib/one/use"; export const B = () => <b>{use}</b>;',
    "components/page-bound.tsx": 'import "@/app/queries";',
    "client/index.ts": 'import "@/lib/kernel/errors"; export const c = 1;',
    "processes/calls-itself.ts": 'import "@/client/index";',
    "node_modules/react/package.json": '{ "name": "react", "main": "index.js" }',
    "node_modules/react/index.js": "",
  };
  // And what looks alike but is allowed.
  const RIGHT_HOUSE = {
    "components/label.tsx":
      'import type { Use } from "@/lib/one/use"; export const L = (p: Use) => <i>{p.a}</i>;',
    "components/mark.tsx":
      'import { type Use } from "@/lib/one/use"; export const M = (p: Use) => <i>{p.a}</i>;',
    "cli/add.ts": 'import "@/client/index";',
    "lib/one/record.ts": 'import type { r } from "@/lib/two/repository"; export type R = typeof r;',
    "lib/one/use.test.ts": 'import "@/lib/testing/builders"; import "@/lib/two/repository";',
  };

  test("each rule refuses what it is about, and only that", async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-house-"));
    for (const [name, text] of Object.entries({ ...WRONG_HOUSE, ...RIGHT_HOUSE })) {
      fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      fs.writeFileSync(path.join(directory, name), text);
    }
    const found = await cruise(directory);
    fs.rmSync(directory, { recursive: true });
    const config = fs.readFileSync(path.join(ROOT, ".dependency-cruiser.cjs"), "utf8");
    const rules = [...config.matchAll(/name: "([a-z-]+)",\n\s+comment:/g)].map(([, name = ""]) => name);
    expect([...new Set(found.map(({ rule }) => rule.name))].sort()).toEqual(rules.sort());
    expect(found.filter(({ from }) => from in RIGHT_HOUSE)).toEqual([]);
  });
});

test("every error code has a status and a page, and every page a code", () => {
  const codes = [...ERROR_CODES].sort();
  expect(Object.keys(PROBLEMS).sort()).toEqual(codes);
  const pages = fs.readdirSync(path.join(ROOT, "docs/errors")).map((name) => name.replace(/\.md$/, ""));
  expect(pages.sort()).toEqual(codes);
});

describe("every /v1 route describes itself", () => {
  const document = JSON.parse(fs.readFileSync(path.join(ROOT, "docs/openapi.json"), "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string; summary?: string }>>;
  };

  test("each route the application answers stands in docs/openapi.json", () => {
    const answered = app.routes.filter(
      ({ method, path: route }) => method !== "ALL" && route.startsWith("/v1"),
    );
    expect(answered.length).toBeGreaterThan(20);
    for (const { method, path: route } of answered) {
      const described = document.paths[route.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      expect(described?.operationId, `${method} ${route}`).toBeTruthy();
      expect(described?.summary, `${method} ${route}`).toBeTruthy();
    }
  });

  test("each folder with a route.ts holds the operation of its own path", () => {
    const files = fs.readdirSync(path.join(ROOT, "api/v1"), { recursive: true, encoding: "utf8" });
    const folders = files
      .filter((name) => path.basename(name) === "route.ts")
      .map((name) => path.dirname(name));
    const paths = folders.map(
      (folder) => `/v1/${folder.replaceAll(path.sep, "/").replaceAll(/\[(\w+)\]/g, "{$1}")}`,
    );
    // A folder named [...rest] answers addresses of several lengths.
    const whole = paths.filter((each) => !each.includes("..."));
    const open = paths.filter((each) => each.includes("...")).map((each) => path.posix.dirname(each));
    const described = OPERATIONS.map(({ route }) => route.path).filter((each) => each.startsWith("/v1/"));
    const isBelow = (each: string) => open.some((folder) => each.startsWith(`${folder}/`));
    expect(open.filter((folder) => !described.some((each) => each.startsWith(`${folder}/`)))).toEqual([]);
    expect(whole.sort()).toEqual(
      [...new Set([...described.filter((each) => !isBelow(each)), "/v1/openapi.json"])].sort(),
    );
  });
});

test("the map in docs/ARCHITECTURE.md names every folder of lib, and no folder that is not there", () => {
  const text = fs.readFileSync(path.join(ROOT, "docs/ARCHITECTURE.md"), "utf8");
  const map = /## The house\n\n```\n([\s\S]+?)```/.exec(text)?.[1] ?? "";
  const named = [...map.matchAll(/(?<=^|\s)([\w-]+)\//gm)].map(([, name = ""]) => name);
  const inLib = fs
    .readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((each) => each.isDirectory());
  const known = [...FOLDERS, ...inLib.map(({ name }) => name)];
  expect(known.filter((name) => !named.includes(name))).toEqual([]);
  const places = [ROOT, import.meta.dirname];
  expect(named.filter((name) => !places.some((place) => fs.existsSync(path.join(place, name))))).toEqual([]);
});
