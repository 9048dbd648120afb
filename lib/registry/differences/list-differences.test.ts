import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listDifferences, requiredBump, type Promises } from "@/lib/registry/differences/list-differences";
import { nextVersion } from "@/lib/registry/differences/assert-step";
import { toCheckInput } from "@/lib/publishing/check-package";
import { listFileDigests } from "@/lib/package";
import { checkSkill, compareVersions, versionChange } from "@/lib/skill-format";
import { buildSkillPackage, newAddress, type SkillParts } from "@/lib/testing/builders";

const payee = newAddress();
const PERMISSIONS = { network: false, filesystem: false, subprocess: false, env_vars: [] as string[] };
const permissions = (change: Partial<typeof PERMISSIONS>): SkillParts => ({
  frontMatter: { permissions: { ...PERMISSIONS, ...change } },
});

function promisesOf(parts: SkillParts = {}, publisher = "ann"): Promises {
  const skillPackage = buildSkillPackage({ name: "same", paid: { lamports: 1000, payee }, ...parts });
  const { manifest } = checkSkill(toCheckInput({ skillPackage }));
  return {
    publisher,
    manifest,
    files: listFileDigests(skillPackage.files),
  };
}

const changes = (before: Promises, after: Promises) =>
  listDifferences(before, after).map(({ fact, needs }) => [fact, needs]);

describe("what a change needs", () => {
  const base = promisesOf();
  test.each<[string, Promises, [string, string][]]>([
    ["nothing", promisesOf(), []],
    ["code", promisesOf({ files: { "scripts/main.py": "print(1)\n" } }), [["code", "patch"]]],
    ["a document", promisesOf({ files: { "references/a.md": "# A\n" } }), [["documents", "patch"]]],
    ["instructions", promisesOf({ body: "# Other\n" }), [["instructions", "patch"]]],
    [
      "a price and a wallet, which are the skill's",
      promisesOf({ paid: { lamports: 2000, payee: newAddress() } }),
      [],
    ],
    ["who publishes it", promisesOf({}, "bob"), [["publisher", "minor"]]],
    ["more access", promisesOf(permissions({ filesystem: true })), [["filesystem", "major"]]],
    ["a secret", promisesOf(permissions({ env_vars: ["KEY"] })), [["env_vars", "major"]]],
    [
      "a hint that grows riskier",
      promisesOf({ frontMatter: { annotations: { readOnlyHint: false } } }),
      [["readOnlyHint", "major"]],
    ],
    [
      "a dependency",
      promisesOf({ frontMatter: { requirements: { python_packages: ["requests"] } } }),
      [["dependencies", "minor"]],
    ],
    ["the licence", promisesOf({ frontMatter: { license: "Apache-2.0" } }), [["license", "minor"]]],
  ])("%s", (_, after, expected) => {
    expect(changes(base, after)).toEqual(expected);
  });

  test("less access than before is no breach, but still no patch", () => {
    expect(changes(promisesOf(permissions({ network: true })), promisesOf(permissions({})))).toContainEqual([
      "network",
      "minor",
    ]);
  });

  test("schemas: the input may widen and the output may narrow in a minor release; the other way breaks callers", () => {
    const withSchemas = (input: object, output: object): Promises => {
      const promises = promisesOf();
      const schemas = { input: { ...input }, output: { ...output } };
      return { ...promises, manifest: { ...promises.manifest, schemas } };
    };
    const [small, large] = [{ enum: ["a"] }, { enum: ["a", "b"] }];
    expect(changes(withSchemas(small, large), withSchemas(large, small))).toEqual([
      ["input_schema", "minor"],
      ["output_schema", "minor"],
    ]);
    expect(changes(withSchemas(large, small), withSchemas(small, large))).toEqual([
      ["input_schema", "major"],
      ["output_schema", "major"],
    ]);
  });
});

test("what stands far behind in a long list counts like what stands in front, and is what is shown", () => {
  const secrets = Array.from({ length: 100 }, (_, i) => `SETTING_${String(i).padStart(3, "0")}`);
  const needing = (list: string[]) => promisesOf(permissions({ env_vars: list }));
  const differences = listDifferences(needing(secrets), needing([...secrets, "ZZ_WALLET_KEY"]));
  expect(differences).toEqual([
    { fact: "env_vars", needs: "major", before: '…"SETTING_099"]', after: '…"SETTING_099","ZZ_WALLET_KEY"]' },
  ]);
});

test("what is shown of a long list can be stored, also where it is cut inside a character", () => {
  const needing = (first: string) => promisesOf(permissions({ env_vars: [first, "😀".repeat(600)] }));
  const texts = listDifferences(promisesOf(), needing("A")).concat(
    listDifferences(promisesOf(), needing("AB")),
  );
  for (const { after } of texts) expect(after?.isWellFormed()).toBe(true);
});

describe("in general", () => {
  const parts: fc.Arbitrary<Promises> = fc
    .record({
      network: fc.boolean(),
      filesystem: fc.boolean(),
      price: fc.constantFrom(0, 1000, 2000),
      license: fc.constantFrom("MIT", "ISC"),
      body: fc.constantFrom("# A\n", "# B\n"),
      secrets: fc.constantFrom([], ["A"], ["A", "B"]),
    })
    .map(({ network, filesystem, price, license, body, secrets }) =>
      promisesOf({
        body,
        paid: { lamports: price, payee },
        frontMatter: {
          license,
          permissions: { network, filesystem, subprocess: false, env_vars: secrets },
        },
      }),
    );

  test("a version differs from itself in nothing, and both ways show the same facts", () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(listDifferences(a, a)).toEqual([]);
        const facts = (list: ReturnType<typeof listDifferences>) => list.map(({ fact }) => fact);
        expect(facts(listDifferences(a, b))).toEqual(facts(listDifferences(b, a)));
      }),
      { numRuns: 60 },
    );
  });

  test("access that grows always needs a major release, whatever else changes", () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const grows = (["network", "filesystem"] as const).some(
          (name) => b.manifest.permissions[name] && !a.manifest.permissions[name],
        );
        if (grows) expect(requiredBump(listDifferences(a, b))).toBe("major");
      }),
      { numRuns: 60 },
    );
  });

  test("the number that would be right is higher and is that step", () => {
    const number = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(number, number, number, fc.constantFrom("patch", "minor", "major"), (x, y, z, bump) => {
        const from = `${x}.${y}.${z}`;
        const to = nextVersion(from, bump) ?? "";
        expect(compareVersions(to, from)).toBe(1);
        expect(versionChange(from, to)).toMatchObject({ change: bump });
      }),
    );
    expect(nextVersion("latest", "minor")).toBeNull();
  });
});
