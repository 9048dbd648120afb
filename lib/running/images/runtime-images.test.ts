import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { TEST_IMAGES } from "../testing/attacks";
import { digestTree } from "./image-tree";
import { prepareImages, type RuntimeImages } from "@/lib/running/images/runtime-images";

const BUILD_MS = 120_000;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-images-"));
let images: RuntimeImages;

const build = async (place: string) => {
  const built = await prepareImages(place, process.execPath);
  if (!built) throw new Error("Runtime images need the packages of Debian: apt-get install python3.");
  return built;
};
const digests = ({ bash, node, python3 }: RuntimeImages) => [bash.digest, node.digest, python3.digest];

beforeAll(async () => {
  // Images that other tests have built already, where none is built anew.
  images = await build(IS_FULL ? directory : TEST_IMAGES);
}, BUILD_MS);
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

function filesBelow(root: string): string[] {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

describe("a runtime image", { timeout: BUILD_MS }, () => {
  it.runIf(IS_FULL)(
    "has the same name wherever it is built, which is the digest of what is in it",
    async () => {
      expect(digests(await build(TEST_IMAGES))).toEqual(digests(images));
      for (const { root, digest } of Object.values(images)) {
        expect([path.basename(root), digestTree(root)]).toEqual([digest.replace("sha256:", ""), digest]);
      }
    },
  );

  it("is found from anywhere, also when its place is given from where we are", async () => {
    const place = path.dirname(images.bash.root);
    const { bash } = await build(path.relative(process.cwd(), place));
    expect(bash.root).toBe(images.bash.root);
  });

  it("keeps the dates that compiled python files are valid for: without them python starts at half the speed", () => {
    const compiled = filesBelow(images.python3.root).filter((file) => file.endsWith(".pyc"));
    expect(compiled.length).toBeGreaterThan(50);
    for (const file of compiled) {
      const source = path.join(file, "../..", `${path.basename(file).split(".")[0]}.py`);
      const validFor = fs.readFileSync(file).readUInt32LE(8);
      expect([file, validFor]).toEqual([file, Math.floor(fs.statSync(source).mtimeMs / 1_000)]);
    }
  });

  it("has no program that changes the user, and nothing of the machine's own accounts", () => {
    for (const { root } of Object.values(images)) {
      expect(filesBelow(root).filter((file) => (fs.statSync(file).mode & 0o6000) !== 0)).toEqual([]);
      for (const place of ["etc/passwd", "etc/shadow", "root", "home", "usr/local"]) {
        expect([place, fs.existsSync(path.join(root, place))]).toEqual([place, false]);
      }
    }
  });

  it.runIf(IS_FULL)("is built where a killed process has left none half-built", async () => {
    const make = (name: string, ageMs: number) => {
      const file = path.join(directory, name, "usr/bin/bash");
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const date = new Date(Date.now() - ageMs);
      fs.utimesSync(path.join(directory, name), date, date);
    };
    make("building-1-long-ago", 7_200_000);
    make("building-1-now", 60_000);
    await build(directory);
    const left = fs.readdirSync(directory).filter((name) => name.startsWith("building-"));
    expect(left).toEqual(["building-1-now"]);
  });

  it.runIf(IS_FULL)("is built anew when somebody has written into it", async () => {
    const { root, digest } = images.bash;
    fs.writeFileSync(path.join(root, "usr/bin/planted"), "#!/usr/bin/bash\n", { mode: 0o755 });
    const again = await build(directory);
    expect([again.bash.digest, digestTree(again.bash.root)]).toEqual([digest, digest]);
    expect(fs.existsSync(path.join(again.bash.root, "usr/bin/planted"))).toBe(false);
  });
});
