import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isReachableByOthers, reachableNode } from "@/lib/running/bubblewrap/prepare-sandbox";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-node-"));
const binary = path.join(directory, "node");
fs.writeFileSync(binary, "binary", { mode: 0o755 });
afterAll(() => fs.rmSync(directory, { recursive: true }));

describe("the node binary of a version manager in a closed home", () => {
  it("is known not to be reachable", () => {
    fs.chmodSync(directory, 0o700);
    expect(isReachableByOthers(binary)).toBe(false);
    fs.chmodSync(directory, 0o755);
    expect(isReachableByOthers(binary)).toBe(true);
    fs.chmodSync(binary, 0o700);
    expect(isReachableByOthers(binary)).toBe(false);
    fs.chmodSync(binary, 0o755);
  });

  it("is copied to where another user reaches it, and the copy is taken away", () => {
    fs.chmodSync(directory, 0o700);
    const copy = reachableNode(65_534, binary);
    expect(copy.path).not.toBe(binary);
    expect(isReachableByOthers(copy.path)).toBe(true);
    expect(fs.readFileSync(copy.path, "utf8")).toBe("binary");
    copy.remove();
    expect(fs.existsSync(copy.path)).toBe(false);
  });

  it("is used where it is by the user it belongs to", () => {
    fs.chmodSync(directory, 0o700);
    expect(reachableNode(null, binary).path).toBe(fs.realpathSync(binary));
  });
});
