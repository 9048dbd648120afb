import { expect, test } from "vitest";
import { newProject, servedMarket, warningsIn } from "@/cli/testing/served-market";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

test("whoever installs a skill by a slip of another's name is told, once, and the details say it too", async () => {
  const [name, ann, bench] = [uniqueName("meant"), await makeAccount(), newProject(url())];
  await publishNow(buildSkillPackage({ name }), ann);
  await publishNow(buildSkillPackage({ name: `${name}s` }), await makeAccount());
  expect(warningsIn(await bench.run(`add ${name}`))).toBe("");
  const { code, stderr } = await bench.run(`add ${name}s`);
  expect(code).toBe(0);
  expect(stderr).toContain(`its name is very similar to ${name} by ${ann.username}`);
  expect(warningsIn(await bench.run(`add ${name}s`))).toBe("");

  const details = await fetch(`${url()}/v1/skills/${name}s`);
  expect(await details.json()).toMatchObject({ resembles: { name, publisher: ann.username } });
});

test("whoever installs what another account published before, with another word in it, is told", async () => {
  const [name, ann, bench] = [uniqueName("first"), await makeAccount(), newProject(url())];
  const mark = uniqueName("mark").replaceAll("-", "");
  const text = Array.from({ length: 30 }, (_, at) => `${mark}${at} gives text ${at} back.`).join(" ");
  const bodyOf = (last: string) =>
    `# Texts\n\n## 功能描述\n\n${text}\n\n## 使用示例\n\nText.\n\n## 注意事项\n\n${last}\n`;
  await publishNow(buildSkillPackage({ name, body: bodyOf("None.") }), ann);
  const copy = uniqueName("second");
  await publishNow(buildSkillPackage({ name: copy, body: bodyOf("None so far.") }), await makeAccount());
  const { code, stderr } = await bench.run(`add ${copy}`);
  expect(code).toBe(0);
  expect(stderr).toContain(
    `${copy}: is nearly the same as ${name} by ${ann.username}, published earlier, on `,
  );
  const details = (await (await fetch(`${url()}/v1/skills/${copy}`)).json()) as Record<string, unknown>;
  expect(details).toMatchObject({ same_content_as: null, nearly_same_as: { name, publisher: ann.username } });
});

test("a challenged version is named to whoever installs it or has it, and one upheld is found", async () => {
  const [name, verifier, doubter] = [uniqueName("doubted"), await makeVerifier(), await makeVerifier()];
  const bench = newProject(url());
  const { versionId } = await publishNow(buildSkillPackage({ name }), await makeAccount());
  await verifier.audit(versionId);
  expect(warningsIn(await bench.run(`add ${name}`))).toBe("");
  const { challengeId } = await openChallenge({
    accountId: doubter.accountId,
    versionId,
    claim: "It sends the text to a third party.",
    evidence: "scripts/main.py, line 2.",
  });
  const page = `${url()}/skills/${name}/security?version=1.0.0#challenges`;
  const open = `${name} 1.0.0: this version is challenged, and not decided yet; read ${page}\n`;
  expect(warningsIn(await bench.run(`add ${name}`))).toBe(open);
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: open });
  expect(await bench.run("update")).toMatchObject({ code: 0, stderr: open });
  const decision = { challengeId, decision: "upheld", outcome: "Looked at and confirmed." } as const;
  await decideChallenge(await makeAdministrator(), decision);
  const upheld = `${name} 1.0.0: a challenge to this version was upheld; read ${page}\n`;
  expect(await bench.run("outdated")).toMatchObject({ code: 1, stdout: upheld });
});

test("so is a patch whose audit is that of a challenged version", async () => {
  const [name, verifier, doubter] = [uniqueName("doubted"), await makeVerifier(), await makeVerifier()];
  const bench = newProject(url());
  const author = await makeAccount();
  const { versionId } = await publishNow(buildSkillPackage({ name }), author);
  await verifier.audit(versionId);
  await publishNow(buildSkillPackage({ name, version: "1.0.1" }), author);
  const claim = { claim: "It sends the text to a third party.", evidence: "scripts/main.py, line 2." };
  await openChallenge({ accountId: doubter.accountId, versionId, ...claim });
  const page = `${url()}/skills/${name}/security?version=1.0.0#challenges`;
  const what = "the version whose audit it carries, 1.0.0, is challenged, and not decided yet";
  expect(warningsIn(await bench.run(`add ${name}`))).toBe(`${name} 1.0.1: ${what}; read ${page}\n`);
});

test("a claim of an account without standing is told as one, and the audit is said with what was read", async () => {
  const [name, verifier, doubter] = [uniqueName("doubted"), await makeVerifier(), await makeAccount()];
  const bench = newProject(url());
  const { versionId } = await publishNow(buildSkillPackage({ name }), await makeAccount());
  await verifier.audit(versionId);
  const { accountId } = doubter;
  await openChallenge({ accountId, versionId, claim: "The interest is wrong.", evidence: "A feeling." });
  const page = `${url()}/skills/${name}/security?version=1.0.0#challenges`;
  const quiet = `${name} 1.0.0: unproved claims against it that nobody has decided: 1 (${page})\n`;
  const added = await bench.run(`add ${name}`);
  expect(warningsIn(added)).toBe(quiet);
  expect(added.stdout).toMatch(new RegExp(`^${name} 1\\.0\\.0 \\(Audited: every file, sealed [^)]*\\) -> `));
  expect(await bench.run("outdated")).toMatchObject({ code: 0, stdout: quiet });
  expect((await bench.run(`search ${name}`)).stdout).toContain("  Audited: every file, sealed ");
});
