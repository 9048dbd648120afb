import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { decideNode, NODE_LINE } from "./newer-node.mjs";

test.each([
  ["18.20.4", "stops"],
  ["20.18.3", "stops"],
  ["20.19.0", "fetches"],
  ["20.20.2", "fetches"],
  ["22.0.0", "fetches"],
  ["23.11.1", "fetches"],
  ["24.0.0", "goes-on"],
  ["26.12.1", "goes-on"],
  ["not a version", "stops"],
])("Node.js %s %s", (version, decision) => {
  expect(decideNode(version)).toBe(decision);
});

test("the command goes on with the Node.js that npm has brought, and ends as it ends", () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "newer-node-"));
  const program = path.join(home, "begin.mjs");
  const place = path.join(home, ".node/node_modules", `node-${process.platform}-${process.arch}`, "bin");
  fs.mkdirSync(place, { recursive: true });
  // In place of what npm would fetch: it says what it was given.
  fs.writeFileSync(
    path.join(place, "node"),
    '#!/bin/sh\necho "$(basename "$1") $2 $(dirname "$(command -v node)")"\nexit 7\n',
    {
      mode: 0o755,
    },
  );
  fs.writeFileSync(
    program,
    `Object.defineProperty(process.versions, "node", { value: "22.1.0" });
const { assertNewerNode } = await import(${JSON.stringify(path.resolve("scripts/newer-node.mjs"))});
await assertNewerNode();
console.log("too far");\n`,
  );
  const { stdout, status } = spawnSync(process.execPath, [program, "start"], { cwd: home, encoding: "utf8" });
  fs.rmSync(home, { recursive: true });
  expect({ stdout, status }).toEqual({ stdout: `begin.mjs start ${place}\n`, status: 7 });
  expect(NODE_LINE).toBeGreaterThanOrEqual(24);
});
