import { describe, expect, it } from "vitest";
import { sourceOf } from "@/components/skill/source-of";

describe("sourceOf", () => {
  it("names repository and commit", () => {
    expect(
      sourceOf({ provenance: { sourceUrl: "https://codeberg.org/a/b/", sourceHash: "4c1e09a0" } }),
    ).toEqual({
      name: "codeberg.org/a/b",
      href: "https://codeberg.org/a/b/",
      commit: "4c1e09a0",
    });
  });

  it("falls back to the home page", () => {
    expect(sourceOf({ provenance: {}, homepage: "https://example.org" }).name).toBe("example.org");
  });

  it.each([
    "javascript:alert(1)",
    "http://example.org/a",
    "not an address",
    "data:text/html,x",
    "https://git.example.org/a",
    "https://a.invalid/",
    "https://example/",
  ])("never makes a link of %s", (sourceUrl) => {
    expect(sourceOf({ provenance: { sourceUrl } }).href).toBeNull();
  });

  it("links a host that only ends like a reserved one", () => {
    expect(sourceOf({ provenance: { sourceUrl: "https://myexample.org/a" } }).href).not.toBeNull();
  });
});
