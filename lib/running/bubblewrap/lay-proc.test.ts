import fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { layProc } from "@/lib/running/bubblewrap/prepare-sandbox";

afterEach(() => vi.restoreAllMocks());

test("what ends while the machine's /proc is listed takes no sandbox away", () => {
  const list = fs.readdirSync.bind(fs) as (place: string) => string[];
  const listed = list("/proc");
  vi.spyOn(fs, "readdirSync").mockImplementation(((place: string) =>
    place === "/proc" ? [...listed, "999999999", "gone-by-now"] : list(place)) as never);
  const laid = layProc();
  laid.remove();
  const covered = laid.arguments.filter((each) => each.startsWith("/proc/"));
  expect(covered).toContain("/proc/meminfo");
  expect(covered.filter((each) => /gone|\d{6}/.test(each))).toEqual([]);
  expect(covered).not.toContain("/proc/self");
});
