import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import { convertSkill } from "./convert-skill";
import { downloadCommand, INSTALL_PLACES } from "./install-commands";
import { installGuide } from "./install-guide";
import { listInstalls } from "./list-installs";
import { wellFormed } from "./literals/quote-visibly";
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
