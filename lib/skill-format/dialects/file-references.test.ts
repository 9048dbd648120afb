import { describe, expect, it } from "vitest";
import { checkSkill } from "../check-skill";

const FILES = [
  "scripts/run.py",
  "scripts/Deploy",
  "references/Guide.md",
  "references/안내.md",
  "assets/logo_small.svg",
];

/** What is said about the files that a body names: line of the body, code and, where it is told, what to write. */
function said(body: string, files: readonly string[] = FILES): string[] {
  const skill = `---\nname: a\ndescription: Does it when asked.\n---\n${body}`;
  const all = new Map([["SKILL.md", skill], ...files.map((file) => [file, ""] as const)]);
  const [report] = checkSkill({ files: all, dialects: ["agent-skills"] }).reports;
  return (report?.issues ?? []).map(({ line = 0, code, message, severity }) => {
    expect(severity).toBe("warning");
    const instead = /; write (".*")$/.exec(message)?.[1];
    return `${line - 4} ${code}${code === "REFERENCE_SPELLING" ? ` ${instead}` : ""}`;
  });
}

describe("files that a body names without a link", () => {
  it.each([
    ["text", "Read references/tables.md first."],
    ["a code span", "Run `scripts/clean.py` on it."],
    ["a code span with words", "`python scripts/clean.py --all data.csv`"],
    ["the folder of the skill", "`python {baseDir}/scripts/clean.py` then `$SKILL_DIR/scripts/clean.py`"],
    ["a list in Chinese", "- 请先阅读references/说明.md。"],
    ["a list in Korean", "- 먼저 references/설명.md를 읽습니다."],
    ["a footnote", "Told below.[^1]\n\n[^1]: See references/source.md for it."],
    ["a program without an extension", "`bash scripts/clean`"],
    ["a dot in front", "`./scripts/clean`"],
    ["a table", "| logo | assets/logo.png |"],
  ])("in %s are missed", (_where, body) => {
    const codes = said(body).map((line) => line.slice(2));
    expect(codes).toEqual(["FILE_NOT_FOUND"]);
  });

  it.each([
    ["a labelled fence", "```bash\npython3 scripts/clean.py\n```", ["2 FILE_NOT_FOUND"]],
    ["a fence without a label", "```\n$ python3 scripts/clean.py\n```", ["2 FILE_NOT_FOUND"]],
    [
      "PowerShell",
      "```powershell\npwsh -File scripts\\run.py\n```",
      ['2 REFERENCE_SPELLING "scripts/run.py"'],
    ],
    ["another language", '```html\n<img src="assets/hero.png">\n```', []],
    ["a tree of files", "```\n├── scripts/build.py\n└── assets/hero.png\n```", []],
    ["what a command writes", "```sh\npython3 scripts/run.py > assets/chart.svg\n```", []],
    ["what an option writes", "```sh\npython3 scripts/run.py --output assets/chart.svg\n```", []],
  ])("are looked for in commands: %s", (_where, body, expected) => expect(said(body)).toEqual(expected));

  it.each([
    ["a capital", "Run `scripts/Run.py`.", '1 REFERENCE_SPELLING "scripts/run.py"'],
    ["a capital of the folder", "Read References/Guide.md.", '1 REFERENCE_SPELLING "references/Guide.md"'],
    ["a small letter", "Run `./scripts/deploy now`.", '1 REFERENCE_SPELLING "scripts/Deploy"'],
    ["a backslash", "Run `scripts\\run.py`.", '1 REFERENCE_SPELLING "scripts/run.py"'],
    ["both", "Read `REFERENCES\\guide.md`.", '1 REFERENCE_SPELLING "references/Guide.md"'],
    ["a link with a capital", "[guide](references/guide.md)", '1 REFERENCE_SPELLING "references/Guide.md"'],
    ["a link with a backslash", "[run](scripts\\run.py)", '1 REFERENCE_SPELLING "scripts/run.py"'],
    ["a picture", "![logo](Assets/logo_small.svg)", '1 REFERENCE_SPELLING "assets/logo_small.svg"'],
    ["a line that makes files", "Create it with `scripts/RUN.py`.", '1 REFERENCE_SPELLING "scripts/run.py"'],
  ])("are named with what is wrong about the spelling: %s", (_fault, body, expected) =>
    expect(said(body)).toEqual([expected]),
  );

  it.each([
    ["files that are there", "`scripts/run.py`, references/Guide.md and `python ./scripts/run.py`."],
    ["letters in another Unicode form", `Read ${"references/안내.md".normalize("NFD")}.`],
    ["an escaped sign", "Shows assets/logo\\_small.svg and [it](assets/logo\\_small.svg)."],
    ["a footnote", "As told.[^1]\n\n[^1]: Smith et al."],
    [
      "a longer path",
      "Edit `src/assets/hero.png`, `../scripts/x.py`, `~/skills/b/scripts/x.py` and /opt/scripts/x.py.",
    ],
    ["a web address", "https://example.org/scripts/x.py, [scripts/x.py](https://example.org/x.py)"],
    [
      "folders and patterns",
      "Look into scripts/, `references/*.md`, `assets/<name>.png` and `scripts/{step}.py`.",
    ],
    ["place-holders", "`scripts/your-script.py`, `references/xxx.md`, `assets/...`"],
    ["examples", "For example `scripts/rotate_pdf.py`. 예: `scripts/rotate.py`. 例如 `scripts/rotate.py`"],
    ["what is made", "Save the result as `assets/result.png`. 결과를 `assets/result.png`에 저장합니다."],
    ["folders of other programs", "Open `Assets/Scripts/Player.cs` in Unity."],
    ["words with a slash", "scripts/macros and references/citations are read."],
  ])("are not claimed to be missing: %s", (_what, body) => expect(said(body)).toEqual([]));

  it("each is said once, however often and in whatever way it is named", () => {
    const body = "[a](scripts/x.py) `scripts/x.py` scripts/x.py\n```sh\npython scripts/x.py\n```";
    expect(said(body)).toEqual(["1 FILE_NOT_FOUND"]);
  });

  it("are checked for depth as links are", () => {
    expect(said("Run `scripts/a/b.py`.", ["scripts/a/b.py"])).toEqual(["1 REFERENCE_TOO_DEEP"]);
  });
});
