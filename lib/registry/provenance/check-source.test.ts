import { describe, expect, it } from "vitest";
import { checkSource, type RefsAnswer, type RemoteRefs, repositoryUrl } from "./check-source";

const [A, B, C, D] = ["a", "b", "c", "d"].map((digit) => digit.repeat(40));
const URL_GIVEN = "https://github.com/owner/repo";

/** The network, and nothing else, is not the real one here. */
const remote = (answer: RefsAnswer, asked: string[] = []): RemoteRefs => ({
  list: (url) => {
    asked.push(url);
    return Promise.resolve(answer);
  },
});

const REFS = remote({
  ok: true,
  refs: [
    { name: "HEAD", hash: A ?? "" },
    { name: "refs/heads/main", hash: A ?? "" },
    { name: "refs/tags/v1", hash: B ?? "", peeled: C ?? "" },
    { name: "refs/pull/7/head", hash: D ?? "" },
  ],
});

describe("a source", () => {
  it("is the tip of a branch, or of a tag by either of its hashes, whatever the case", async () => {
    const check = (sourceHash: string | undefined) => checkSource({ sourceUrl: URL_GIVEN, sourceHash }, REFS);
    expect(await check(A)).toEqual({
      state: "tip",
      repository: URL_GIVEN,
      refs: ["HEAD", "refs/heads/main"],
    });
    expect(await check(B)).toMatchObject({ refs: ["refs/tags/v1"] });
    expect(await check(C?.toUpperCase())).toMatchObject({ refs: ["refs/tags/v1"] });
  });

  it("is unknown when no branch or tag stands at it; a pull request anybody can make is none", async () => {
    for (const sourceHash of ["e".repeat(40), D]) {
      expect(await checkSource({ sourceUrl: URL_GIVEN, sourceHash }, REFS)).toEqual({
        state: "unknown",
        repository: URL_GIVEN,
        refsSeen: 4,
      });
    }
  });

  it("that cannot be asked is not unknown", async () => {
    const silent = remote({ ok: false, reason: "too_slow", message: "it took too long" });
    expect(await checkSource({ sourceUrl: URL_GIVEN, sourceHash: A }, silent)).toMatchObject({
      state: "unreachable",
      reason: "too_slow",
    });
  });

  it("that is not declared, or breaks its rule, is not asked for", async () => {
    const asked: string[] = [];
    const watched = remote({ ok: true, refs: [] }, asked);
    expect(await checkSource({}, watched)).toEqual({
      state: "not_declared",
      missing: ["source_url", "source_hash"],
    });
    expect(await checkSource({ sourceUrl: URL_GIVEN }, watched)).toMatchObject({ missing: ["source_hash"] });
    for (const sourceUrl of ["http://github.com/a/b", "git@github.com:a/b", "https://a b", "file:///etc"]) {
      expect(await checkSource({ sourceUrl, sourceHash: A }, watched)).toEqual({
        state: "malformed",
        field: "source_url",
      });
    }
    expect(await checkSource({ sourceUrl: URL_GIVEN, sourceHash: "main" }, watched)).toEqual({
      state: "malformed",
      field: "source_hash",
    });
    expect(asked).toEqual([]);
  });
});

it.each([
  ["https://github.com/owner/repo", "https://github.com/owner/repo"],
  ["https://github.com/owner/repo.git/", "https://github.com/owner/repo.git"],
  ["https://github.com/owner/repo/tree/main/skills/pdf?tab=readme#top", "https://github.com/owner/repo"],
  ["https://github.com/owner/tree", "https://github.com/owner/tree"],
  ["https://gitlab.com/group/sub/repo/-/tree/main/a", "https://gitlab.com/group/sub/repo"],
  ["https://bitbucket.org/owner/repo/src/main/", "https://bitbucket.org/owner/repo"],
  ["https://git.example.org", "https://git.example.org"],
  ["https://git.example.org//a//b", "https://git.example.org/a/b"],
])("the repository behind %s is %s", (given, repository) => expect(repositoryUrl(given)).toBe(repository));

it("what is no URL has no repository", () => expect(repositoryUrl("owner/repo")).toBeUndefined());
