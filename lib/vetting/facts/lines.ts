import { VOCABULARY } from "../vocabulary/data";
import { readPieces } from "../reading/long-lines";
import type { Fact, FactKind } from "./fact";
import { findAddresses, hostTraits } from "./hosts";
import type { FactReader } from "./reader";
import { factOf, type Unit } from "./unit";

interface LinePattern {
  readonly fact: FactKind;
  readonly in: "windows" | "lines" | "any";
  readonly traits: readonly string[];
  readonly use: "network" | "subprocess" | null;
  readonly line: readonly RegExp[];
  readonly file: readonly RegExp[];
}

const compile = (pattern: string | readonly string[]) =>
  new RegExp(typeof pattern === "string" ? pattern : pattern.join("|"), "i");
const PATTERNS: readonly LinePattern[] = VOCABULARY.lines.map((row) => ({
  fact: row.fact as FactKind,
  in: row.in,
  traits: row.traits ?? [],
  use: row.use ?? null,
  line: row.line.map(compile),
  file: (row.file ?? []).map(compile),
}));
const MAX_OF_A_KIND = 20;

/** What a source says that has no tree here, line by line (`vocabulary/lines.yaml`). */
export function readLines(unit: Unit, reader: FactReader): Fact[] {
  const language = unit.language === "windows" ? "windows" : "lines";
  const asked = PATTERNS.filter(
    ({ in: where, file }) =>
      (where === "any" || where === language || (where === "windows" && language === "lines")) &&
      file.every((pattern) => pattern.test(unit.text)),
  );
  if (asked.length === 0) return [];
  const pieces = readPieces(unit.text);
  return asked.flatMap((row) =>
    pieces
      .filter(({ text }) => row.line.every((pattern) => pattern.test(text)))
      .slice(0, MAX_OF_A_KIND)
      .map(({ text, start }) => {
        const [address] = findAddresses(text);
        const host = address === undefined ? [] : hostTraits(address);
        if (row.use !== null)
          reader.use(unit, row.use, row.line[0]?.exec(text)?.[0].replace(/[\s(]+$/, "") ?? "", start);
        const object = address?.url ?? text.trim().slice(0, 100);
        return {
          ...factOf(unit, row.fact, { object, at: start, traits: [...row.traits, ...host] }),
          evidence: text.trim(),
        };
      }),
  );
}
