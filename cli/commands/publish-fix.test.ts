import fs from "node:fs";
import { expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

/** Refused for its capitals, its colon, its spelling and the folder above. */
function faulty(name: string) {
  const bench = newProject(url());
  bench.write({
    [`repo/README.md`]: "# Repository\n",
    [`repo/skills/${name}/Skill.md`]: `---\nname: ${name.toUpperCase()}\ndescription: Forms: fills.\n---\n# Forms\n`,
  });
  return bench;
}

test("what is proposed is printed as a difference, and nothing is changed or sent with --dry-run", async () => {
  const [name, { key }] = [uniqueName(), await makeKeyHolder()];
  const bench = faulty(name);
  bench.env["EMPORION_API_KEY"] = key;
  for (const options of ["--dry-run", ""]) {
    const { code, stdout, stderr } = await bench.run(`publish repo --fix ${options}`.trim());
    expect(code).toBe(1);
    expect(stdout).toContain(`repo/skills/${name}/Skill.md: would be accepted so\n`);
    expect(stdout).toContain("  Name the file SKILL.md\n  Put the text in quotes\n");
    expect(stdout).toContain(`-name: ${name.toUpperCase()}\n-description: Forms: fills.\n+name: ${name}\n`);
    expect(stdout).not.toContain("uploaded");
    expect(stderr).toContain("nothing was changed");
    expect(fs.readdirSync(bench.at(`repo/skills/${name}`))).toEqual(["Skill.md"]);
  }
});

test("with --yes the files are changed, and the skill is published", async () => {
  const [name, { key }] = [uniqueName(), await makeKeyHolder()];
  const bench = faulty(name);
  bench.env["EMPORION_API_KEY"] = key;
  const { code, stdout } = await bench.run("publish repo --fix --yes --no-wait");
  expect(stdout).toContain(`${name} 0.0.1: uploaded, sha256:`);
  expect(code).toBe(0);
  expect(fs.readdirSync(bench.at(`repo/skills/${name}`))).toEqual(["SKILL.md"]);
  expect(fs.readFileSync(bench.at(`repo/skills/${name}/SKILL.md`), "utf8")).toBe(
    `---\nname: ${name}\ndescription: "Forms: fills."\n---\n# Forms\n`,
  );
  expect(fs.existsSync(bench.at("repo/README.md"))).toBe(true);
});

test("what only its author can say is named, and changes nothing", async () => {
  const bench = newProject(url());
  const text = "---\nname: 发票整理\ndescription: 把发票照片整理成表格。\n---\n";
  bench.write({ "发票/SKILL.md": text });
  const { code, stdout, stderr } = await bench.run("publish 发票 --fix --yes");
  expect(code).toBe(1);
  expect(stdout).toContain("Write the name you want.");
  expect(stderr).toContain("rejected");
  expect(fs.readFileSync(bench.at("发票/SKILL.md"), "utf8")).toBe(text);
});

test.each(["publish . --yes --dry-run", "publish . --fix --yes --dry-run", "publish . --draft me --dry-run"])(
  "%s is a wrong usage",
  async (line) => expect((await newProject(url()).run(line)).code).toBe(2),
);
