import { describe, expect, test } from "vitest";
import { deriveListing } from "@/lib/search/listing/derive-listing";
import type { ReleasedVersion } from "@/lib/registry/versions/find-version";
import type { Origin } from "@/lib/skill-format";

const NOW = new Date();

const EACH = ["network", "filesystem", "subprocess", "envVars"] as const;
type Declared = Partial<Record<"network" | "filesystem" | "subprocess", boolean>> & { envVars?: string[] };

function version(
  {
    permissions = {},
    origin = "declared",
    platforms = ["any"],
    ...skill
  }: {
    permissions?: Declared;
    origin?: Origin;
    platforms?: string[];
    owner?: { username: string } | null;
    agentIdentity?: { name: string } | null;
    quarantinedAt?: Date | null;
  } = {},
  changes: object = {},
): ReleasedVersion {
  const { owner = { username: "mira" }, agentIdentity = null, quarantinedAt = null } = skill;
  return {
    id: "ver_1",
    publishedAt: NOW,
    convertsTo: ["mcp"],
    runtimeLanguage: "python3",
    priceLamports: "0",
    runnable: true,
    manifest: {
      slug: "json-diff",
      displayName: "JSON Diff",
      description: "Compares two JSON texts.",
      category: null,
      tags: [],
      capabilities: [],
      platforms,
      triggers: [],
      body: "",
      permissions: { network: false, filesystem: false, subprocess: false, envVars: [], ...permissions },
      origins: { permissions: Object.fromEntries(EACH.map((name) => [name, origin])), hints: {} },
    },
    skill: { owner, agentIdentity, quarantinedAt },
    ...changes,
  } as unknown as ReleasedVersion;
}

const derive = (of: ReleasedVersion, names: Parameters<typeof deriveListing>[1]["names"] = []) =>
  deriveListing(of, { names, nextVersionId: null });
const needsOf = (of: ReleasedVersion) => {
  const { needsNetwork, needsFilesystem, needsSubprocess, needsSecrets } = derive(of);
  return [needsNetwork, needsFilesystem, needsSubprocess, needsSecrets];
};

describe("what a skill is taken to need: network, files, programs, secrets", () => {
  const all = { network: true, filesystem: true, subprocess: true, envVars: ["KEY"] };
  test.each<[string, ReleasedVersion, boolean[]]>([
    ["the author denies all", version(), [false, false, false, false]],
    [
      "the author denies all of what runs elsewhere",
      version({}, { runnable: false }),
      [false, false, false, false],
    ],
    ["the author says all", version({ permissions: all }), [true, true, true, true]],
    [
      "the author says all but one: network",
      version({ permissions: { ...all, network: false } }),
      [false, true, true, true],
    ],
    [
      "the format denies what the sandbox enforces",
      version({ origin: "format_default" }),
      [false, false, true, false],
    ],
    [
      "the format denies what nobody enforces",
      version({ origin: "format_default" }, { runnable: false }),
      [true, true, true, true],
    ],
    ["nobody denies anything", version({ origin: "not_declared" }), [true, true, true, true]],
  ])("%s", (_name, of, expected) => {
    expect(needsOf(of)).toEqual(expected);
  });
});

describe("a listing", () => {
  test("has a price where calls are made, and none where they are not", () => {
    const priced = (runnable: boolean) =>
      Number(derive(version({}, { runnable, priceLamports: "5" })).priceLamports);
    expect([priced(true), priced(false)]).toEqual([5, 0]);
  });

  test("is on no list in quarantine", () => {
    expect(derive(version()).publishedAt).toBe(NOW);
    expect(derive(version({ quarantinedAt: NOW })).publishedAt).toBeNull();
  });

  test("is found by its publisher: the owner, else the agent", () => {
    const words = (of: ReleasedVersion) => derive(of).searchTokens.join(" ");
    expect(words(version())).toContain("mira");
    const both = version({ agentIdentity: { name: "zorro" } });
    expect(words(both)).not.toContain("zorro");
    expect(words(version({ owner: null, agentIdentity: { name: "zorro" } }))).toContain("zorro");
    expect(words(version({ owner: null }))).not.toContain("mira");
  });

  test("is found by names it was called, and not by one that is only asked for", () => {
    const names = [
      { name: "json-diff", borneAt: NOW },
      { name: "old-compare", borneAt: NOW },
      { name: "wished-for", borneAt: null },
    ];
    const words = derive(version(), names).searchTokens.join(" ");
    expect(words).toContain("old");
    expect(words).not.toContain("wish");
    const once = derive(version(), []);
    expect(derive(version(), [{ name: "json-diff", borneAt: NOW }])).toEqual(once);
  });

  test("works where it is declared and converted for; any is every platform", () => {
    expect(derive(version({ platforms: ["claude"] })).platforms).toEqual(["claude", "mcp"]);
    const platforms = derive(version()).platforms as string[];
    expect(platforms.length).toBeGreaterThan(3);
    expect(platforms).toEqual(expect.arrayContaining(["any", "mcp"]));
    expect(new Set(platforms).size).toBe(platforms.length);
  });
});
