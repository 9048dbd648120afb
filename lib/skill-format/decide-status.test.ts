import { describe, expect, it } from "vitest";
import { checkSkill } from "./check-skill";
import { conversionTargets, installMode, readTarget } from "./conversion-targets";
import { blockingReports, decideStatus, type VettingFinding } from "./decide-status";
import { hintPolicy } from "./manifest/origins";
import { EXO_BODY, EXO_FRONT_MATTER, skillFiles, USK_FILES, USK_FRONT_MATTER } from "./testing/build-skill";

const minimal = "name: my-skill\ndescription: One line";

function decide(
  frontMatter: string,
  findings: VettingFinding[] = [],
  files: Record<string, string> = USK_FILES,
) {
  return decideStatus(checkSkill({ files: skillFiles(frontMatter, { files, body: EXO_BODY }) }), findings);
}

const usk = (search: string, replacement: string) => decide(USK_FRONT_MATTER.replace(search, replacement));

describe("the status", () => {
  it("of a complete v3 skill is approved, and it is converted", () => {
    expect(usk("", "")).toEqual({ status: "approved", spec: "v3", autoConvert: true, reasons: [] });
  });

  it("of two lines is approved, as v2", () => {
    expect(decide(minimal)).toMatchObject({ status: "approved", spec: "v2", autoConvert: false });
  });

  it.each([
    ["license: MIT", "license: Complete terms in LICENSE.txt"],
    ["description: Real-time web search with sources", "description: |\n  Two.\n  Lines."],
    ["      description: Search query\n", ""],
    ["capabilities: [web_search]", "capabilities: [web-search]"],
    ["call_pattern: stdin_stdout", "call_pattern: args"],
    ["license: MIT", "mood: happy"],
    ["license: MIT\n", ""],
    ["license: MIT", "tags: a, b"],
    ["license: MIT", "changelog: 1.0"],
    ["license: MIT", "homepage: nowhere"],
    ["license: MIT", "examples: [{input: 1}]"],
    ["capabilities: [web_search]\n", ""],
    ["spec: usk/1.0\n", ""],
    ["version: 1.0.0\n", ""],
    ["version: 1.0.0", 'version: ""'],
    ["spec: usk/1.0", 'spec: ""'],
    ["platform_compatibility: [any]", ""],
  ])("advice leaves it approved: %j written %j", (search, replacement) => {
    expect(usk(search, replacement)).toMatchObject({ status: "approved" });
  });

  it.each([
    ["version: 1.0.0", "version: 1.0"],
    ["version: 1.0.0", "version: 2024.01.15"],
    ["spec: usk/1.0", "spec: usk/2.0"],
    ["spec: usk/1.0", "spec: [usk/1.0]"],
    ["runtime: python3", "runtime: python"],
    ["type: cli", "type: grpc"],
    ["call_pattern: stdin_stdout", "call_pattern: http_post"],
    ["capabilities: [web_search]", "capabilities: web_search"],
    ["permissions:\n  network: true", "permissions: [network]"],
    ["  network: true", "  network: 'true'"],
    ["  type: object\n  properties:\n    query:", "  type: strng\n  properties:\n    query:"],
  ])("a fault leads to caution, and nothing is converted yet: %j written %j", (search, replacement) => {
    expect(usk(search, replacement)).toMatchObject({ status: "caution", autoConvert: false });
  });

  it.each([
    ["name: web-search\n", ""],
    ["name: web-search", "name: ''"],
    ["name: web-search", "name: Web_Search"],
    ["description: Real-time web search with sources\n", ""],
    ["description: Real-time web search with sources", "description: {a: b}"],
    ["entry_point: main.py", "entry_point: none.py"],
    ["name: web-search", "name: web-search\nname: twice"],
  ])("a broken rule rejects, whatever else is wrong: %j written %j", (search, replacement) => {
    expect(
      decide(USK_FRONT_MATTER.replace(search, replacement).replace("version: 1.0.0", "version: x")),
    ).toMatchObject({
      status: "rejected",
    });
  });

  it("vetting rejects, holds back or says nothing by the weight of its findings", () => {
    expect(decide(minimal, [{ severity: "critical", kind: "malicious" }]).status).toBe("rejected");
    expect(decide(minimal, [{ severity: "low", kind: "malicious" }]).status).toBe("rejected");
    expect(decide(minimal, [{ severity: "high", kind: "network" }]).status).toBe("caution");
    expect(decide(minimal, [{ severity: "warning", kind: "network" }]).status).toBe("caution");
    expect(decide(minimal, [{ severity: "low", kind: "style" }]).status).toBe("approved");
  });

  it("an Exo skill must be valid by its own document", () => {
    const files = { "scripts/main.py": "" };
    expect(decide(EXO_FRONT_MATTER, [], files).status).toBe("approved");
    expect(decide(EXO_FRONT_MATTER.replace("per_call", "subscription"), [], files).status).toBe("rejected");
  });

  it("a skill of Skill Metadata keeps its date version and its doubled hyphen", () => {
    const own = "name: a--b\ndescription: Converts text. Use when asked.\nversion: 2024.01.15\nmodel: x";
    expect(decide(own, []).status).toBe("approved");
    expect(decide(`${own}\nspec: usk/1.0`, []).status).toBe("rejected");
  });

  it.each([
    ["source_hash: no-hash", "source_hash"],
    ["created_at: yesterday", "created_at"],
    ["evolution_enabled: maybe", "evolution_enabled"],
    ["source_url: nowhere", "source_url"],
    ["allowed-tools: {a: b}", "allowed-tools"],
  ])("its date version is no second reason beside %s", (line, path) => {
    const own = `name: a--b\ndescription: Converts text. Use when asked.\nversion: 2024.01.15\nmodel: x\n${line}`;
    const { reasons } = decide(own, []);
    expect(reasons.filter((reason) => /^(?:version|name):/.test(reason))).toEqual([]);
    expect(reasons).toEqual([expect.stringMatching(new RegExp(`^${path}:`))]);
  });

  it("an agent-skills verdict blocks only when it was asked for or declared", () => {
    const files = skillFiles(`name: my-skill\ndescription: ${"d".repeat(1025)}`);
    expect(blockingReports(checkSkill({ files }))).toEqual([]);
    expect(decideStatus(checkSkill({ files })).status).toBe("approved");
    expect(decideStatus(checkSkill({ files, dialects: ["agent-skills"] })).status).toBe("rejected");
  });
});

describe("conversion", () => {
  const targets = (search: string, replacement: string) => {
    const files = skillFiles(USK_FRONT_MATTER.replace(search, replacement), { files: USK_FILES });
    const { manifest } = checkSkill({ files });
    return conversionTargets(manifest).flatMap(({ target, converts }) => (converts ? target : []));
  };

  it("any means all seven targets", () => expect(targets("", "")).toHaveLength(7));

  it("named platforms mean themselves, however they are spelled", () => {
    expect(targets("[any]", "[claude code, OPENCLAW, codex-cli, Unknown]")).toEqual([
      "OpenClaw",
      "ClaudeCode",
      "CodexCLI",
    ]);
    expect(readTarget("Claude Code")).toBe("ClaudeCode");
    expect(readTarget("Claude")).toBeNull();
  });

  it.each([
    ["platform_compatibility: [any]", ""],
    ["platform_compatibility: [any]", "platform_compatibility: any"],
    ["call_pattern: stdin_stdout", "call_pattern: args"],
    ["type: cli", "type: http"],
    ["network: true", "filesystem: true"],
    ["network: true", "filesystem: 'false'"],
    ["permissions:\n  network: true", "permissions: [network]"],
    ["permissions:\n  network: true\n", ""],
    ["spec: usk/1.0\n", ""],
    ["  entry_point: main.py\n", ""],
  ])("%j written %j leaves every install to people", (search, replacement) => {
    expect(targets(search, replacement)).toEqual([]);
  });

  it("the mode is auto for one target already, and the others say why not", () => {
    const { manifest } = checkSkill({
      files: skillFiles(USK_FRONT_MATTER.replace("[any]", "[Cursor]"), { files: USK_FILES }),
    });
    expect(installMode(manifest)).toBe("auto");
    expect(conversionTargets(manifest).find(({ target }) => target === "OpenClaw")?.reason).toContain(
      "OpenClaw",
    );
  });
});

it("hints are read strictly: destructive wins over read-only", () => {
  const defaults = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
  expect(hintPolicy(defaults)).toEqual({
    network: "disabled",
    abTaskMarked: true,
    higherBond: false,
    integrationTestRequired: false,
    automaticRetry: true,
    sandboxReplay: true,
  });
  expect(hintPolicy({ ...defaults, destructive: true })).toMatchObject({
    abTaskMarked: false,
    higherBond: true,
  });
  expect(hintPolicy({ ...defaults, openWorld: true, idempotent: false })).toMatchObject({
    network: "enabled",
    integrationTestRequired: true,
    automaticRetry: false,
    sandboxReplay: false,
  });
});

it.each(["readOnly", "destructive", "idempotent", "openWorld"] as const)(
  "%s that nobody states gives no mark, no duty and no retry",
  (hint) => {
    const stated = { readOnly: true, destructive: true, idempotent: true, openWorld: true };
    const effects = {
      readOnly: ["abTaskMarked"],
      destructive: ["higherBond"],
      idempotent: ["automaticRetry"],
      openWorld: ["integrationTestRequired"],
    } as const;
    const policy = hintPolicy({ ...stated, [hint]: null });
    for (const effect of effects[hint]) expect(policy[effect]).toBe(false);
    expect(policy.sandboxReplay).toBe(true);
  },
);
