import { describe, expect, it } from "vitest";
import { linkOf, sourceOf } from "@/components/skill/links";

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

const fileHref = (path: string) => (path.includes("missing") ? undefined : `/files/${path}`);

describe("linkOf", () => {
  it("marks links to other sites as not ours", () => {
    expect(linkOf("https://example.org/a", fileHref)).toEqual({
      href: "https://example.org/a",
      rel: "nofollow ugc noopener",
    });
  });

  it.each(["http://localhost:3000/docs", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "leaves %s, which is this machine, a link",
    (href) => {
      expect(linkOf(href, fileHref).href).toBe(href);
    },
  );

  it.each([
    ["references/guide.md", "/files/references/guide.md"],
    ["./scripts/main.py#L3", "/files/scripts/main.py"],
    ["a%20b.md", "/files/a b.md"],
  ])("leads %s to the file of the package", (href, shown) => {
    expect(linkOf(href, fileHref).href).toBe(shown);
  });

  it.each([
    "https://MARKET/skills/free",
    "javascript:alert(1)",
    "JaVaScRiPt:x",
    "data:text/html,x",
    "//evil.example/x",
    "/sign-in",
    "../../etc/passwd",
    "a\\b",
    "#top",
    "references/missing.md",
    "",
  ])("makes no link of %s", (href) => {
    expect(linkOf(href, fileHref)).toEqual({});
  });
});
