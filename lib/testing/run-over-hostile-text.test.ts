import fs from "node:fs";
import { expect, it, test } from "vitest";
import { runOverHostileText } from "./run-over-hostile-text";

it("shows a program nothing of the checkout, the home or the environment", () => {
  process.env["A_SECRET"] = "x";
  const { stdout } = runOverHostileText("bash", [
    "-c",
    'pwd; printf "%s\\n" "$HOME"; ls -A; env | cut -d= -f1',
  ]);
  const [cwd = "", home, ...names] = stdout.trim().split("\n");
  expect(cwd).toContain("emporion-hostile-");
  expect(home).toBe(cwd);
  const known = new Set(["HOME", "LC_ALL", "NODE_ENV", "OLDPWD", "PATH", "PWD", "SHLVL", "TMPDIR", "_"]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  delete process.env["A_SECRET"];
});

it.each(["touch x", "echo a > b", "mkdir -p c/d", "mktemp > /dev/null", 'touch "$HOME/x"'])(
  "finds out that a text was run, by what is left: %s",
  (line) => {
    expect(() => runOverHostileText("bash", ["-c", line])).toThrow("a text was run");
  },
);

it("says how a program ended, and leaves nothing behind", () => {
  expect(runOverHostileText("bash", ["-n"], "if")).toMatchObject({ status: 2, stdout: "" });
  const { stdout: folder } = runOverHostileText("bash", ["-c", "printf %s $PWD"]);
  expect(fs.existsSync(folder)).toBe(false);
  expect(() => runOverHostileText("no-such-program", [])).toThrow("ENOENT");
});

/** Start programs in folders of their own already, each for the reason beside it. */
const OTHERS: Readonly<Record<string, string>> = {
  "lib/package/write-archive.test.ts": "unzip, in a temporary folder",
  "lib/log/attestation/dsse.test.ts": "openssl, over files in a temporary folder",
  "lib/testing/run-over-hostile-text.test.ts": "none: it only names what it looks for",
};

test("no test that makes up texts starts a program by itself", () => {
  const files = [
    "api",
    "checks/bench",
    "checks/conformance",
    "cli",
    "client",
    "components",
    "lib",
    "processes",
    "scripts",
  ].flatMap((room) =>
    fs
      .readdirSync(room, { recursive: true, encoding: "utf8" })
      .map((name) => `${room}/${name}`)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes("/generated/")),
  );
  const found = files.filter((name) => {
    const text = fs.readFileSync(name, "utf8");
    const makesUp = /from "fast-check"|\/hostile-text"|\bhostileSources\b/.test(text);
    return makesUp && /from "node:child_process"/.test(text) && !(name in OTHERS);
  });
  expect(found).toEqual([]);
  for (const name of Object.keys(OTHERS)) expect(files).toContain(name);
});
