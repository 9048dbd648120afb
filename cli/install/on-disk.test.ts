import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { lockOf, newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { assemblePackage } from "@/lib/package";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { inShort } from "@/lib/testing/full-form";
import { testDatabase } from "@/lib/testing/database";
import type { Workbench } from "../testing/run-cli";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
const slug = uniqueName("on-disk");
let publisher: TestAccount;
let key: string;
/** The skill as it was published, in a project that has it installed and beside it as its author's folder. */
let whole: Workbench;

const LF = "one\ntwo\n";
const files = {
  "run.sh": "#!/bin/sh\necho hi\n",
  "lf.txt": LF,
  "crlf.txt": "one\r\ntwo\r\n",
  "mixed.txt": "one\r\ntwo\n",
  "bom.txt": "\uFEFFone\n",
};
const TABLE = { path: "table.bin", bytes: Buffer.from([0, 0x0d, 0x0a, 0xff, 0x0a]) };

beforeAll(async () => {
  publisher = await makeAccount();
  key = (await createApiKey(await getActorOf(publisher.username), "cli")).key;
  const built = buildSkillPackage({ name: slug, files });
  const modes = [...built.files, TABLE].map((file) => ({ ...file, executable: file.path === "run.sh" }));
  await publishNow(assemblePackage(modes), publisher);
  whole = newProject(url());
  await whole.run(`add ${slug}`);
  fs.cpSync(whole.at(`.claude/skills/${slug}`), whole.at(`author/${slug}`), { recursive: true });
});

/** What each command does: goes through, or says this. A by-product does nothing to any of them. */
interface Said {
  /** "named": goes through, and says that something that may be run was not compared. */
  verify: "ok" | "named" | RegExp;
  add: "ok" | RegExp;
  remove: "ok" | RegExp;
  /** What `pack` makes: the published bytes, others, or a refusal. `publish` sends the same, or nothing. */
  packs: "same" | "other" | RegExp;
}

const NOTHING: Said = { verify: "ok", add: "ok", remove: "ok", packs: "same" };
const NAMED: Said = { ...NOTHING, verify: "named" };
const changed = (line: RegExp, packs: Said["packs"]): Said => ({
  verify: line,
  add: /was changed locally; --force replaces it/,
  remove: /was changed locally; --force removes it/,
  packs,
});
/** Nobody's work is lost by an update or a removal; the bytes are others all the same. */
const lineEnds = (line: RegExp): Said => ({ verify: line, add: "ok", remove: "ok", packs: "other" });

type Change = (at: (file: string) => string) => void;
const write =
  (file: string, content: string | Uint8Array = "x", mode = 0o644): Change =>
  (at) => {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), content, { mode });
  };
const link =
  (file: string, target: string): Change =>
  (at) => {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.symlinkSync(target, at(file));
  };
const edit =
  (file: string, change: (text: string) => string): Change =>
  (at) =>
    fs.writeFileSync(at(file), change(fs.readFileSync(at(file), "latin1")), "latin1");
const toCrlf = (text: string) => text.replaceAll(/\r?\n/g, "\r\n");
const toLf = (text: string) => text.replaceAll("\r\n", "\n");
const withBom = (text: string) => `\u00EF\u00BB\u00BF${text}`;

const FIXTURES: readonly (readonly [what: string, change: Change, said: Said])[] = [
  ["Windows, pictures of a folder", write("Thumbs.db"), NOTHING],
  ["Windows, the same in another spelling", write("assets/thumbs.db"), NOTHING],
  ["Windows, how a folder looks", write("desktop.ini", "[.ShellClassInfo]\r\n"), NOTHING],
  ["Windows, a media folder", write("ehthumbs.db"), NOTHING],
  ["Office, an open document", write("~$notes.docx"), NOTHING],
  ["LibreOffice, an open document", write(".~lock.notes.odt#"), NOTHING],
  ["macOS, how a folder looks", write("scripts/.DS_Store"), NOTHING],
  ["macOS, a file's other half", write("._SKILL.md"), NOTHING],
  ["macOS, an archive's other half", write("__MACOSX/._SKILL.md"), NOTHING],
  ["macOS, a medium's index", write(".Spotlight-V100/store"), NOTHING],
  ["KDE, how a folder looks", write(".directory"), NOTHING],
  ["NFS, a deleted file that is open", write(".nfs000000000001"), NOTHING],
  ["Vim, a file that is open", write(".SKILL.md.swp"), NOTHING],
  ["Vim, a second time", write("scripts/.main.py.swo"), NOTHING],
  ["Vim, without a dot", write("SKILL.md.swp"), NOTHING],
  ["Vim, what can be undone", write(".SKILL.md.un~"), NOTHING],
  ["an editor's copy", write("SKILL.md~"), NOTHING],
  ["Emacs, a file that is open", link(".#SKILL.md", "me@host.1:2"), NOTHING],
  ["Emacs, a file that was not saved", write("#SKILL.md#"), NOTHING],
  ["Kate, a file that is open", write(".SKILL.md.kate-swp"), NOTHING],
  ["git, a repository", write(".git/HEAD"), NAMED],
  ["git, a working tree of another", write(".git", "gitdir: ../x\n"), NOTHING],
  ["Mercurial", write(".hg/store/x"), NAMED],
  ["Python, compiled", write("scripts/__pycache__/main.cpython-312.pyc"), NAMED],
  ["Python, compiled for tests", write("scripts/__pycache__/main.cpython-312-pytest-8.3.4.pyc"), NAMED],
  ["Python, packages", write(".venv/bin/python", "x", 0o755), NAMED],
  ["Python, packages under the other name", write("venv/lib/x.py"), NAMED],
  ["pytest", write(".pytest_cache/v/cache/lastfailed"), NOTHING],
  ["mypy", write("scripts/.mypy_cache/3.12/x.json"), NOTHING],
  ["Ruff", write(".ruff_cache/0.6/x"), NOTHING],
  ["Jupyter", write(".ipynb_checkpoints/a.ipynb"), NOTHING],
  ["Node.js, packages", write("node_modules/left-pad/index.js"), NAMED],
  ["Node.js, packages of a link", link("node_modules", "../../elsewhere"), NAMED],
  ["a build's cache", write("node_modules/.cache/x"), NAMED],
  ["ESLint", write(".eslintcache"), NOTHING],

  ["a copy that may be run", write("run.sh~", "#!/bin/sh\n", 0o755), changed(/run\.sh~: was added/, "same")],
  [
    "a program under a system's name",
    write("Thumbs.db", "x", 0o755),
    changed(/Thumbs\.db: was added/, "same"),
  ],
  ["a folder under a file's name", write(".DS_Store/x.sh"), changed(/\.DS_Store\/x\.sh: was added/, "same")],
  ["a link under a file's name", link("Thumbs.db", "/etc/passwd"), changed(/Thumbs\.db is a link/, "same")],
  [
    "compiled Python without its source",
    write("__pycache__/main.cpython-312.pyc"),
    changed(/main\.cpython-312\.pyc: was added/, "same"),
  ],
  [
    "a script among the compiled",
    write("scripts/__pycache__/x.sh"),
    changed(/__pycache__\/x\.sh: was added/, "same"),
  ],
  [
    "a folder among the compiled",
    write("scripts/__pycache__/a/x.py"),
    changed(/__pycache__\/a\/x\.py: was added/, "same"),
  ],
  ["an editor's settings", write(".vscode/tasks.json"), changed(/tasks\.json: was added/, "same")],
  ["a file of one's own", write("notes.md"), changed(/notes\.md: was added/, "other")],
  ["a name that is only similar", write("Thumbs.db.txt"), changed(/Thumbs\.db\.txt: was added/, "other")],

  [
    "LF to CRLF",
    edit("lf.txt", toCrlf),
    lineEnds(/lf\.txt: has CRLF line ends where LF was published; its text was not changed/),
  ],
  ["CRLF to LF", edit("crlf.txt", toLf), lineEnds(/crlf\.txt: has LF line ends where CRLF was published/)],
  [
    "one line end of two",
    edit("lf.txt", (text) => text.replace("\n", "\r\n")),
    lineEnds(/has LF and CRLF line ends where LF/),
  ],
  ["SKILL.md to CRLF", edit("SKILL.md", toCrlf), lineEnds(/SKILL\.md: has CRLF line ends/)],
  ["a script to CRLF", edit("run.sh", toCrlf), lineEnds(/run\.sh: has CRLF line ends/)],
  [
    "with a byte order mark",
    edit("lf.txt", withBom),
    lineEnds(/lf\.txt: has a byte order mark that was not published/),
  ],
  [
    "with both",
    edit("lf.txt", (text) => withBom(toCrlf(text))),
    lineEnds(/has CRLF .* published, and has a byte order mark/),
  ],
  [
    "without its byte order mark",
    edit("bom.txt", (text) => text.slice(3)),
    lineEnds(/bom\.txt: lacks the byte order mark/),
  ],
  [
    "bytes of a table, as git takes text",
    edit("table.bin", toLf),
    changed(/table\.bin: was changed/, "other"),
  ],
  ["a file of both line ends", edit("mixed.txt", toLf), changed(/mixed\.txt: was changed/, "other")],
  ["a word", edit("lf.txt", (text) => text.replace("one", "two")), changed(/lf\.txt: was changed/, "other")],
  [
    "a word and line ends",
    edit("lf.txt", (text) => toCrlf(text).replace("one", "two")),
    changed(/lf\.txt: was changed/, "other"),
  ],
  [
    "a last line without its end",
    edit("lf.txt", (text) => text.trimEnd()),
    changed(/lf\.txt: was changed/, "other"),
  ],
];

describe("what lies in a skill's folder", () => {
  test("the table has at least fifty fixtures, each once", () => {
    expect(new Set(FIXTURES.map(([what]) => what)).size).toBe(FIXTURES.length);
    expect(FIXTURES.length).toBeGreaterThanOrEqual(50);
  });

  test.each(inShort(FIXTURES, (_, at) => at % 4 === 0))("%s", async (_, change, said) => {
    const bench = newProject(url());
    bench.env["EMPORION_API_KEY"] = key;
    const installed = bench.at(`.claude/skills/${slug}`);
    const restore = () => {
      fs.rmSync(bench.directory, { recursive: true });
      fs.cpSync(whole.directory, bench.directory, { recursive: true, verbatimSymlinks: true });
      change((file) => path.join(installed, file));
      change((file) => bench.at(`author/${slug}/${file}`));
    };
    restore();
    const verified = await bench.run("verify");
    if (said.verify instanceof RegExp) {
      expect(verified.code).toBe(1);
      expect(verified.stderr).toMatch(said.verify);
      expect(verified.stderr.includes("emporion ci writes")).toBe(said.add === "ok");
    } else {
      expect(verified).toMatchObject({ code: 0, stderr: "" });
      expect(verified.stdout.includes("not verified, although something in it may be run")).toBe(
        said.verify === "named",
      );
    }

    const packed = await bench.run(`pack author/${slug}`);
    const published = await bench.run(`publish author/${slug} --no-wait`);
    if (said.packs instanceof RegExp) {
      expect(packed.stderr).toMatch(said.packs);
      expect(published.stderr).toMatch(said.packs);
    } else {
      const packageDigest = lockOf(whole).skills[slug]?.packageDigest ?? "none";
      expect(packed.code).toBe(0);
      expect(packed.stdout.includes(packageDigest)).toBe(said.packs === "same");
      expect(published.stdout.includes(`already published by ${publisher.username}, ${packageDigest}`)).toBe(
        said.packs === "same",
      );
    }

    const added = await bench.run(`add ${slug}`);
    if (said.add === "ok") {
      expect([added.code, warningsIn(added)]).toEqual([0, ""]);
      expect((await bench.run("verify")).code).toBe(0);
      restore();
    } else expect([added.code, added.stderr]).toEqual([1, expect.stringMatching(said.add)]);

    const removed = await bench.run(`remove ${slug}`);
    if (said.remove === "ok") {
      expect([removed.code, removed.stderr]).toEqual([0, ""]);
      expect(fs.readdirSync(bench.at(".claude/skills"))).toEqual([]);
    } else expect([removed.code, removed.stderr]).toEqual([1, expect.stringMatching(said.remove)]);
  });
});

test("a published file of such a name is a file like any other", async () => {
  const bench = newProject(url());
  const name = uniqueName("keeps");
  await publishNow(
    buildSkillPackage({ name, files: { "draft~": "one\n", "venv/notes.md": "x\n" } }),
    publisher,
  );
  expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
  expect(bench.read(`.claude/skills/${name}/draft~`)).toBe("one\n");
  expect(await bench.run("verify")).toMatchObject({ code: 0, stderr: "" });
  bench.write({ [`.claude/skills/${name}/venv/evil.py`]: "x" });
  expect((await bench.run("verify")).stderr).toContain("venv/evil.py: was added");
  fs.rmSync(bench.at(`.claude/skills/${name}/venv`), { recursive: true });
  bench.write({ [`.claude/skills/${name}/draft~`]: "two\n" });
  const { stderr } = await bench.run("verify");
  expect(stderr).toContain("draft~: was changed");
  expect(stderr).toContain("venv/notes.md: is missing");
});
