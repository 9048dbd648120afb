import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError } from "./command";
import { replaceFile } from "./files";
import { Workbench } from "./testing/run-cli";

const bench = new Workbench();

describe("a file that is replaced", () => {
  it("never loses what somebody else wrote in the meantime", async () => {
    bench.write({ "a.txt": "theirs" });
    await expect(replaceFile(bench.at("a.txt"), "ours", Buffer.from("read before"))).rejects.toThrow(
      "was changed in the meantime",
    );
    expect(bench.read("a.txt")).toBe("theirs");
    await expect(replaceFile(bench.at("a.txt"), "ours", null)).rejects.toThrow(InputError);
    expect(bench.read("a.txt")).toBe("theirs");
    expect(readdirSync(bench.directory)).toEqual(["a.txt"]);
  });

  it("is there with the new content, or for the first time", async () => {
    bench.write({ "b.txt": "old" });
    await replaceFile(bench.at("b.txt"), "new", Buffer.from("old"));
    await replaceFile(bench.at("c.txt"), "first", null);
    expect([bench.read("b.txt"), bench.read("c.txt")]).toEqual(["new", "first"]);
    await expect(replaceFile(bench.at("gone/d.txt"), "x", Buffer.from(""))).rejects.toThrow("no such file");
  });
});
