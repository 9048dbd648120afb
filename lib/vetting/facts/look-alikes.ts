import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import type { SkillFacts } from "../skill-facts";
import type { Fact } from "./fact";
import { findAddresses, looksLikeKnownHost } from "./hosts";

const MAX_FACTS = 5;
/** Letters of other scripts that look like Latin ones. Greek ones stand in formulas too, so only these count. */
const LOOK_ALIKE = /[аеорсхуіѕјһԁԛԝАВЕКМНОРСТХІЅЈЁёνοιραΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡոսցｏԍ]/;
const MIXED_WORD =
  /[A-Za-z]*(?:[A-Za-z][\u0370-\u03ff\u0400-\u052f\u0530-\u058f]|[\u0370-\u03ff\u0400-\u052f\u0530-\u058f][A-Za-z])[A-Za-z\u0370-\u058f]*/g;
const isDisguised = (word: string) => LOOK_ALIKE.test(word) && new RegExp(MIXED_WORD.source).test(word);
/** `https://github.com@elsewhere.example`: what stands before the mark is a name to sign in with. */
const SHOWN_HOST = /^\w+:\/\/((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co|sh|gov|edu|cn|kr|jp))[:@]/i;

/** Names, hosts and words in which a letter of another script stands for a Latin one. */
export function findLookAlikes(files: readonly SourceFile[], { name }: SkillFacts): Fact[] {
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
