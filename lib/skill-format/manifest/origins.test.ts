import { describe, expect, it } from "vitest";
import { plainSkills } from "@/lib/testing/plain-skills";
import { checkSkill } from "../check-skill";
import { statedAccess, statedHints, statedPermissions } from "./origins";

const originsOf = (frontMatter: string, files: Record<string, string> = {}) => {
  const source = `---\nname: a-b\ndescription: Says hello when asked.\n${frontMatter}\n---\n\n# A\n`;
  return checkSkill({ files: new Map(Object.entries({ "SKILL.md": source, ...files })) }).manifest.origins;
};

describe("where a statement comes from", () => {
  it("is the author for what is written in a plain skill, and nobody for the rest", () => {
    for (const { written, manifest } of plainSkills()) {
      const { origins: _, ...hints } = statedHints(manifest);
      const { origins: __, ...permissions } = statedPermissions(manifest);
      expect({ ...permissions, ...hints }).toEqual(written);
      const origins = { ...manifest.origins.permissions, ...manifest.origins.hints };
      expect(origins).toEqual(
        Object.fromEntries(
          Object.entries(written).map(([key, value]) => [key, value === null ? "not_declared" : "declared"]),
        ),
      );
    }
  });

  it.each([
    ["usk by its mark", "spec: usk/1.0\npermissions: {network: false}", "declared", "format_default"],
    ["usk by name", "dialects: [usk]", "format_default", "format_default"],
    [
      "usk, a flag that cannot be read",
      "spec: usk/1.0\npermissions: {network: 'no'}",
      "not_declared",
      "format_default",
    ],
    [
      "usk, a group that cannot be read",
      "spec: usk/1.0\npermissions: [network]",
      "not_declared",
      "not_declared",
    ],
    ["permissions in no format", "permissions: {network: true}", "declared", "not_declared"],
    ["exo alone", "pricing: {model: per_call, price_lamports: 1}", "not_declared", "not_declared"],
  ])("permissions: %s", (_, frontMatter, network, subprocess) => {
    expect(originsOf(frontMatter).permissions).toMatchObject({ network, subprocess });
  });

  it.each([
    ["exo by a group of its own", "pricing: {model: per_call, price_lamports: 1}", "format_default"],
    ["exo by name", "dialects: [exo]", "format_default"],
    ["hints in no format", "annotations: {readOnlyHint: true}", "not_declared"],
    ["usk alone", "spec: usk/1.0", "not_declared"],
  ])("hints: %s", (_, frontMatter, destructive) => {
    expect(originsOf(frontMatter).hints.destructive).toBe(destructive);
  });

  it("variables that cannot be read are not declared to be none", () => {
    expect(originsOf("permissions: {env_vars: [KEY]}").permissions.envVars).toBe("declared");
    expect(originsOf("permissions: {env_vars: [{a: b}]}").permissions.envVars).toBe("not_declared");
    expect(originsOf("permissions: {env_vars: KEY}").permissions.envVars).toBe("not_declared");
  });

  it("an overlay of the format counts as the file does", () => {
    const overlay = { "dialects/usk.yaml": "spec: usk/1.0\npermissions: {network: false}\n" };
    expect(originsOf("", overlay).permissions).toMatchObject({
      network: "declared",
      subprocess: "format_default",
    });
  });

  it("whoever asks for a check by a format declares nothing in the author's name", () => {
    const files = new Map([["SKILL.md", "---\nname: a-b\ndescription: Says hello when asked.\n---\n"]]);
    const { origins } = checkSkill({ files, dialects: ["usk", "exo"] }).manifest;
    const said = [...Object.values(origins.hints), ...Object.values(origins.permissions)];
    expect(new Set(said)).toEqual(new Set(["not_declared"]));
  });

  it.each<[string, string, boolean | null, string]>([
    ["exo, left out", "dialects: [exo]", false, "format_default"],
    ["exo, closed", "dialects: [exo]\nannotations: {openWorldHint: false}", false, "declared"],
    ["exo, open", "dialects: [exo]\nannotations: {openWorldHint: true}", true, "declared"],
    ["exo, unreadable", "dialects: [exo]\nannotations: {openWorldHint: maybe}", null, "not_declared"],
    [
      "exo, a permission goes first",
      "dialects: [exo]\nannotations: {openWorldHint: true}\npermissions: {network: false}",
      false,
      "declared",
    ],
    ["exo and usk", "dialects: [exo, usk]\nannotations: {openWorldHint: true}", false, "format_default"],
    ["a hint in no format", "annotations: {openWorldHint: false}", null, "not_declared"],
    ["nothing", "", null, "not_declared"],
  ])("the network, by either document: %s", (_, frontMatter, network, origin) => {
    const files = new Map([["SKILL.md", `---\nname: a-b\ndescription: Says hello.\n${frontMatter}\n---\n`]]);
    const { manifest } = checkSkill({ files });
    expect(statedAccess(manifest)).toMatchObject({ network, origins: { network: origin } });
    const { origins, ...older } = manifest;
    expect(origins).toBeDefined();
    expect(statedAccess(older).network).toBeNull();
  });
});
