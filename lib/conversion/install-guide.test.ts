import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import { convertSkill } from "./convert-skill";
import { downloadCommand, INSTALL_PLACES } from "./install-commands";
import { installGuide } from "./install-guide";
import { listInstalls } from "./list-installs";
import { wellFormed } from "./literals/literals";
import { hostileText } from "./testing/hostile-text";
import { smallSource } from "./testing/sources";

const ORIGIN = "https://market.example";
const VERSION = {
  slug: "small-skill",
  version: "1.0.0",
  convertsTo: CONVERSION_TARGETS,
  pythonPackages: [],
  nodePackages: [],
  envVars: [],
};

describe.each(CONVERSION_TARGETS)("installing for %s", (target) => {
  it("puts there what the platform reads", () => {
    const { rootDirectory, files } = convertSkill(smallSource(), target);
    const { folder, reads } = INSTALL_PLACES[target];
    const prefix = folder === "" ? "" : `${folder}/`;
    const paths = files.map(({ path }) => `${prefix}${rootDirectory}/${path}`);
    // Gemini CLI copies the extension itself.
    const read = reads("small-skill").replace("~/.gemini/extensions/", "");
    expect(paths).toContain(read);
  });
});

it.each([[CONVERSION_TARGETS], [[]]])(
  "each way is one line of shell that a shell understands: %j",
  (convertsTo) => {
    for (const { command } of listInstalls(ORIGIN, { ...VERSION, convertsTo }).ways) {
      expect(command).not.toContain("\n");
      expect(runOverHostileText("bash", ["-n"], command).status).toBe(0);
    }
  },
);

describe("a guide", () => {
  it("is made for the platform where the version converts, and by hand elsewhere", () => {
    expect(installGuide(ORIGIN, VERSION, "Cursor").mode).toBe("auto");
    const byHand = installGuide(ORIGIN, { ...VERSION, convertsTo: ["OpenClaw"] }, "Cursor");
    expect([byHand.mode, byHand.configPath]).toEqual([
      "manual_install",
      ".cursor/skills/small-skill/SKILL.md",
    ]);
    expect(installGuide(ORIGIN, VERSION, null).mode).toBe("manual_install");
  });
});

describe("a guide by hand says how a skill is called", () => {
  const guideOf = (
    changes: Record<string, string>,
    target: Parameters<typeof installGuide>[2] = "Cursor",
  ) => {
    const { manifest } = smallSource(changes);
    return installGuide(ORIGIN, { ...VERSION, convertsTo: [], manifest }, target).steps.filter(
      ({ kind }) => kind === "call",
    );
  };
  const examples = `[{input: {text: "it's $(id)", on: true}, output: {}}]`;
  const http = (endpoint: string) =>
    `{type: http, call_pattern: http_post, runtime: any, endpoint: "${endpoint}"}`;
  const args = (entry: string) => `{type: cli, entry_point: ${entry}, runtime: any, call_pattern: args}`;

  it("at its publisher's own address, and that nobody here has looked at it", () => {
    const [step] = guideOf({ interface: http("https://api.example.com/x"), examples });
    expect(step?.says).toContain(
      "api.example.com, its publisher's own address, which this market neither calls",
    );
    expect(step?.command).toContain(
      "curl -sS -X POST 'https://api.example.com/x' -H 'content-type: application/json'",
    );
    expect(runOverHostileText("bash", ["-n"], step?.command ?? "").status).toBe(0);
    expect(guideOf({ interface: http("http://api.example.com/x") })).toEqual([]);
  });

  it("with arguments", () => {
    const command = (changes: Record<string, string>, target?: "OpenClaw") =>
      guideOf(changes, target)[0]?.command;
    expect(command({ interface: args("scripts/main.py"), examples })).toBe(
      `python3 '.cursor/skills/small-skill/scripts/main.py' '--text=it'\\''s $(id)' '--on'`,
    );
    expect(command({ interface: args("main.sh") })).toBe("bash '.cursor/skills/small-skill/main.sh'");
    expect(command({ interface: args("main.js") }, "OpenClaw")).toBe(
      "node ~/'.openclaw/skills/small-skill/main.js'",
    );
    const noOption = `[{input: {"a b": 1}, output: {}}]`;
    expect(guideOf({ interface: args("scripts/main.py"), examples: noOption })).toEqual([]);
    expect(guideOf({ interface: args("main.exe") })).toEqual([]);
  });

  it("not for what stands on standard input: SKILL.md does", () => {
    expect(guideOf({})).toEqual([]);
  });
});

describe("the ways of a page", () => {
  it("are exactly the platforms that apply to the version", () => {
    const convertsTo = ["OpenClaw", "ClaudeCode"];
    const { mode, ways } = listInstalls(ORIGIN, { ...VERSION, convertsTo });
    expect([mode, ways.map(({ platform }) => platform)]).toEqual(["auto", ["ClaudeCode", "OpenClaw"]]);
    expect(listInstalls(ORIGIN, VERSION).ways).toHaveLength(7);
    const byHand = listInstalls(ORIGIN, { ...VERSION, convertsTo: [] });
    expect(byHand.mode).toBe("manual_install");
    expect(byHand.ways.map(({ platform }) => platform)).not.toContain("CustomAgent");
  });
});

it("a version, however it is written, stays in the address of a download", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const version = wellFormed(text);
      const command = downloadCommand(ORIGIN, { slug: "a", version }, "Cursor", "a.zip");
      const [, address = ""] = /^curl -fsSL "([^"`$!\\\s]*)" -o a\.zip$/.exec(command) ?? [];
      expect(new URL(address).searchParams.get("version")).toBe(version);
    }),
  );
});
