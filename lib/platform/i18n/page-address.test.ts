import { expect, it } from "vitest";
import { askedPath, pageQuery } from "@/lib/platform/i18n/paths";

it.each([
  ["", ""],
  ["?", ""],
  ["?_rsc=1a2b", ""],
  ["?q=a%20b&_rsc=1a2b&page=2", "?q=a%20b&page=2"],
  ["?_rscx=1", "?_rscx=1"],
])("of %o the page's own query is %o", (search, query) => {
  expect(pageQuery(search)).toBe(query);
});

it.each([
  [undefined, "/"],
  ["/skills/a b", "/skills/a b"],
  ["//example.org", "/"],
  ["/\\example.org", "/"],
  ["https://example.org", "/"],
])("a page in place of %o stands for %o", (asked, path) => {
  expect(askedPath(new Headers(asked === undefined ? {} : { "x-asked-page": asked }))).toBe(path);
});
