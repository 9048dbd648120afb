import type { OpenedDocument } from "@/lib/vetting/document-text/opened-document";
import type { SourceFile } from "../reading/source-file";
import type { SkillFacts } from "../skill-facts";
import { readCode } from "./code";
import { findDependencies } from "./dependencies";
import type { Fact, FactKind } from "./fact";
import { findBinaries, findDocumentFacts } from "./files";
import { findHiddenCharacters } from "./hidden-characters";
import { findOrdersInData, readProse } from "./prose";
import { readPurpose, type Purpose } from "./purpose";
import { readUnits } from "./read-units";
import { FactReader } from "./reader";
import { findSecrets } from "./secrets";
import { readShell } from "./shell";
import { type AccessUse, type Unit, factOf, restOf } from "./unit";
import { VOCABULARY } from "../vocabulary/data";
import { findAddresses, hostTraits, looksLikeKnownHost } from "./hosts";
import { indexLines } from "../reading/line-index";

/** More lines than anybody writes into one source; what is beyond is reported as not read. */
const MAX_PIECES = 200_000;
/** Longer lines are read in pieces, cut where a statement ends. */
const MAX_PIECE = 2000;
const PADDING = /[ \t]{20,}/g;

interface Piece {
  readonly text: string;
  /** Offset of the line it stands in. */
  readonly start: number;
}

/**
 * The lines of a source; a line that was pushed far to the right is moved back, and a very long one comes in pieces.
 */
function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    if (pieces.length >= MAX_PIECES) break;
    for (let rest = line.replace(PADDING, " "); rest.trim() !== "";) {
      const cut =
        rest.length <= MAX_PIECE
          ? rest.length
          : Math.max(rest.lastIndexOf(";", MAX_PIECE) + 1, MAX_PIECE / 2);
      pieces.push({ text: rest.slice(0, cut), start });
      rest = rest.slice(cut);
    }
    start += line.length + 1;
  }
  return pieces;
}

const MAX_FACTS = 5;
/** Letters of other scripts that look like Latin ones. Greek ones stand in formulas too, so only these count. */
const LOOK_ALIKE = /[аеорсхуіѕјһԁԛԝАВЕКМНОРСТХІЅЈЁёνοιραΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡոսցｏԍ]/;
const MIXED_WORD =
  /[A-Za-z]*(?:[A-Za-z][\u0370-\u03ff\u0400-\u052f\u0530-\u058f]|[\u0370-\u03ff\u0400-\u052f\u0530-\u058f][A-Za-z])[A-Za-z\u0370-\u058f]*/g;
const isDisguised = (word: string) => LOOK_ALIKE.test(word) && new RegExp(MIXED_WORD.source).test(word);
/** `https://github.com@elsewhere.example`: what stands before the mark is a name to sign in with. */
const SHOWN_HOST = /^\w+:\/\/((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co|sh|gov|edu|cn|kr|jp))[:@]/i;

/** Names, hosts and words in which a letter of another script stands for a Latin one. */
function findLookAlikes(files: readonly SourceFile[], { name }: SkillFacts): Fact[] {
  const names = files.map(({ path }) => ({ file: path, name: path, what: "file name" }));
  names.unshift({ file: "SKILL.md", name, what: "skill's name" });
  const ofNames = names.flatMap(({ file, name: written, what }) =>
    isDisguised(written)
      ? [fact(file, 1, `The ${what} mixes letters of two scripts that look alike.`, written, ["name"])]
      : [],
  );
  return ofNames.concat(files.flatMap(inText));
}

function inText({ path, text, language }: SourceFile): Fact[] {
  if (text === null || !/[\u0370-\u058f\u0261\uff4f]|xn--|[\u0080-\u024f]|:\/\/[^\s/]{0,100}@/.test(text))
    return [];
  const lines = indexLines(text);
  const hosts = findAddresses(text).flatMap(({ host, url, start }) => {
    const message = disguiseOf(host, url);
    return message === null ? [] : [fact(path, lines.lineAt(start), message, host, ["host"])];
  });
  const isCode = language !== "markdown" && language !== "other";
  const words = Array.from(text.matchAll(MIXED_WORD)).filter(
    ([word]) =>
      isDisguised(word) &&
      (/[\u0400-\u052f]/.test(word) || isCode) &&
      (isCode ? word.length > 1 : word.length > 3),
  );
  const found = words
    .slice(0, MAX_FACTS)
    .map(({ 0: word, index }) =>
      fact(path, lines.lineAt(index), `"${word}" mixes letters of two scripts that look alike.`, word, [
        "word",
      ]),
    );
  return hosts.slice(0, MAX_FACTS).concat(found);
}

/** How an address shows another host than it leads to; null for an honest one. */
function disguiseOf(host: string, url: string): string | null {
  if (isDisguised(host)) return "The host mixes letters of two scripts that look alike.";
  const shown = SHOWN_HOST.exec(url)?.[1];
  if (shown !== undefined && url.includes("@") && !host.endsWith(shown.toLowerCase()))
    return `The address shows ${shown} and leads to ${host}.`;
  return looksLikeKnownHost(host)
    ? "The host looks like a well-known one and is written in other letters."
    : null;
}

const fact = (
  file: string,
  line: number,
  object: string,
  evidence: string,
  traits: readonly string[],
): Fact => ({
  kind: "looks-alike",
  object,
  file,
  line,
  origin: "script",
  traits,
  evidence: spellOut(evidence),
});

/** `pаypal` as `p[U+0430]ypal`. */
function spellOut(text: string): string {
  return Array.from(text.slice(0, 120), (unit) => {
    const code = unit.codePointAt(0) ?? 0;
    return code >= 0x370 && code <= 0x58f ? `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]` : unit;
  }).join("");
}

export interface Gathered {
  readonly facts: readonly Fact[];
  readonly purpose: Purpose;
  readonly uses: readonly AccessUse[];
  readonly variables: readonly AccessUse[];
  readonly programs: FactReader["programs"];
}

/** Everything that a package does, as far as its files say it. The parsers have to be loaded. */
export async function gatherFacts(input: {
  readonly files: readonly SourceFile[];
  readonly openedArchives: ReadonlySet<string>;
  readonly documents: readonly OpenedDocument[];
  readonly facts: SkillFacts;
}): Promise<Gathered> {
  const { files, documents, openedArchives } = input;
  const purpose = readPurpose(input.facts, files);
  const units = readUnits(files, new Set(documents.map(({ path }) => path)));
  const told = files
    .filter(({ isSkillDocument }) => isSkillDocument)
    .map(({ text }) => text ?? "")
    .join("\n");
  const reader = new FactReader(purpose, told, readUnit);
  for (const unit of units.code) {
    if (unit.language === "windows" || unit.language === "lines") reader.add(readLines(unit, reader));
    else {
      reader.read(unit);
      // Commands of Windows stand in blocks of other languages too.
      if (/powershell|pwsh|Invoke-|\biwr\b|\biex\b|certutil|mshta|stratum\+/i.test(unit.text))
        reader.add(readLines({ ...unit, language: "windows" }, reader));
    }
  }
  reader.add(readProse(units, purpose));
  reader.add(findDocumentFacts(documents, files));
  reader.add(findBinaries(files, openedArchives));
  reader.add(findDependencies(files));
  reader.add(findLookAlikes(files, input.facts));
  for (const file of files) reader.add([...findHiddenCharacters(file), ...findOrdersInData(file)]);
  reader.add(await findSecrets(files));
  reader.add([...reader.unread].map(notRead));
  reader.add(notAllRead(units.unread, files.length));
  for (const { path, unit, at } of reader.named)
    reader.add([
      {
        kind: "reads-secrets",
        object: path,
        file: unit.file.path,
        line: unit.lineAt(at),
        origin: unit.origin,
        traits: ["credentials", "named"],
        evidence: path,
      },
    ]);
  return {
    facts: withoutRepeats(reader.facts),
    purpose,
    uses: reader.uses,
    variables: reader.variables,
    programs: reader.programs,
  };
}

/** A source that holds more than is read at once goes on as another one, which does not know the names of before. */
function readUnit(unit: Unit, reader: FactReader, from: number): void {
  for (let rest: Unit | null = unit; rest !== null;) rest = restOf(rest, readTree(rest, reader, from));
}

function readTree(unit: Unit, reader: FactReader, from: number): number {
  if (unit.language === "bash") return readShell(unit, reader, from);
  if (unit.language === "python" || unit.language === "javascript") return readCode(unit, reader);
  return unit.text.length;
}

const notRead = ({ path, bytes }: SourceFile): Fact => ({
  kind: "not-read",
  object: "The file is more deeply nested than what is read; a person has to look at it.",
  file: path,
  line: 1,
  origin: "script",
  traits: [],
  evidence: `${bytes.length} bytes`,
});

/** One fact of all files that there was no room for: none of them alone is at fault. */
function notAllRead(unread: ReadonlySet<SourceFile>, count: number): Fact[] {
  const [first] = [...unread].map(({ path }) => path).sort();
  if (first === undefined) return [];
  const which = unread.size === 1 ? "one of them was" : `${unread.size} of them were`;
  return [
    {
      kind: "not-read",
      object: `The package has too many files, or too large ones, to read all: of ${count}, ${which} read in part.`,
      file: first,
      line: 1,
      origin: "script",
      traits: ["too-many"],
      evidence: `${unread.size} of ${count} files`,
    },
  ];
}

/** Texts that are read twice, as a line and as a step, say the same twice: the one with more traits stays. */
function withoutRepeats(facts: readonly Fact[]): Fact[] {
  const known = new Map<string, Fact>();
  for (const fact of facts) {
    const key = `${fact.kind}\n${fact.file}\n${fact.line}\n${fact.object}\n${fact.traits.join(" ")}`;
    if (!known.has(key)) known.set(key, fact);
  }
  return [...known.values()];
}

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
function readLines(unit: Unit, reader: FactReader): Fact[] {
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
