import { beforeAll, expect, test } from "vitest";
import { previewVersion } from "@/lib/publishing/preview-version";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

const closed = (properties: object, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const TEXT = { type: "string", description: "A text." };
const INPUT = closed({ text: TEXT, more: TEXT }, ["text"]);
const OUTPUT = closed({ echo: TEXT }, ["echo"]);

interface Contract {
  input_schema?: object;
  output_schema?: object;
}
const CASES: [string, string, Contract, string | null][] = [
  [
    "a minor release that asks for another input",
    "1.1.0",
    { input_schema: closed({ other: TEXT }, ["other"]) },
    "2.0.0",
  ],
  [
    "a minor release without an optional input",
    "1.1.0",
    { input_schema: closed({ text: TEXT }, ["text"]) },
    "2.0.0",
  ],
  [
    "a minor release that asks for more",
    "1.1.0",
    { input_schema: closed({ text: TEXT, more: TEXT }, ["text", "more"]) },
    "2.0.0",
  ],
  [
    "a minor release that takes shorter texts",
    "1.1.0",
    { input_schema: closed({ text: { ...TEXT, maxLength: 3 }, more: TEXT }, ["text"]) },
    "2.0.0",
  ],
  [
    "a minor release that may leave out what it answered",
    "1.4.0",
    { output_schema: closed({ echo: TEXT }, []) },
    "2.0.0",
  ],
  [
    "a minor release that answers with another type",
    "1.1.0",
    { output_schema: closed({ echo: { type: "integer", description: "A number." } }, ["echo"]) },
    "2.0.0",
  ],
  [
    "a minor release that takes more",
    "1.1.0",
    { input_schema: closed({ text: TEXT, more: TEXT, most: TEXT }, ["text"]) },
    null,
  ],
  [
    "a minor release that answers less widely",
    "1.1.0",
    { output_schema: closed({ echo: { ...TEXT, maxLength: 9 } }, ["echo"]) },
    null,
  ],
  [
    "a minor release in other words",
    "1.1.0",
    { input_schema: closed({ text: { ...TEXT, description: "Any text." }, more: TEXT }, ["text"]) },
    null,
  ],
  [
    "a major release that asks for another input",
    "2.0.0",
    { input_schema: closed({ other: TEXT }, ["other"]) },
    null,
  ],
];

test.each(CASES)(
  "%s (%s): told before publishing, and decided the same",
  async (_, version, contract, needed) => {
    const name = uniqueName("contract");
    const release = (number: string, changed: Contract = {}) => {
      const frontMatter = { input_schema: INPUT, output_schema: OUTPUT, examples: [], ...changed };
      return buildSkillPackage({ name, version: number, frontMatter });
    };
    await publishNow(release("1.0.0"), publisher);
    const next = release(version, contract);
    const preview = await previewVersion({ ...publisher, package: next, priceLamports: null });
    const published = publishNow(next, publisher);
    if (needed === null) {
      await expect(published).resolves.toMatchObject({ slug: name });
      return expect(preview).toMatchObject({ ok: true, version });
    }
    expect(preview).toMatchObject({ ok: false, code: "VERSION_NOT_HIGHER" });
    await expect(published).rejects.toMatchObject({
      code: "VERSION_NOT_HIGHER",
      details: { requiredBump: "major", requiredVersion: needed },
    });
    expect(await database().skillVersion.count({ where: { skill: { slug: name } } })).toBe(1);
  },
);
