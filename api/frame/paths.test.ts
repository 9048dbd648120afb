import { describe, expect, test } from "vitest";
import { formOf, inMatchingOrder, methodFinder } from "@/api/frame/paths";

const ordered = (...paths: string[]) =>
  inMatchingOrder(paths.map((path) => ({ path }))).map(({ path }) => path);

describe("of two paths that answer one address, the fixed one is asked first", () => {
  test.each([
    [
      ["/v1/skills/{id}", "/v1/skills/upload"],
      ["/v1/skills/upload", "/v1/skills/{id}"],
    ],
    [
      ["/v1/skills/upload", "/v1/skills/{id}"],
      ["/v1/skills/upload", "/v1/skills/{id}"],
    ],
    [
      ["/a/{x}/c", "/a/b/{y}"],
      ["/a/b/{y}", "/a/{x}/c"],
    ],
    [
      ["/a/{x}/{y}", "/a/{x}/c", "/a/b/{y}", "/a/b/c"],
      ["/a/b/c", "/a/b/{y}", "/a/{x}/c", "/a/{x}/{y}"],
    ],
    [
      ["/{x}", "/a"],
      ["/a", "/{x}"],
    ],
    [
      ["/docs/:file{[a-z-]+\\.md}", "/docs/one.md"],
      ["/docs/one.md", "/docs/:file{[a-z-]+\\.md}"],
    ],
  ])("%j", (paths, expected) => {
    expect(ordered(...paths)).toEqual(expected);
  });

  test("others stay in the order of their nouns", () => {
    expect(ordered("/v1/b", "/v1/a", "/v1/c")).toEqual(["/v1/b", "/v1/a", "/v1/c"]);
    expect(ordered("/v1/b/{x}", "/v1/a/{x}")).toEqual(["/v1/b/{x}", "/v1/a/{x}"]);
  });
});

test.each([
  ["/v1/skills/{id}", "/v1/skills/a%2Fb", true],
  ["/v1/skills/{id}", "/v1/skills/", false],
  ["/v1/skills/{id}", "/v1/skills/a/b", false],
  ["/v1/openapi.json", "/v1/openapiXjson", false],
  ["/docs/:file{[a-z-]+\\.md}", "/docs/payment.md", true],
  ["/docs/:file{[a-z-]+\\.md}", "/docs/payment", false],
  ["/drafts/{page}", "/drafts/verify", true],
  ["/drafts/{page}", "/drafts/other", false],
])("%s is the path of %s: %s", (path, address, expected) => {
  expect(formOf(path, { page: ["claim", "verify"] }).test(address)).toBe(expected);
});

test("the methods of an address are those of all its routes, without middleware", () => {
  const methodsOf = methodFinder([
    { method: "ALL", path: "/*" },
    { method: "GET", path: "/v1/skills/:id" },
    { method: "POST", path: "/v1/skills/upload" },
  ]);
  expect(methodsOf("/v1/skills/upload")).toEqual(["GET", "HEAD", "POST"]);
  expect(methodsOf("/v1/skills/x")).toEqual(["GET", "HEAD"]);
  expect(methodsOf("/v1")).toEqual([]);
});
