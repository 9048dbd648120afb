import { expect, test } from "vitest";
import { versionOfTag } from "@/lib/registry/versions/version-tags";

test("a tag names a column; `next` is the latest where there is no pre-release above it", () => {
  expect(versionOfTag()).toBe('s."latest_version_id"');
  expect(versionOfTag("latest", "k")).toBe('k."latest_version_id"');
  expect(versionOfTag("next", "k")).toBe('coalesce(k."next_version_id", k."latest_version_id")');
});
