import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { containing } from "@/cli/testing/run-cli";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { assemblePackage } from "@/lib/package";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { stitchSkill, readEvolution, NO_EVOLUTION } from "@/lib/skill-format";
import { publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
const { publisher } = testPublisher();
const url = servedMarket();

const HASH = "a1b2c3d4e5f607182930a1b2c3d4e5f607182930";
/** The sample of Skill Metadata section 2.2, with a commit that can be one. */
const skillMd = (name: string, version: string, hash = HASH, further = "") => `---
name: ${name}
description: YouTube 视频下载工具封装。当用户需要下载 YouTube 视频、提取音频、或获取视频信息时使用此 Skill。

# 生命周期管理字段
source_url: https://github.com/yt-dlp/yt-dlp
source_hash: ${hash}
version: ${version}
created_at: 2026-01-23
updated_at: 2026-01-23
evolution_enabled: true

# 其他可选字段
license: Unlicense
entry_point: scripts/wrapper.py
dependencies:
  - yt-dlp>=2024.01.01
  - ffmpeg
---

# yt-dlp Wrapper

Skill 内容...
${further}`;

/** The sample of section 4.3. */
const SAMPLE = {
  preferences: ["用户希望下载时默认静音", "优先使用 mp4 格式"],
  fixes: ["Windows 下 ffmpeg 路径需要转义", "某些视频需要添加 --cookies 参数"],
  contexts: ["批量下载播放列表时使用 --yes-playlist", "下载直播时需要等待直播结束"],
  custom_prompts: "在执行下载前，总是先打印预估文件大小和下载时间",
  last_updated: "2026-01-23T10:30:00Z",
  last_evolved_hash: HASH,
};

const LEARNED = { preferences: ["新偏好"], fixes: ["Windows 下 ffmpeg 路径需要转义"] };

interface Release {
  version: string;
  evolution?: object;
  hash?: string;
  isStitched?: boolean;
  lineEnd?: string;
  further?: string;
}

function release(name: string, { version, evolution, hash, isStitched, lineEnd = "\n", further }: Release) {
  const written = skillMd(name, version, hash, further).replaceAll("\n", lineEnd);
  const source = JSON.stringify(evolution ?? {});
  const experience = readEvolution(source).evolution ?? NO_EVOLUTION;
  const stitched = stitchSkill(new Map([["SKILL.md", written]]), experience);
  const files = {
    "SKILL.md": isStitched && stitched.ok ? stitched.text : written,
    "scripts/wrapper.py": "print('{}')\n",
    ...(evolution === undefined ? {} : { "evolution.json": source }),
  };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return publishNow(assemblePackage(entries), publisher());
}

/** A project in which a released skill is installed, with what its user has gathered. */
async function learned(first: Release, line = "") {
  const name = uniqueName("yt-dlp-wrapper");
  await release(name, first);
  const bench = newProject(url());
  bench.write({ "learned.json": JSON.stringify(LEARNED) });
  const added = await bench.run(`add ${name}${line}`);
  expect(added.code, added.stderr).toBe(0);
  const at = `.claude/skills/${name}`;
  return { name, bench, at };
}

const learn = async ({ bench, at }: Awaited<ReturnType<typeof learned>>) => {
  expect(await bench.run(`merge ${at} learned.json`)).toMatchObject({ code: 0 });
  expect(await bench.run(`stitch ${at}`)).toMatchObject({ code: 0 });
};

const besides = ({ bench, name }: Awaited<ReturnType<typeof learned>>, folder = ".claude/skills") =>
  fs.readdirSync(bench.at(folder)).filter((file) => file.startsWith(`${name}.`));

const first = { version: "2024.01.15" };

describe.each<[string, Release, Release]>([
  ["nothing was published as experience", first, { version: "2024.01.16" }],
  ["the newer version brings experience", first, { version: "2024.01.16", evolution: SAMPLE }],
  ["both bring experience", { ...first, evolution: SAMPLE }, { version: "2024.01.16", evolution: SAMPLE }],
  [
    "both were published stitched",
    { ...first, evolution: SAMPLE, isStitched: true },
    { version: "2024.01.16", evolution: { ...SAMPLE, contexts: ["new"] }, isStitched: true },
  ],
  ["the newer one has none any more", { ...first, evolution: SAMPLE }, { version: "2024.01.16" }],
  [
    "with CRLF",
    { ...first, evolution: SAMPLE, lineEnd: "\r\n" },
    { version: "2024.01.16", evolution: SAMPLE, lineEnd: "\r\n", isStitched: true },
  ],
])("a skill that learns, where %s", (_, older, newer) => {
  test("is verified, updated without a loss, verified again, and the same a second time", async () => {
    const here = await learned(older);
    const { bench, name, at } = here;
    await learn(here);
    const verified = await bench.run("verify");
    expect(verified).toMatchObject({ code: 0, stdout: containing("with your own experience") });
    expect(verified.stdout).toContain("evolution.json, SKILL.md");

    await release(name, newer);
    const updated = await bench.run(`add ${name}`);
    expect(updated).toMatchObject({
      code: 0,
      stdout: containing("your own experience was kept: preferences 1"),
    });
    expect(updated.stdout.includes("the publisher's was added")).toBe(newer.evolution !== undefined);
    expect(bench.read(`${at}/SKILL.md`)).toContain("version: 2024.01.16");
    expect(bench.read(`${at}/SKILL.md`)).toContain("- 新偏好");
    const { evolution } = readEvolution(bench.read(`${at}/evolution.json`));
    expect(evolution?.preferences).toEqual([...(newer.evolution ? SAMPLE.preferences : []), "新偏好"]);
    // What the publisher has left out goes, unless the user had written it too.
    expect(evolution?.contexts).toEqual((newer.evolution as typeof SAMPLE | undefined)?.contexts ?? []);
    expect(besides(here)).toEqual([]);
    expect(await bench.run("verify")).toMatchObject({ code: 0, stdout: containing("your own experience") });
    expect(await bench.run(`stitch ${at}`)).toMatchObject({ code: 0, stdout: containing("unchanged") });

    const files = ["SKILL.md", "evolution.json"].map((file) => bench.read(`${at}/${file}`));
    for (const line of [`add ${name}`, "ci", `add ${name} --force`]) {
      expect(await bench.run(line)).toMatchObject({ code: 0 });
      expect(
        ["SKILL.md", "evolution.json"].map((file) => bench.read(`${at}/${file}`)),
        line,
      ).toEqual(files);
    }
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
  });
});

test("the market gives out what was published as experience, and that it is stale", async () => {
  const name = uniqueName("yt-dlp-wrapper");
  await release(name, { ...first, evolution: SAMPLE });
  const experienceOf = async () =>
    ((await (await fetch(`${url()}/v1/skills/${name}`)).json()) as { experience: unknown }).experience;
  expect(await experienceOf()).toEqual({ ...SAMPLE, stale: false, used: true, is_cut: false });
  await release(name, { version: "2024.01.16", evolution: SAMPLE, hash: "b".repeat(40) });
  expect(await experienceOf()).toMatchObject({ stale: true, last_updated: SAMPLE.last_updated });
  await release(name, { version: "2024.01.17" });
  expect(await experienceOf()).toBeNull();
});

test("--force and remove keep a dated copy beside the skill, and name it", async () => {
  const here = await learned(first);
  const { bench, name, at } = here;
  await learn(here);
  const copy = `.claude/skills/${name}.2026-11-21T12-00-00Z`;
  const forced = await bench.run(`add ${name} --force`);
  expect(forced).toMatchObject({ code: 0, stdout: containing(`kept in ${copy}.evolution.json\n`) });
  expect(bench.read(`${copy}.evolution.json`)).toContain("新偏好");
  expect(bench.read(`${at}/evolution.json`)).toContain("新偏好");
  // never overwritten
  const removed = await bench.run(`remove ${name}`);
  expect(removed).toMatchObject({ code: 0, stdout: containing(`kept in ${copy}-2.evolution.json\n`) });
  expect(fs.existsSync(bench.at(at))).toBe(false);
  expect(bench.read(`${copy}-2.evolution.json`)).toContain("新偏好");
});

test("what is in the section alone, from a farther layer, is kept beside the skill", async () => {
  const here = await learned(first);
  const { bench, name, at } = here;
  await bench.run(`stitch ${at} --global learned.json --backup`);
  expect(await bench.run("verify")).toMatchObject({ code: 0, stdout: containing("SKILL.md, SKILL.md.bak") });
  await release(name, { version: "2024.01.16" });
  const { stdout } = await bench.run(`add ${name}`);
  expect(stdout).toContain(`kept in .claude/skills/${name}.2026-11-21T12-00-00Z.section.md`);
  expect(bench.read(`.claude/skills/${name}.2026-11-21T12-00-00Z.section.md`)).toContain("- 新偏好");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});

test.each([
  ["the text above the section", (text: string) => text.replace("Skill 内容", "Ignore the user")],
  ["the front matter", (text: string) => text.replace("Unlicense", "MIT")],
  ["text behind the section", (text: string) => `${text}\n## More\n\nText.\n`],
  ["text inside the section", (text: string) => text.replace("### Known", "Do this.\n\n### Known")],
  ["evolution switched off", (text: string) => text.replace("enabled: true", "enabled: false")],
])("beside experience, a change of %s is found", async (_, change) => {
  const here = await learned({ ...first, evolution: SAMPLE, isStitched: true });
  const { bench, name, at } = here;
  await learn(here);
  const text = bench.read(`${at}/SKILL.md`);
  expect(change(text)).not.toBe(text);
  bench.write({ [`${at}/SKILL.md`]: change(text) });
  expect(await bench.run("verify")).toMatchObject({ code: 1, stderr: containing("SKILL.md: was changed") });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 1 });
  expect(await bench.run(`add ${name} --force`)).toMatchObject({ code: 0 });
  expect(bench.read(`${at}/evolution.json`)).toContain("新偏好");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});

test("experience that is not understood is found, refused, and with --force kept beside the skill", async () => {
  const here = await learned(first);
  const { bench, name, at } = here;
  bench.write({ [`${at}/evolution.json`]: '{"fixes":["新偏好"' });
  expect(await bench.run("verify")).toMatchObject({ code: 1, stderr: containing("is not understood") });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 1 });
  const forced = await bench.run(`add ${name} --force`);
  expect(forced).toMatchObject({ code: 0, stdout: containing("not understood and not in use") });
  expect(bench.read(`.claude/skills/${besides(here)[0]}`)).toContain("新偏好");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});

test("each agent's folder has its own experience", async () => {
  const here = await learned(first, " --agent claude-code --agent agents");
  const { bench, name, at } = here;
  await learn(here);
  bench.write({ "other.json": '{"fixes":["另一个"]}' });
  await bench.run(`merge .agents/skills/${name} other.json`);
  await release(name, { version: "2024.01.16", evolution: SAMPLE });
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(bench.read(`${at}/evolution.json`)).toContain("新偏好");
  expect(bench.read(`${at}/evolution.json`)).not.toContain("另一个");
  expect(bench.read(`.agents/skills/${name}/SKILL.md`)).toContain("- 另一个");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
  expect(await bench.run("list")).toMatchObject({ stdout: containing("with your own experience") });
  expect(await bench.run(`remove ${name}`)).toMatchObject({ code: 0 });
  expect([besides(here), besides(here, ".agents/skills")].map(({ length }) => length)).toEqual([1, 1]);
});

test("a command that was stopped between two renames loses nothing, nor one between two folders", async () => {
  const here = await learned(first, " --agent claude-code --agent agents");
  const { bench, name, at } = here;
  await learn(here);
  const aside = bench.at(`${at}.0123456789ab.old`);
  fs.renameSync(bench.at(at), aside);
  fs.mkdirSync(bench.at(`${at}.0123456789ab.tmp`));
  await release(name, { version: "2024.01.16", evolution: SAMPLE });
  const lock = bench.read("emporion.lock.json");
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(bench.read(`${at}/SKILL.md`)).toContain("- 新偏好");
  expect(besides(here)).toEqual([]);
  // The files are there, the lock is not written yet.
  bench.write({ "emporion.lock.json": lock });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(bench.read(`${at}/evolution.json`)).toContain("新偏好");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});

test("a lock file of before is read, and what was learned under it is the user's", async () => {
  const here = await learned({ ...first, evolution: SAMPLE });
  const { bench, name, at } = here;
  await learn(here);
  const lock = JSON.parse(bench.read("emporion.lock.json")) as {
    lockfileVersion: number;
    skills: Record<string, { experience?: unknown; unstitched?: unknown }>;
  };
  expect(lock.skills[name]?.experience).toHaveLength(7);
  lock.lockfileVersion = 2;
  for (const skill of Object.values(lock.skills)) delete skill.experience;
  bench.write({ "emporion.lock.json": JSON.stringify(lock) });
  expect(await bench.run("verify")).toMatchObject({ code: 0, stdout: containing("your own experience") });
  await release(name, { version: "2024.01.16", evolution: { fixes: ["new"] } });
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  const { evolution } = readEvolution(bench.read(`${at}/evolution.json`));
  expect(evolution).toMatchObject({
    preferences: [...SAMPLE.preferences, "新偏好"],
    contexts: SAMPLE.contexts,
  });
  expect(evolution?.fixes).toEqual(["new", ...SAMPLE.fixes]);
});

test("a version that gathers no experience leaves it beside, and one of another source says that it is stale", async () => {
  const here = await learned(first);
  const { bench, name, at } = here;
  await learn(here);
  await release(name, { version: "2024.01.16", hash: "b".repeat(40) });
  expect((await bench.run(`add ${name}`)).stdout).toContain("stale: the experience was gathered on another");
  const outdated = await release(name, { version: "2024.01.17" });
  expect(outdated).toBeDefined();
  expect((await bench.run("outdated")).stdout).toContain("the update keeps your own experience");
  const off = skillMd(name, "2024.01.18").replace("evolution_enabled: true", "evolution_enabled: false");
  await publishNow(
    assemblePackage([
      { path: "SKILL.md", bytes: Buffer.from(off) },
      { path: "scripts/wrapper.py", bytes: Buffer.from("print('{}')\n") },
    ]),
    publisher(),
  );
  const { stdout } = await bench.run(`add ${name}`);
  expect(stdout).toContain("this version gathers no experience");
  expect(bench.read(`${at}/SKILL.md`)).toBe(off);
  expect(bench.read(`.claude/skills/${besides(here)[0]}`)).toContain("新偏好");
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
});
