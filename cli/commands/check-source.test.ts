import { beforeAll, describe, expect, it } from "vitest";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();
const TIP = "a".repeat(40);
const source = (hash: string, url = "https://git.example.org/kim/skills") => [
  `source_url: ${url}`,
  `source_hash: ${hash}`,
];

beforeAll(() => {
  bench.remoteRefs.answers.set("https://git.example.org/kim/skills", {
    ok: true,
    refs: [{ name: "refs/heads/main", hash: TIP }],
  });
  bench.write({
    "all/tip/SKILL.md": skillMd("tip", source(TIP)),
    "all/page/SKILL.md": skillMd("page", source(TIP, "https://git.example.org/kim/skills/tree/main/page")),
    "old/SKILL.md": skillMd("old", source("b".repeat(40))),
    "gone/SKILL.md": skillMd("gone", source(TIP, "https://gone.example.org/r")),
    "static/SKILL.md": skillMd("static", ["version: 1.0.0"]),
    "bad/SKILL.md": skillMd("bad", source("main")),
  });
});

describe("check-source", () => {
  it("names the branches and tags at the commit, and asks a repository once", async () => {
    bench.remoteRefs.asked.length = 0;
    const { code, stdout } = await bench.run("check-source all");
    expect({ code, lines: stdout.split("\n").sort() }).toEqual({
      code: 0,
      lines: [
        "",
        "all/page: tip: refs/heads/main of https://git.example.org/kim/skills",
        "all/tip: tip: refs/heads/main of https://git.example.org/kim/skills",
      ],
    });
    expect(bench.remoteRefs.asked).toEqual(["https://git.example.org/kim/skills"]);
  });

  it("tells an unknown commit, an undeclared and a malformed source from a repository nobody reaches", async () => {
    expect(await bench.run("check-source old")).toMatchObject({
      code: 1,
      stdout: containing("old: unknown: none of the 1 branches and tags of "),
    });
    expect(await bench.run("check-source static")).toMatchObject({
      code: 1,
      stdout: "static: not_declared: no source_url and no source_hash\n",
    });
    expect(await bench.run("check-source bad")).toMatchObject({
      code: 1,
      stdout: containing("bad: malformed: source_hash is not a commit hash"),
    });
    expect(await bench.run("check-source gone all")).toMatchObject({
      code: 3,
      stdout: containing("gone: unreachable: https://gone.example.org/r: "),
    });
    expect(await bench.run("check-source missing")).toMatchObject({ code: 3, stdout: "" });
  });

  it("prints JSON for programs", async () => {
    const { stdout } = await bench.run("check-source all/tip --format json");
    expect(JSON.parse(stdout)).toEqual({
      path: "all/tip",
      state: "tip",
      repository: "https://git.example.org/kim/skills",
      refs: ["refs/heads/main"],
    });
    expect((await bench.run("check-source all --format xml")).code).toBe(2);
  });
});
