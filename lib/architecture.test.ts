import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { IS_FULL } from "@/lib/testing/full-form";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["app", "api", "client", "components", "lib", "processes", "cli", "checks/conformance"];

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** The folders of a folder, from the root. */
const folders = (of: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, of), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => `${of}/${name}`);

/** What dependency-cruiser finds in the folders of `directory` under our rules. */
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

// A small house in which every wrong thing is done once. The whole house is checked by `npm run arch`.
const WRONG_HOUSE = {
  "lib/kernel/errors.ts": "export const e = 1;",
  "lib/db/client.ts": "export const c = 1;",
  "lib/db/generated/client.ts": "export const g = 1;",
  "lib/testing/builders.ts": "export const t = 1;",
  "lib/registry/repository.ts": 'import { g } from "@/lib/db/generated/client"; export const r = g;',
  "lib/skill-format/pure.ts": 'export { e } from "@/lib/kernel/errors";',
  "lib/audits/prisma.ts": 'export { g } from "@/lib/db/generated/client";',
  "lib/audits/foreign.ts": 'export { r } from "@/lib/registry/repository";',
  "lib/audits/outward.ts": 'import "@/processes/web";',
  "lib/audits/framework.ts": 'import "react";',
  "lib/audits/tests.ts": 'import "@/lib/testing/builders";',
  "lib/audits/nowhere.ts": 'import "@/lib/audits/does-not-exist";',
  "lib/audits/use.ts": "export const use = 1; export interface Use { a: 1 }",
  "lib/unknown/room.ts": 'import "@/lib/kernel/errors";',
  "scripts/run.mjs": "export const s = 1;",
  "processes/web.ts": 'import "@/scripts/run.mjs";',
  "app/queries.ts": 'import "@/lib/registry/repository";',
  "app/transaction.ts": 'import "@/lib/db/client";',
  "app/calls-api.ts": 'import "@/api/route";',
  "app/form.ts": "export interface Form { a: 1 }",
  "api/route.ts": 'import "@/components/button";',
  "components/button.tsx": 'import { use } from "@/lib/audits/use"; export const B = () => <b>{use}</b>;',
  "components/page-bound.tsx":
    'import type { Form } from "@/app/form"; export const P = (p: Form) => <i>{p.a}</i>;',
  "client/index.ts": 'import "@/lib/kernel/errors"; export const c = 1;',
  "processes/calls-itself.ts": 'import "@/client/index";',
  "node_modules/react/package.json": '{ "name": "react", "main": "index.js" }',
  "node_modules/react/index.js": "",
};
/** Circles of files, one of them made by a type alone. */
const CIRCLES = {
  "lib/audits/circle-a.ts": 'import "@/lib/audits/circle-b";',
  "lib/audits/circle-b.ts": 'import "@/lib/audits/circle-a";',
  "lib/audits/typed-a.ts": 'import type { B } from "@/lib/audits/typed-b"; export const a: B = { b: 1 };',
  "lib/audits/typed-b.ts":
    'import { a } from "@/lib/audits/typed-a"; export interface B { b: 1 } export const b = a;',
};
/** A repository is its room's alone, and so are its types. */
const TYPES_OF_REPOSITORIES = {
  "lib/audits/record.ts": 'import type { r } from "@/lib/registry/repository"; export type R = typeof r;',
  "app/record.ts": 'import type { r } from "@/lib/registry/repository"; export type R = typeof r;',
};
/** Imports to a room above, one of them of a type alone, and to one that stands before it on its own floor. */
const UPWARD = {
  "lib/platform/config/upward.ts":
    'import type { Use } from "@/lib/audits/use"; export const u: Use = { a: 1 };',
  "lib/registry/upward.ts": 'import { use } from "@/lib/audits/use"; export const u = use;',
  "lib/running/beside.ts": 'import { use } from "@/lib/audits/use"; export const u = use;',
  "lib/running/run.ts": "export const run = 1;",
  "lib/audits/beside.ts": 'import { run } from "@/lib/running/run"; export const r = run;',
};
// And what looks alike but is allowed.
const RIGHT_HOUSE = {
  "components/label.tsx":
    'import type { Use } from "@/lib/audits/use"; export const L = (p: Use) => <i>{p.a}</i>;',
  "components/mark.tsx":
    'import { type Use } from "@/lib/audits/use"; export const M = (p: Use) => <i>{p.a}</i>;',
  "cli/add.ts": 'import "@/client/index";',
  "lib/audits/use.test.ts": 'import "@/lib/testing/builders"; import "@/lib/registry/repository";',
};

describe("imports point one way", () => {
  test.runIf(IS_FULL)("each rule refuses what it is about, and only that", async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-house-"));
    const wrong = { ...WRONG_HOUSE, ...CIRCLES, ...TYPES_OF_REPOSITORIES, ...UPWARD };
    for (const [name, text] of Object.entries({ ...wrong, ...RIGHT_HOUSE })) {
      fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      fs.writeFileSync(path.join(directory, name), text);
    }
    const found = await cruise(directory);
    fs.rmSync(directory, { recursive: true });
    const config = fs.readFileSync(path.join(ROOT, ".dependency-cruiser.cjs"), "utf8");
    const rules = [...config.matchAll(/name: "([a-z-]+)",\n\s+comment:/g)].map(([, name = ""]) => name);
    const broken = new Set(found.map(({ rule }) => rule.name));
    expect([...broken].filter((name) => !name.includes("(floor")).sort()).toEqual(rules.sort());
    expect(found.filter(({ from }) => from in RIGHT_HOUSE)).toEqual([]);
    const known = found.filter(({ from }) => from in TYPES_OF_REPOSITORIES).map(({ from }) => from);
    expect(known.sort()).toEqual(Object.keys(TYPES_OF_REPOSITORIES).sort());
    const circles = found.filter(({ rule }) => rule.name === "no-cycles").map(({ from }) => from);
    expect([...new Set(circles)].sort()).toEqual(["lib/audits/circle-a.ts", "lib/audits/typed-a.ts"]);
    const upward = found.filter(({ rule }) => rule.name.includes("(floor"));
    expect(upward.map(({ from, rule }) => `${from}: ${rule.name}`).sort()).toEqual([
      "lib/audits/beside.ts: audits (floor 2) imports running (floor 3)",
      "lib/platform/config/upward.ts: platform (floor 1) imports audits (floor 2)",
      "lib/registry/upward.ts: registry (floor 2) imports audits (floor 2)",
    ]);
  });
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
});

test("docs/ARCHITECTURE.md gives every room its floor, and names only files that are there", () => {
  const text = fs.readFileSync(path.join(ROOT, "docs/ARCHITECTURE.md"), "utf8");
  const rows = [...text.matchAll(/^\| (\d+) +\| ((?:`[\w-]+` ?)+)/gm)];
  const written = rows.flatMap(([, floor, names = ""]) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => `${name} ${floor}`),
  );
  const config = fs.readFileSync(path.join(ROOT, ".dependency-cruiser.cjs"), "utf8");
  const list = /const FLOORS = (\[[\s\S]+?\n\]);/.exec(config)?.[1]?.replace(/,(?=\s*\])/g, "") ?? "[]";
  const floors = JSON.parse(list) as string[][];
  const ruled = floors.flatMap((names, at) => names.map((name) => `${name} ${floors.length - 1 - at}`));
  expect(written).toEqual(ruled);
  const rooms = folders("lib").filter((folder) => folder !== "lib/testing");
  expect(rooms.sort()).toEqual(floors.flatMap((names) => names.map((name) => `lib/${name}`)).sort());
  const named = [...text.matchAll(/`((?:lib|api|app|components|processes)\/[\w./[\]-]+)`/g)];
  expect(named.length).toBeGreaterThan(15);
  expect(named.map(([, file = ""]) => file).filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual(
    [],
  );
  // One page: what is needed in one room only stands in that room's README.
  expect(text.match(/[\w`][^\s|]*/g)?.length).toBeLessThan(1_200);
});

/** Folders that have a README: every room, the parts of rooms that are only a shelf, and what stands beside `lib`. */
const ROOMS = [
  ...folders("lib").filter((folder) => folder !== "lib/testing"),
  ...["chain", "log", "platform", "web"].flatMap((room) => folders(`lib/${room}`)),
  "api",
  "checks",
  "cli",
  "client",
  "components",
  "processes",
];

test.each(ROOMS)("the README of %s is at most a page, and names only files that are there", (room) => {
  const text = fs.readFileSync(path.join(ROOT, room, "README.md"), "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(60);
  const below = fs.readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" });
  const isThere = (file: string) =>
    fs.existsSync(path.join(ROOT, file)) || below.some((name) => `/${name}`.endsWith(`/${file}`));
  const named = [...text.matchAll(/`([\w./[\]-]+\.(?:tsx?|mjs))`/g)].map(([, file = ""]) => file);
  const linked = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, file = ""]) => path.join(room, file));
  expect(named.length + linked.length).toBeGreaterThan(0);
  const patterns = /NAME/; // `dialects/NAME.ts` stands for several
  expect([...named, ...linked].filter((file) => !patterns.test(file) && !isThere(file))).toEqual([]);
});

test("source names a document and its section, never a number of a private list of requirements or decisions", () => {
  const PRIVATE = /\bR-(?:\d{3}|CARD)-\d{2,}\b|\bA-\d{2,}\b/;
  expect(["see R-002-138", "(R-CARD-01)", "decided in A-05"].filter((text) => !PRIVATE.test(text))).toEqual(
    [],
  );
  expect(["A-1", "VIT-A-12x", "USK §4", "R-1", "[A-Z0-9]"].filter((text) => PRIVATE.test(text))).toEqual([]);
  // The cases of conformance are data of others and keep theirs.
  const skipped = /(^|\/)(node_modules|generated|cases|\.next|dist)(\/|$)/;
  const files = [...FOLDERS, "checks", "docs", "e2e", "prisma", "scripts"].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs|cjs|md|ya?ml|sql|prisma|py)$/.test(name) && !skipped.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const naming = files.filter((file) => PRIVATE.test(fs.readFileSync(path.join(ROOT, file), "utf8")));
  expect(naming.filter((file) => file !== "lib/architecture.test.ts")).toEqual([]);
});
