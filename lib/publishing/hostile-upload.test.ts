import fc from "fast-check";
import { expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runs } from "@/lib/testing/full-form";

testDatabase();
testBlobStore();

const FIELDS = [
  "version",
  "description",
  "category",
  "tags",
  "capabilities",
  "license",
  "author",
  "pricing",
  "runtime",
  "io",
  "annotations",
  "permissions",
  "platform_compatibility",
  "interface",
  "input_schema",
  "output_schema",
  "examples",
  "requirements",
  "triggers",
  "homepage",
  "changelog",
  "id",
  "source_url",
  "dialects",
  "metadata",
  "allowed-tools",
  "x-extra",
];
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "\0",
    "\uD800",
    "é".repeat(5_000),
    "999999999999999999999999",
    "0.0.1",
    "YYYY.MM.DD",
    "__proto__",
    "{{x}}",
  ),
);
const anything = fc.oneof(
  text,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 2 })), { maxKeys: 4 }),
);

test("whatever stands in a SKILL.md, an upload is stored and readable, or refused with a reason", async () => {
  const account = await makeAccount();
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...FIELDS), anything, { maxKeys: 3 }),
      async (frontMatter) => {
        const name = uniqueName();
        try {
          const { versionId } = await publishNow(buildSkillPackage({ name, frontMatter }), account);
          await getSkill(name).then(
            (skill) => expect(skill.versionId).toBe(versionId),
            (error: unknown) => expect(isDomainError(error, "SKILL_NOT_FOUND"), String(error)).toBe(true),
          );
        } catch (error) {
          if (!isDomainError(error)) throw error;
          expect(error.message.length).toBeGreaterThan(10);
        }
      },
    ),
    { numRuns: runs(80) },
  );
});
