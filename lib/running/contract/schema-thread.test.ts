import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

// Below node_modules of the project, so that the bundle finds its packages.
const directory = fs.mkdtempSync(path.resolve("node_modules", ".schema-thread-"));
const ASKS = `
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { validateAgainstSchema } from "@/lib/running/contract/json-schema";
const check = await validateAgainstSchema({ type: "object", required: ["a"] }, {});
console.log(JSON.stringify(check));
await closeSchemaThread();
`;

/** As `scripts/bundle.ts` makes the programs of the market. */
beforeAll(async () => {
  const asks = path.join(directory, "asks.ts");
  fs.writeFileSync(asks, ASKS);
  await build({
    entryPoints: { asks, "schema-program": path.resolve("lib/running/contract/schema-program.ts") },
    outdir: path.join(directory, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": path.resolve(".") },
    logLevel: "warning",
  });
  fs.cpSync(path.join(directory, "dist"), path.join(directory, "pages"), { recursive: true });
  fs.rmSync(path.join(directory, "pages/schema-program.mjs"));
});
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

test.each([
  ["a built program, wherever it is started,", "dist", os.tmpdir()],
  ["what lies elsewhere, started beside dist,", "pages", directory],
])("%s finds the program of the thread", async (_what, folder, cwd) => {
  const asks = path.join(directory, folder, "asks.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [asks], { cwd });
  expect(JSON.parse(stdout)).toEqual({
    valid: false,
    reason: "mismatch",
    errors: [{ pointer: "", detail: 'The property "a" is missing.' }],
  });
});
