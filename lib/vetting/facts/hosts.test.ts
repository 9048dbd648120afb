import { expect, test } from "vitest";
import { isListed } from "@/lib/vetting/facts/hosts";

test.each(["", ".", "...", ".github.com", "a..b", "com."])("%j is looked for to an end", (host) => {
  expect(isListed(host, "collectors")).toBe(false);
});

test("a host is listed with those below it", () => {
  expect(
    ["webhook.site", "a.webhook.site", "notwebhook.site"].map((host) => isListed(host, "collectors")),
  ).toEqual([true, true, false]);
});
