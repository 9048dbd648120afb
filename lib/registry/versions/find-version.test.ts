import { expect, test } from "vitest";
import { isOffered } from "@/lib/registry/versions/find-version";

const NOW = new Date();

test.each<[string, Parameters<typeof isOffered>[0], boolean]>([
  ["published and approved", { publishedAt: NOW, yankedAt: null, vettingStatus: "approved" }, true],
  ["not published", { publishedAt: null, yankedAt: null, vettingStatus: "approved" }, false],
  ["withdrawn", { publishedAt: NOW, yankedAt: NOW, vettingStatus: "approved" }, false],
  ["held", { publishedAt: NOW, yankedAt: null, vettingStatus: "caution" }, false],
  ["rejected", { publishedAt: NOW, yankedAt: null, vettingStatus: "rejected" }, false],
  ["in vetting", { publishedAt: NOW, yankedAt: null, vettingStatus: "pending" }, false],
])("a version that is %s", (_name, version, offered) => {
  expect(isOffered(version)).toBe(offered);
});
