import { expect, test } from "vitest";
import { inShort } from "@/lib/testing/full-form";
import { vetPackage } from "../../vet-package";
import { readClassSamples } from "./class-samples";
import { measureClasses } from "./measure-classes";

const LEAST = { open: 0.9, apart: 0.6 };

test("each class of harm is found by its rule, and in samples that were kept apart", () => {
  for (const { group, part, all, stopped } of measureClasses()) {
    if (group === 11) continue;
    expect(stopped / all, `class ${group}, ${part}`).toBeGreaterThanOrEqual(LEAST[part]);
  }
});

test("the same words for an honest purpose give no finding", () => {
  for (const figures of measureClasses(readClassSamples().filter(({ group }) => group === 11)))
    expect(figures).toMatchObject({ found: 0 });
});

test("the picture of a package does not depend on the order of its files", () => {
  for (const { files, name, description } of inShort(readClassSamples(), (_, at) => at % 10 === 0)) {
    const facts = { name, description, permissions: null };
    const { reportDigest } = vetPackage({ files, facts });
    expect(vetPackage({ files: files.toReversed(), facts }).reportDigest).toBe(reportDigest);
  }
});
