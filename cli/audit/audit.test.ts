import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import type { Workbench } from "../testing/run-cli";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();

interface Answer {
  isComplete: boolean;
  counts: Record<string, number>;
  problems: string[];
  projects: {
    directory: string;
    skills: {
      name: string;
      unanswered: string | null;
      findings: { kind: string; severity: string; id?: string }[];
    }[];
  }[];
}

interface SarifLog {
  version: string;
  runs: [
    {
      tool: { driver: { name: string; rules: { id: string }[] } };
      results: [
        {
          ruleId: string;
          ruleIndex: number;
          level: string;
          locations: [
            { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } },
          ];
        },
      ];
    },
  ];
}

const names = {
  fine: uniqueName("fine"),
  bad: uniqueName("bad"),
  old: uniqueName("old"),
  held: uniqueName("held"),
};
let publisher: TestAccount;
let advisoryId = "";
/** A folder with three projects: one has what an advisory is about, one is behind, one has nothing to say. */
let bench: Workbench;
const projects = ["apps/first", "apps/second", "third"];

const audit = async (line: string) => {
  const { code, stdout, stderr } = await bench.run(`audit ${line} --json`);
  return { code, stderr, answer: JSON.parse(stdout) as Answer };
};
const kindsOf = ({ projects: listed }: Answer) =>
  listed.map(({ directory, skills }) => [
    directory,
    skills.map(({ findings }) => findings.map(({ kind }) => kind)),
  ]);

beforeAll(async () => {
  publisher = await makeAccount();
  const versions = new Map<string, string>();
  for (const name of Object.values(names))
    versions.set(name, (await publishNow(buildSkillPackage({ name }), publisher)).versionId);
  bench = newProject(url());
  for (const project of projects) {
    bench.write({ [`${project}/.claude/settings.json`]: "{}" });
    const inside = bench.in(project);
    await inside.run(`add ${names.fine} ${project === "third" ? names.held : names.bad}`);
  }
  await bench.in("apps/second").run(`add ${names.old}`);
  const administrator = await makeAdministrator();
  await (await makeVerifier()).audit(versions.get(names.bad) ?? "");
  const { accountId } = await makeAccount();
  const words = { claim: "It lies.", evidence: "Read line 1." };
  const { challengeId } = await openChallenge({
    accountId,
    versionId: versions.get(names.bad) ?? "",
    ...words,
  });
  await decideChallenge(administrator, { challengeId, decision: "upheld", outcome: "It does." });
  await publishNow(buildSkillPackage({ name: names.old, version: "1.0.1" }), publisher);
  await quarantineSkill({ actor: administrator, skill: names.held, reason: "It sends secrets away." });
});

describe("an advisory, and three projects below a folder", () => {
  test("are one request, exit code 1, and JSON with the id", async () => {
    const { code, stderr, answer } = await audit("--recursive");
    expect([code, stderr, answer.isComplete]).toEqual([1, "", true]);
    expect(answer.projects.map(({ directory }) => directory)).toEqual(projects);
    const ids = answer.projects.flatMap(({ skills }) =>
      skills.flatMap(({ findings }) => findings.map(({ id }) => id)),
    );
    advisoryId = ids.find((id) => id !== undefined) ?? "";
    expect(advisoryId).toMatch(/^EMP-\d{4}-\d{4}$/);
    expect(kindsOf(answer)).toEqual([
      ["apps/first", [["advisory", "seal-ended"], []]],
      ["apps/second", [["advisory", "seal-ended"], [], ["behind"]]],
      ["third", [[], ["advisory", "held"]]],
    ]);
  });

  test("stand under their project, with what to do and where to read it", async () => {
    const { code, stdout } = await bench.run("audit --recursive");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(`^apps/first: 2 skills\\n  high     ${names.bad} 1\\.0\\.0: ${advisoryId}: `),
    );
    expect(stdout).toContain(`${url()}/advisories/${advisoryId}`);
    expect(stdout).toContain("in quarantine: It sends secrets away.");
    expect(stdout).toMatch(/3 projects, 7 skills: 4 high, 2 medium, 0 low, 1 info; http\S+ answered at 2026/);
  });

  test("are a log of SARIF, at the line of each lock file", async () => {
    const { code, stdout } = await bench.run("audit --recursive --sarif");
    const log = JSON.parse(stdout) as SarifLog;
    expect([code, log.version]).toEqual([1, "2.1.0"]);
    const { tool, results } = log.runs[0];
    expect(tool.driver.name).toBe("emporion audit");
    const [first] = results;
    expect(first).toMatchObject({ ruleId: "advisory", level: "error" });
    expect(tool.driver.rules[first.ruleIndex]?.id).toBe("advisory");
    const { artifactLocation, region } = first.locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe("apps/first/emporion.lock.json");
    expect(bench.read(artifactLocation.uri).split("\n")[region.startLine - 1]).toContain(`"${names.bad}": {`);
  });

  test.each([
    ["apps/first", "high", 1],
    ["apps/first", "never", 0],
    ["apps/second", "info", 1],
  ])("%s fails on %s with %i", async (project, level, expected) => {
    expect((await audit(`${project} --fail-on ${level}`)).code).toBe(expected);
  });

  test("a project that is behind is fine, unless that is asked for", async () => {
    const inside = bench.in("behind");
    bench.write({ "behind/.claude/settings.json": "{}" });
    expect(await inside.run(`add ${names.old}@1.0.0`)).toMatchObject({ code: 0 });
    expect((await inside.run("audit")).code).toBe(0);
    expect((await inside.run("audit --fail-on info")).stdout).toContain(
      `emporion update ${names.old} installs 1.0.1`,
    );
    expect((await inside.run("audit --fail-on info")).code).toBe(1);
    expect((await inside.run("audit --fail-on low")).code).toBe(0);

    const file = `behind/.claude/skills/${names.old}/SKILL.md`;
    const text = bench.read(file);
    bench.write({ [file]: text.replaceAll("\n", "\r\n") });
    const ends = await inside.run("audit");
    expect([ends.code, ends.stdout]).toEqual([0, expect.stringContaining("has CRLF line ends")]);
    bench.write({ [file]: `${text}more` });
    const changed = await inside.run("audit");
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining("SKILL.md: was changed")]);
    fs.rmSync(bench.at(`behind/.claude/skills/${names.old}`), { recursive: true });
    expect((await inside.run("audit")).stdout).toContain("low      ");
    const actor = await getActorOf(publisher.username);
    await yankVersion({ actor, skill: names.old, version: "1.0.0", reason: "It miscounts." });
    expect((await inside.run("audit --fail-on medium")).code).toBe(1);
    fs.rmSync(bench.at("behind"), { recursive: true });
  });

  test("what is installed in the home directory is asked about with --global", async () => {
    const home = bench.in("home");
    fs.cpSync(bench.at("apps/first"), home.directory, { recursive: true });
    const inside = bench.in("elsewhere");
    inside.env = { ...bench.env, HOME: home.directory };
    const { code, stdout } = await inside.run("audit --global");
    expect([code, stdout]).toEqual([1, expect.stringContaining(advisoryId)]);
    expect(await bench.in("elsewhere").run("audit --global")).toMatchObject({ code: 2 });
    fs.rmSync(home.directory, { recursive: true });
  });
});

test("a policy of the project is judged too, and one that cannot be read is no policy that allows", async () => {
  const inside = bench.in("with-policy");
  inside.write({ ".claude/settings.json": "{}" });
  expect(await inside.run(`add ${names.fine}`)).toMatchObject({ code: 0 });
  expect((await inside.run("audit")).code).toBe(0);
  inside.write({ "own.json": JSON.stringify({ policyVersion: 1, leastAudit: "audited" }) });
  const { code, stdout, stderr } = await inside.run("audit --policy own.json");
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toContain(
    `${names.fine} 1.0.0: refused by leastAudit of own.json: asked is audited or higher, found is Unverified`,
  );
  expect(stdout.split(names.fine)).toHaveLength(2); // the skill is named once
  inside.write({ "emporion.policy.json": "{" });
  expect((await inside.run("audit")).code).toBe(3);
  fs.rmSync(inside.directory, { recursive: true });
});

describe("what is not known is not fine", () => {
  /** A project whose lock file names another market. */
  const at = (market: string) => {
    const inside = bench.in("foreign");
    const lock = bench.read("apps/first/emporion.lock.json").replaceAll(url(), market);
    inside.write({ "emporion.lock.json": lock });
    return inside;
  };

  test("a market that does not answer", async () => {
    const { code, stdout, stderr } = await at("http://127.0.0.1:1").run("audit --fail-on never");
    expect([code, stderr]).toEqual([3, expect.stringContaining("nothing is known of 2 skills from it")]);
    expect(stdout).toContain(`unknown  ${names.bad} 1.0.0: its market says nothing of it`);
    expect(stdout).toContain("not everything is known");
  });

  const verdict = (item: { name: string; version?: string; digest?: string }, more: object = {}) => ({
    asked: { name: item.name, version: item.version, digest: item.digest },
    unknown: null,
    name: item.name,
    quarantined: null,
    version: item.version,
    package_digest: item.digest,
    publisher: null,
    withdrawn: null,
    deprecated: null,
    audit_state: "Audited",
    ended_seal: null,
    advisories: [],
    advisories_total: 0,
    newest: null,
    next: null,
    ...more,
  });
  type Items = { name: string; version?: string; digest?: string }[];
  const answers: readonly (readonly [string, (items: Items) => unknown])[] = [
    ["no JSON", () => "hello"],
    ["nothing", () => ({ items: [] })],
    [
      "fewer copies",
      (items) => ({ checked_at: "2026-11-29T00:00:00Z", items: items.slice(1).map((each) => verdict(each)) }),
    ],
    [
      "other copies",
      (items) => ({
        checked_at: "2026-11-29T00:00:00Z",
        items: items.map((each) => verdict({ ...each, name: "x" })),
      }),
    ],
    [
      "facts of other bytes",
      (items) => ({
        checked_at: "2026-11-29T00:00:00Z",
        items: items.map((each) => verdict(each, { package_digest: `sha256:${"0".repeat(64)}` })),
      }),
    ],
    ["more than fits", () => ({ checked_at: "x".repeat(9 * 1024 * 1024) })],
  ];
  test.each(answers)("a market that answers %s", async (_, answer) => {
    const asked: { key: string | undefined; items: Items }[] = [];
    const server = http.createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        const { items } = JSON.parse(text) as { items: Items };
        asked.push({ key: request.headers["x-api-key"]?.toString(), items });
        response.end(JSON.stringify(answer(items)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const inside = at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      inside.env = { ...bench.env, EMPORION_API_KEY: "sk_of_another_market" };
      const { code, stderr } = await inside.run("audit");
      expect([code, stderr]).toEqual([3, expect.stringContaining("ANSWER_INVALID")]);
      expect(asked.map(({ key, items }) => [key, items.length])).toEqual([[undefined, 2]]);
    } finally {
      server.close();
    }
  });

  test("a lock file that cannot be read does not hide the others, nor does it pass", async () => {
    bench.write({ "broken/emporion.lock.json": "{" });
    const { code, stderr, answer } = await audit("broken apps/first --fail-on never");
    expect([code, stderr]).toEqual([3, expect.stringContaining("broken: emporion.lock.json: is not JSON")]);
    expect(answer.projects[1]?.skills[0]?.findings[0]?.id).toBe(advisoryId);
    expect((await bench.run("audit nowhere")).code).toBe(3);
    expect((await bench.in("empty").run("audit --recursive")).code).toBe(3);
    fs.rmSync(bench.at("broken"), { recursive: true });
  });
});

test.each([
  ["--fail-on critical", "--fail-on is one of"],
  ["--json --sarif", "two forms of one answer"],
  ["--frob", "frob"],
])("%s makes no sense", async (line, message) => {
  expect(await bench.run(`audit ${line}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message) as string,
  });
});
