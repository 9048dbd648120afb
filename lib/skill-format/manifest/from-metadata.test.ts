import { describe, expect, it } from "vitest";
import { checkOne, codedIssues, skillFiles, USK_FILES, USK_FRONT_MATTER } from "../testing/build-skill";
import { checkSkill } from "../check-skill";
import { statedPermissions } from "./origins";

const PLAIN = "name: a-b\ndescription: Reads files. Use it for PDFs.";
const manifestOf = (lines: string) => checkSkill({ files: skillFiles(`${PLAIN}\n${lines}`) }).manifest;
const remarksOf = (lines: string) =>
  (checkOne("agent-skills", `${PLAIN}\n${lines}`).reports[0]?.issues ?? [])
    .filter(({ code }) => code === "METADATA_READ")
    .map(({ severity, path }) => `${severity} ${path}`);

const NEEDS = {
  requires: {
    env: ["GEMINI_API_KEY"],
    bins: ["uv"],
    anyBins: ["python3", "python"],
    config: ["browser.enabled"],
  },
  primaryEnv: "GEMINI_API_KEY",
  os: ["darwin", "linux"],
  homepage: "https://ai.example.dev/docs",
  install: [
    { id: "brew", kind: "brew", formula: "uv", bins: ["uv"] },
    { kind: "node", package: "nano-pdf" },
  ],
};
const READ = {
  env: ["GEMINI_API_KEY"],
  bins: ["uv"],
  anyBins: ["python3", "python"],
  config: ["browser.enabled"],
  os: ["darwin", "linux"],
  install: [
    { kind: "brew", name: "uv" },
    { kind: "node", name: "nano-pdf" },
  ],
  homepage: "https://ai.example.dev/docs",
};

describe("the standard's own example", () => {
  const lines = 'metadata:\n  author: example-org\n  version: "1.0"';

  it("is told as its author wrote it, and sets nothing", () => {
    const manifest = manifestOf(lines);
    expect(manifest.fromMetadata).toEqual({ author: "example-org", version: "1.0" });
    expect(manifest).toMatchObject({ version: { scheme: "default" }, author: {} });
    expect(remarksOf(lines)).toEqual(["info metadata.version", "info metadata.author"]);
  });

  it("is not remarked on beside a version of its own, and is there for a number too", () => {
    expect(remarksOf("version: 2.0.0\nmetadata: {version: 1.10}")).toEqual([]);
    expect(manifestOf("version: 2.0.0\nmetadata: {version: 1.10}").fromMetadata).toEqual({ version: "1.10" });
  });

  it.each([
    "",
    "metadata:",
    "metadata: text",
    "metadata: {other: x}",
    "metadata: [version]",
    "metadata: '{'",
  ])("%j has nothing of it", (other) => expect(manifestOf(other)).not.toHaveProperty("fromMetadata"));
});

describe("what OpenClaw asks of a machine", () => {
  const json = (key: string) => JSON.stringify({ [key]: NEEDS });

  it.each([
    ["in braces on one line", "openclaw", `metadata: ${json("openclaw")}`],
    ["by its older name", "clawdbot", `metadata: ${json("clawdbot")}`],
    ["by the name between", "moltbot", `metadata: ${json("moltbot")}`],
    ["as JSON in a text", "openclaw", `metadata: '${json("openclaw")}'`],
    ["as JSON in a block text", "clawdbot", `metadata: |\n  ${json("clawdbot")}`],
    ["its entry as JSON in a text", "openclaw", `metadata:\n  openclaw: '${JSON.stringify(NEEDS)}'`],
    [
      "over lines, with a comma at the end",
      "openclaw",
      `metadata:\n  {\n    "openclaw":\n      ${JSON.stringify(NEEDS)},\n  }`,
    ],
  ] as const)("%s", (_, key, lines) => {
    const { fromMetadata, homepage, permissions, origins } = manifestOf(lines);
    expect(fromMetadata).toEqual({ openClaw: { key, ...READ } });
    expect(homepage).toBe(READ.homepage);
    expect(permissions.envVars).toEqual(["GEMINI_API_KEY"]);
    expect(origins.permissions).toMatchObject({ envVars: "declared", network: "not_declared" });
    expect(remarksOf(lines)).toEqual([`info metadata.${key}`]);
  });

  it("as a mapping of YAML, with single texts where lists are meant, and variables with a description", () => {
    const lines =
      "metadata:\n  openclaw:\n    os: linux\n    requires:\n      env:\n        - name: A_KEY\n          description: x\n      bins: curl";
    expect(manifestOf(lines).fromMetadata?.openClaw).toMatchObject({
      os: ["linux"],
      env: ["A_KEY"],
      bins: ["curl"],
    });
  });

  it.each([
    ["says nothing of variables", "{requires: {bins: [jq]}}", null, "not_declared"],
    ["says that there are none", "{requires: {env: []}}", [], "declared"],
    ["names what is no variable", "{requires: {env: ['a b', '$(x)']}}", null, "not_declared"],
    ["names only the primary one", "{primaryEnv: A_KEY}", ["A_KEY"], "declared"],
  ])("an entry that %s", (_, entry, envVars, origin) => {
    const manifest = manifestOf(`metadata: {openclaw: ${entry}}`);
    expect(statedPermissions(manifest)).toMatchObject({ envVars, origins: { envVars: origin } });
  });

  it("adds to the permissions of USK, and its home page comes second", () => {
    const lines = `\nhomepage: https://own.example.dev\nmetadata: ${json("openclaw")}`;
    const frontMatter =
      USK_FRONT_MATTER.replace("  network: true", "  network: true\n  env_vars: [OTHER]") + lines;
    const { manifest } = checkOne("usk", frontMatter, { files: USK_FILES });
    expect(manifest.permissions.envVars).toEqual(["OTHER", "GEMINI_API_KEY"]);
    expect(manifest.homepage).toBe("https://own.example.dev");
  });

  it("is bounded, whatever is written", () => {
    const many = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => `K${at}`));
    const { env = [], bins } = manifestOf(
      `metadata: {openclaw: {requires: {env: ${many}, bins: [${"x".repeat(300)}]}}}`,
    ).fromMetadata?.openClaw ?? { bins: ["missing"] };
    expect(env).toHaveLength(50);
    expect(bins).toEqual([]);
    expect(manifestOf(`metadata: '${"{".repeat(9_000)}'`)).not.toHaveProperty("fromMetadata");
  });

  it("holds up nothing", () => {
    const codes = codedIssues("usk", `${PLAIN}\nversion: 1.0.0\nmetadata: ${json("openclaw")}`);
    expect(codes.filter((code) => code.includes("METADATA_READ"))).toEqual([]);
  });
});
