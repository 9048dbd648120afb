import { expect, it } from "vitest";
import { pageQuery } from "@/lib/i18n/page-address";

it.each([
  ["", ""],
  ["?", ""],
  ["?_rsc=1a2b", ""],
  ["?q=a%20b&_rsc=1a2b&page=2", "?q=a%20b&page=2"],
  ["?_rscx=1", "?_rscx=1"],
])("of %o the page's own query is %o", (search, query) => {
  expect(pageQuery(search)).toBe(query);
});
