import { expect, it } from "vitest";
import { growthOf, growthOfAsync } from "@/lib/testing/count-steps";
import { openDocuments } from "@/lib/vetting/document-text/open-documents";
import { hardDocuments } from "./testing/hard-documents";
import { hardTexts } from "./testing/hard-texts";
import { vetPackage } from "./vet-package";

/** A square takes four times as many steps for twice the size, and a line two. */
const LINEAR = 2.6;

/** Two and four of the lines in which very long lines are read (`lib/vetting/syntax/parsers.ts`): a last short one would count less. */
const SIZE = 6_000;

const facts = { name: "a", description: "", permissions: null };

it.each(hardTexts(0).map(([title], at) => [title, at] as const))(
  "steps of vetting grow no faster than the text: %s",
  async (_title, at) => {
    const vet = (size: number) => {
      const [, path = "", text = ""] = hardTexts(size)[at] ?? [];
      return vetPackage({ files: [{ path, bytes: Buffer.from(text) }], facts });
    };
    expect(await growthOfAsync(vet, SIZE)).toBeLessThan(LINEAR);
  },
);

it.each(hardDocuments(0).map(([title], at) => [title, at] as const))(
  "steps of reading grow no faster than the document: %s",
  (_title, at) => {
    const read = (size: number) => {
      const [, path, make] = hardDocuments(size)[at]!;
      return openDocuments([{ path, bytes: make() }]);
    };
    expect(growthOf(read, 4_000)).toBeLessThan(LINEAR);
  },
);
