import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { packArchiveTree } from "@/lib/catalogue/git/pack-archive-tree";
import { assemblePackage, writeArchive } from "@/lib/package";
import { packArchive, unpackArchive } from "@/lib/platform/blobs/load-package";
import { readJsonPackage, readMultipartPackage } from "@/lib/web/http/read-package-body";
import { offThread, useThreads } from "@/lib/kernel/threads/off-thread";
import { ThreadPool } from "@/lib/kernel/threads/thread-pool";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { readPackageForm } from "@/lib/publishing/read-package-form";
import { readUpload } from "@/lib/publishing/read-upload";
import { listPackageFixes, validatePackage } from "@/lib/publishing/check-package";
import { HOSTILE_TEXTS } from "@/lib/publishing/testing/hostile-texts";

const root = path.resolve(import.meta.dirname, "..");
// Below node_modules of the project, so that the bundle finds its packages.
const directory = fs.mkdtempSync(path.join(root, "node_modules", ".reading-thread-"));
const script = pathToFileURL(path.join(directory, "reading-thread.mjs"));
let pool: ThreadPool;

beforeAll(async () => {
  await build({
    entryPoints: [path.join(root, "processes/reading-thread.ts")],
    outfile: path.join(directory, "reading-thread.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": root },
    logLevel: "warning",
  });
  pool = new ThreadPool(script);
});
afterAll(async () => {
  useThreads(undefined);
  await pool.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

const skillOf = (text: string) => assemblePackage([{ path: "SKILL.md", bytes: Buffer.from(text) }]);
const good = skillOf("---\nname: a-b\ndescription: Does a thing.\nversion: 1.0.0\n---\n# A\n");

/** What the operation says on the spot, and in a thread. */
async function both(work: () => Promise<unknown>): Promise<[unknown, unknown]> {
  const outcome = () =>
    work().catch((error: unknown) => ({
      thrown: error instanceof Error ? Object.assign({}, error, { message: error.message }) : error,
    }));
  useThreads(undefined);
  const here = await outcome();
  useThreads(pool);
  return [here, await outcome()];
}

function sourcesOf(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => fs.readFileSync(path.join(root, folder, name), "utf8"));
}

describe("reading in threads", () => {
  test("knows every operation that the code has done off its thread", () => {
    const bundle = fs.readFileSync(script, "utf8");
    const names = ["lib", "api", "app"]
      .flatMap(sourcesOf)
      .flatMap((source) => [...source.matchAll(/\boffThread\(\s*"([^"]+)"/g)].map(([, name]) => name ?? ""));
    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !bundle.includes(`"${name}"`))).toEqual([]);
  });

  test("says the same as on the spot", async () => {
    const archive = writeArchive(good.files, "a-b", { compression: "deflate" });
    const json = Buffer.from(JSON.stringify({ skill_md: "# x", author_agent: { name: "a" }, other: 1 }));
    const form = new FormData();
    form.set("skill_file", new File([archive as BlobPart], "a.skill"));
    form.set("dialects", "usk");
    const sent = new Response(form);
    const body = {
      bytes: new Uint8Array(await sent.clone().arrayBuffer()),
      contentType: sent.headers.get("content-type") ?? "",
      endings: [".skill"],
    };
    const pasted = new FormData();
    pasted.set("package_json", "{");
    for (const work of [
      () => validatePackage(good),
      () => validatePackage(skillOf("---\nname: [\n---\n"), ["usk", "exo"]),
      () => listPackageFixes(skillOf("---\nname: A B\ndescription: x\n---\n")),
      () => readUpload(good),
      () => readUpload(skillOf("no front matter")),
      () => unpackArchive(archive),
      () => unpackArchive(archive.subarray(0, 30)),
      () => packArchive({ files: good.files }),
      () => packArchiveTree(archive),
      () => packArchiveTree(archive.subarray(0, 30)),
      () => packArchive({ files: [{ path: "../x", bytes: new Uint8Array() }] }),
      () => readJsonPackage({ bytes: json }),
      () => readJsonPackage({ bytes: Buffer.from("[1,") }),
      () =>
        readJsonPackage({
          bytes: Buffer.from(JSON.stringify({ skill_md: "# x", contact_email: "e".repeat(70_000) })),
        }),
      () => readMultipartPackage(body),
      () =>
        readJsonPackage({ bytes: Buffer.from('{"base64_files":{"SKILL.md":"IyB4"}}'), takesFolder: true }),
      () => readMultipartPackage({ ...body, contentType: "multipart/form-data" }),
      () => readPackageForm(pasted),
    ]) {
      const [here, inThread] = await both(work);
      expect(JSON.stringify(inThread).replaceAll("RangeError: ", "")).toBe(JSON.stringify(here));
    }
  });

  test.each(HOSTILE_TEXTS)("$name is read while this process goes on", async ({ text }) => {
    useThreads(pool);
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const outcome = await Promise.allSettled([
      validatePackage(skillOf(text())),
      listPackageFixes(skillOf(text())),
    ]);
    over = true;
    expect(turns).toBeGreaterThan(2);
    for (const each of outcome)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "CONTENT_TOO_LARGE" });
  });

  test("what stands in megabytes of text is read there, down to its characters", async () => {
    const large = skillOf(
      `---\nname: a-b\ndescription: Does a thing.\nversion: 1.0.0\n---\n${"text ".repeat(400_000)}`,
    );
    useThreads(pool);
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    const [validation, upload] = await Promise.all([validatePackage(large), readUpload(large)]);
    const decodedHere = decode.mock.calls.map(([given]) => given?.byteLength ?? 0);
    decode.mockRestore();
    expect(Math.max(0, ...decodedHere)).toBeLessThan(10_000);
    const bytes = large.files[0]?.bytes.length;
    expect([validation.skillMd.length, upload.skillMd.length, upload.files[0]?.sizeBytes]).toEqual([
      bytes,
      bytes,
      bytes,
    ]);
  });

  test("an archive of a few kilobytes that unpacks to megabytes is unpacked there", async () => {
    const file = { path: "SKILL.md", bytes: Buffer.alloc(2 * 1024 * 1024, 97) };
    const asked: string[] = [];
    useThreads({ ask: (question, limitMs) => (asked.push(question.name), pool.ask(question, limitMs)) });
    const bytes = await packArchive({ files: [file], compression: "deflate" });
    const read = await unpackArchive(bytes);
    expect(read.ok && read.package.files[0]?.bytes.length).toBe(file.bytes.length);
    expect(asked).toEqual(["pack-archive", "unpack-archive"]);
  });
});

describe("what takes too long", () => {
  // Long beside what a quick answer takes, also on a machine with other work.
  const endless = offThread("endless", (given: string) => given, {
    limitMs: 3_000,
    keyOf: (key) => key,
  });

  const patient = offThread("patient", (given: string) => given, { limitMs: 20_000 });

  /** A pool whose threads answer nothing that is called endless. */
  async function stuckPool(): Promise<ThreadPool> {
    const file = path.join(directory, "stuck.mjs");
    fs.writeFileSync(
      file,
      'import { parentPort } from "node:worker_threads"; let asked = 0; parentPort.on("message", ({ name, given }) => { asked += 1; if (name === "endless" && given !== "quick") for (;;); parentPort.postMessage({ value: asked }); }); parentPort.postMessage("ready");',
    );
    return new ThreadPool(pathToFileURL(file), { count: 2 });
  }

  test("ends its thread, is refused at once the next time, and holds up nobody from elsewhere", async () => {
    const stuck = await stuckPool();
    const asked: string[] = [];
    useThreads({
      ask: (question, limitMs) => {
        asked.push(String(question.given));
        return stuck.ask(question, limitMs);
      },
    });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const slow = askedBy("192.0.2.0/24", () => endless("bad")).catch(note("slow refused"));
    const other = askedBy("198.51.100.0/24", () => endless("quick")).then(note("quick answered"));
    await Promise.all([slow, other]);
    expect(order).toEqual(["quick answered", "slow refused"]);
    await expect(endless("bad")).rejects.toMatchObject({ code: "CONTENT_TOO_LARGE" });
    expect(asked.filter((given) => given === "bad")).toHaveLength(1);
    await expect(endless("quick")).resolves.toBeDefined();
    await stuck.close();
    useThreads(undefined);
  });

  test("a thread that ends by itself is a fault, and another takes its place", async () => {
    const file = path.join(directory, "ends.mjs");
    fs.writeFileSync(
      file,
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", ({ given }) => { if (given === "end") process.exit(1); parentPort.postMessage({ value: given }); }); parentPort.postMessage("ready");',
    );
    const ending = new ThreadPool(pathToFileURL(file), { count: 2 });
    useThreads(ending);
    await expect(patient("end")).rejects.toThrow("ended before it answered");
    await expect(patient("go on")).resolves.toBe("go on");
    await ending.close();
    useThreads(undefined);
  });
});
