import fs from "node:fs";
import { Keypair } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { lockOf, newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { assemblePackage, GIT_ATTRIBUTES } from "@/lib/package";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { CallMarket } from "@/lib/running/testing/call-market";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const market = new CallMarket();
const url = servedMarket();
let publisher: TestAccount;
let slug: string;

beforeAll(async () => {
  publisher = await makeAccount();
  ({ slug } = await publishNow(buildSkillPackage(), publisher));
});

describe("emporion add, then verify", () => {
  test("installs for the agent of the project, and finds one changed, one missing and one added file", async () => {
    const bench = newProject(url());
    const added = await bench.run(`add ${slug}`);
    expect(added).toMatchObject({ code: 0 });
    expect(warningsIn(added)).toBe("");
    expect(bench.read(`.claude/skills/${slug}/SKILL.md`)).toContain(`name: ${slug}`);
    expect(lockOf(bench).skills[slug]).toMatchObject({
      version: "1.0.0",
      folders: [".claude/skills"],
      market: url(),
    });
    expect(added.stdout).toContain(lockOf(bench).skills[slug]?.packageDigest);
    expect(await bench.run("verify")).toMatchObject({ code: 0 });

    const script = bench.at(`.claude/skills/${slug}/scripts/main.py`);
    const bytes = fs.readFileSync(script);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(10) ^ 1, 10);
    fs.writeFileSync(script, changed);
    const verdict = await bench.run("verify");
    expect(verdict.code).toBe(1);
    expect(verdict.stderr).toContain(`${slug}/scripts/main.py: was changed`);
    fs.writeFileSync(script, bytes);
    bench.write({ [`.claude/skills/${slug}/scripts/evil.js`]: "x" });
    expect((await bench.run("verify lock")).stderr).toContain("scripts/evil.js: was added");
    fs.rmSync(bench.at(`.claude/skills/${slug}`), { recursive: true });
    expect((await bench.run("verify")).stderr).toContain("is not installed");
  });

  test("what tools leave behind is no change, compiled Python without its source is", async () => {
    const bench = newProject(url());
    const at = `.claude/skills/${slug}`;
    await bench.run(`add ${slug}`);
    bench.write({
      [`${at}/.DS_Store`]: "x",
      [`${at}/scripts/.DS_Store`]: "x",
      [`${at}/scripts/__pycache__/main.cpython-312.pyc`]: "x",
      [`${at}/scripts/__pycache__/main.cpython-312.opt-1.pyc`]: "x",
      [`${at}/__MACOSX/._SKILL.md`]: "x",
      [`${at}/.git/HEAD`]: "x",
      [`${at}/${GIT_ATTRIBUTES.path}`]: GIT_ATTRIBUTES.text,
      [`${at}/node_modules/left-pad/index.js`]: "x",
    });
    fs.mkdirSync(bench.at(`${at}/node_modules/.bin`));
    fs.symlinkSync("../left-pad/index.js", bench.at(`${at}/node_modules/.bin/left-pad`));
    expect(await bench.run("verify")).toMatchObject({ code: 0, stderr: "" });
    expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 0 });
    for (const compiled of [
      "scripts/__pycache__/other.cpython-312.pyc",
      "__pycache__/main.cpython-312.pyc",
      "scripts/__pycache__/x.pyc",
    ]) {
      bench.write({ [`${at}/${compiled}`]: "x" });
      const { code, stderr } = await bench.run("verify");
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${compiled}: was added`)]);
      expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 1 });
      fs.rmSync(bench.at(`${at}/${compiled}`));
    }
    for (const [file, text] of [
      [GIT_ATTRIBUTES.path, `${GIT_ATTRIBUTES.text}* text\n`],
      [`scripts/${GIT_ATTRIBUTES.path}`, GIT_ATTRIBUTES.text],
    ] as const) {
      bench.write({ [`${at}/${file}`]: text });
      expect((await bench.run("verify")).stderr).toContain(`/${file}: was added`);
      fs.rmSync(bench.at(`${at}/${file}`));
    }
    expect(await bench.run(`remove ${slug}`)).toMatchObject({ code: 0 });
  });

  test("a file that may be run, and could not, is a change, and so is the other way round", async () => {
    const bench = newProject(url());
    const name = uniqueName();
    const { files } = buildSkillPackage({ name, files: { "run.sh": "#!/bin/sh\n", "tool.bin": "x" } });
    const modes = files.map((file) => ({ ...file, executable: file.path === "tool.bin" }));
    await publishNow(assemblePackage(modes), publisher);
    await bench.run(`add ${name}`);
    expect(lockOf(bench).skills[name]?.executables).toEqual(["tool.bin"]);
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
    const at = (file: string) => bench.at(`.claude/skills/${name}/${file}`);
    fs.chmodSync(at("tool.bin"), 0o644);
    fs.chmodSync(at("run.sh"), 0o755);
    const { code, stderr } = await bench.run("verify");
    expect(code).toBe(1);
    expect(stderr).toContain("run.sh: may be run, and could not");
    expect(stderr).toContain("tool.bin: may not be run any more");
    expect(await bench.run("ci")).toMatchObject({ code: 0 });
    expect(await bench.run("verify")).toMatchObject({ code: 0 });

    const lock = bench.read("emporion.lock.json");
    bench.write({ "emporion.lock.json": lock.replace('"tool.bin"\n      ]', '"run.sh"\n      ]') });
    expect((await bench.run("ci")).stderr).toContain("other files may be run than emporion.lock.json says");
    // A lock of before this was written down is read as before.
    const older = JSON.parse(lock) as {
      lockfileVersion: number;
      skills: Record<string, { executables?: string[] }>;
    };
    older.lockfileVersion = 1;
    for (const skill of Object.values(older.skills)) delete skill.executables;
    bench.write({ "emporion.lock.json": JSON.stringify(older) });
    fs.chmodSync(at("run.sh"), 0o755);
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
    expect(await bench.run("ci")).toMatchObject({ code: 0 });
  });

  test("replaces no file that was changed here, unless it is told to", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug}`);
    bench.write({ [`.claude/skills/${slug}/SKILL.md`]: "mine" });
    expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 1 });
    expect(bench.read(`.claude/skills/${slug}/SKILL.md`)).toBe("mine");
    expect(await bench.run(`add ${slug} --force`)).toMatchObject({ code: 0 });
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
  });

  test("replaces no folder that it has not installed, unless it is told to", async () => {
    const bench = newProject(url());
    const mine = `.claude/skills/${slug}/SKILL.md`;
    bench.write({ [mine]: "written by hand" });
    const refused = await bench.run(`add ${slug}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`.claude/skills/${slug}: was not installed by emporion`);
    expect(bench.read(mine)).toBe("written by hand");
    expect(fs.existsSync(bench.at("emporion.lock.json"))).toBe(false);
    await bench.run(`add ${slug} --agent agents`);
    expect(await bench.run(`add ${slug} --agent claude-code`)).toMatchObject({ code: 1 });
    expect(bench.read(mine)).toBe("written by hand");
    expect(await bench.run(`add ${slug} --agent claude-code --force`)).toMatchObject({ code: 0 });
    // The same files are nobody's work that would be lost.
    fs.rmSync(bench.at("emporion.lock.json"));
    expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 0 });
  });

  test("a skill may be called what every object has", async () => {
    const bench = newProject(url());
    await publishNow(buildSkillPackage({ name: "constructor" }), publisher);
    expect(await bench.run("add constructor")).toMatchObject({ code: 0 });
    expect(await bench.run("add constructor")).toMatchObject({ code: 0 });
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
  });

  test("a project without an agent gets the folder that several share; agents can be named", async () => {
    const bench = newProject(url());
    fs.rmSync(bench.at(".claude"), { recursive: true });
    await bench.run(`add ${slug}`);
    expect(lockOf(bench).skills[slug]?.folders).toEqual([".agents/skills"]);
    await bench.run(`add ${slug}@1.0.0 --agent cursor --agent gemini`);
    expect(lockOf(bench).skills[slug]?.folders).toEqual([
      ".agents/skills",
      ".cursor/skills",
      ".gemini/skills",
    ]);
    expect(await bench.run(`add ${slug} --agent frob`)).toMatchObject({ code: 2 });
  });

  test("ci installs the locked version and leaves the lock as it is; outdated names the newer one", async () => {
    const bench = newProject(url());
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name }), publisher);
    await bench.run(`add ${name}`);
    expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: "" });
    await publishNow(buildSkillPackage({ name, version: "1.0.1" }), publisher);
    expect(await bench.run("outdated")).toMatchObject({ code: 1, stdout: `${name} 1.0.0 -> 1.0.1\n` });
    const lock = bench.read("emporion.lock.json");
    fs.rmSync(bench.at(".claude/skills"), { recursive: true });
    expect(await bench.run("ci")).toMatchObject({ code: 0 });
    expect(bench.read(`.claude/skills/${name}/SKILL.md`)).toContain("version: 1.0.0");
    expect(bench.read("emporion.lock.json")).toBe(lock);
    await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "for this test" });
    expect((await bench.run("outdated")).stdout).toContain("no longer on the market");
    const refused = await bench.run("ci");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("SKILL_QUARANTINED");
  });
});

test.each(["ci", "outdated", "verify"])(
  "%s says where a lock file comes from when there is none",
  async (name) => {
    const bench = newProject(url());
    const { code, stderr } = await bench.run(name);
    expect(code).toBe(3);
    expect(stderr).toContain("emporion add installs a skill and writes it");
  },
);

describe("the other commands of a market", () => {
  test("search finds, and says so by its exit code", async () => {
    const bench = newProject(url());
    const found = await bench.run(`search ${slug}`);
    expect(found).toMatchObject({ code: 0 });
    expect(found.stdout).toContain(`${slug}  1.0.0  0  Unverified`);
    expect(await bench.run("search no-such-skill-anywhere-zzz")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "nothing was found; other or fewer words may find something\n",
    });
    const some = await bench.run(`search ${slug} zzzunheard`);
    expect(some.stderr).toContain("no skill has all of these words");
    expect(some.stdout).toContain("(without: zzzunheard)");
    expect(await bench.run("search x --market ftp://x")).toMatchObject({ code: 2 });
    expect(await bench.run("search x --market http://127.0.0.1:1")).toMatchObject({ code: 3 });
  });

  test("search shortens a long description at a letter, and shows that there is more", async () => {
    const bench = newProject(url());
    const name = uniqueName();
    await publishNow(
      buildSkillPackage({ name, description: `${"𝒂".repeat(98)} bcd. Use it here.` }),
      publisher,
    );
    const { stdout } = await bench.run(`search ${name}`);
    expect(stdout).toContain(`${"𝒂".repeat(98)} …\n`);
  });

  test("call pays with a keypair file, never more than was allowed, and prints the output", async () => {
    const bench = newProject(url());
    const wallet = Keypair.generate();
    await market.context.connection.requestAirdrop(wallet.publicKey.toBase58(), 1_000_000_000n);
    market.ledger.advance(2);
    bench.write({
      "wallet.json": JSON.stringify([...wallet.secretKey]),
      "broken.json": JSON.stringify([...wallet.secretKey].reverse()),
      "input.json": JSON.stringify({ text: "paid for" }),
    });
    const line = `call ${market.skill.slug} --input input.json --keypair`;
    const added = await bench.run(`add ${market.skill.slug}`);
    expect(added.stderr).toContain(
      `a call costs 50000 lamports (0.00005 SOL). ${priceSentence({ priceLamports: 50_000n })}`,
    );
    const unasked = await bench.run(`${line} wallet.json`);
    expect(unasked).toMatchObject({ code: 1, stdout: "" });
    expect(unasked.stderr).toContain("--max-lamports");
    expect(await bench.run(`${line} wallet.json --max-lamports 49999`)).toMatchObject({
      code: 1,
      stdout: "",
    });
    expect(await bench.run(`${line} broken.json --max-lamports 50000`)).toMatchObject({ code: 3 });
    const paid = await bench.run(`${line} wallet.json --max-lamports 50000`);
    expect(paid.stderr).toContain("paid 50000 lamports, quote quo_");
    const [, receipt = ""] = /^receipt (http\S+\/v1\/receipts\/rcp_\w+)$/m.exec(paid.stderr) ?? [];
    expect((await fetch(receipt)).status).toBe(200);
    expect(JSON.parse(paid.stdout)).toMatchObject({ echo: "paid for" });
  });

  test("publish uploads a directory and tells what vetting says; a draft gets a claim link", async () => {
    const bench = newProject(url());
    const name = uniqueName();
    for (const { path, bytes } of buildSkillPackage({ name }).files)
      bench.write({ [`${name}/${path}`]: bytes });
    expect(await bench.run(`publish ${name}`)).toMatchObject({ code: 2 });
    bench.env["EMPORION_API_KEY"] = (await createApiKey(await getActorOf(publisher.username), "cli")).key;
    expect(await bench.run(`publish ${name} --no-wait`)).toMatchObject({ code: 0 });
    await drainJobs(marketHandlers);
    expect(await bench.run(`add ${name}`)).toMatchObject({ code: 0 });
    delete bench.env["EMPORION_API_KEY"];
    const other = uniqueName("draft");
    for (const { path, bytes } of buildSkillPackage({ name: other }).files)
      bench.write({ [`${other}/${path}`]: bytes });
    const draft = await bench.run(`publish ${other} --draft ${uniqueName("agent")}`);
    expect(draft).toMatchObject({ code: 0 });
    expect(draft.stdout).toContain("/drafts/claim?token=");
    expect(draft.stderr).toContain("agent secret, shown only once");
  });
});
