import { indexLines } from "../../reading/line-index";
import { HIGH_WEAK, MEDIUM_STRONG } from "../../grade";
import type { Finding } from "../../finding";
import { report, type Rule, type VettingContext } from "../../rule";
import { findAddresses } from "../../vocabulary/hosts";
import { looksLikeKnownHost } from "../../vocabulary/look-alike-hosts";

const CODE = "suspicious.homoglyph";
const MAX_FINDINGS = 5;
/** Letters of other scripts that look like Latin ones. Greek ones stand in formulas too, so only these count. */
const LOOK_ALIKE = /[аеорсхуіѕјһԁԛԝАВЕКМНОРСТХІЅЈЁёνοιραΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡոսցｏԍ]/;
const MIXED_WORD =
  /[A-Za-z]*(?:[A-Za-z][\u0370-\u03ff\u0400-\u052f\u0530-\u058f]|[\u0370-\u03ff\u0400-\u052f\u0530-\u058f][A-Za-z])[A-Za-z\u0370-\u03ff\u0400-\u052f\u0530-\u058f]*/g;
const CYRILLIC = /[\u0400-\u052f]/;

/** Sees names in which a letter of another script stands for a Latin one. */
export const homoglyphs: Rule = {
  id: "homoglyphs",
  title: "A name mixes letters that look alike",
  why: "A Cyrillic letter in a Latin name makes another name that looks the same: another skill, another host, another function than the reader believes.",
  remedy: "Write the name in one script.",
  codes: [CODE],
  check(context) {
    return [...checkNames(context), ...checkAddresses(context), ...checkIdentifiers(context)];
  },
};

function isDisguised(word: string): boolean {
  return LOOK_ALIKE.test(word) && new RegExp(MIXED_WORD.source).test(word);
}

/** The skill's own name and its file names. */
function checkNames({ facts, files }: VettingContext): Finding[] {
  const names = files.map((file) => ({ file: file.path, name: file.path, what: "file name" }));
  names.unshift({ file: "SKILL.md", name: facts.name, what: "skill's name" });
  return names.flatMap(({ file, name, what }) => {
    if (!isDisguised(name)) return [];
    const message = `The ${what} mixes letters of two scripts that look alike.`;
    return [
      report(homoglyphs, { code: CODE, ...HIGH_WEAK, file, line: 1, message, evidence: spellOut(name) }),
    ];
  });
}

function checkAddresses({ files }: VettingContext): Finding[] {
  return files.flatMap((file) => {
    if (file.text === null || !/[\u0080-\uffff]|xn--|@/.test(file.text)) return [];
    const lines = indexLines(file.text);
    return findAddresses(file.text)
      .flatMap(({ host, url, start }) => {
        const message = disguiseOf(host, url);
        return message === null ? [] : [{ host, start, message }];
      })
      .slice(0, MAX_FINDINGS)
      .map(({ host, start, message }) => {
        return report(homoglyphs, {
          code: CODE,
          ...HIGH_WEAK,
          file: file.path,
          line: lines.lineAt(start),
          message,
          evidence: spellOut(host),
        });
      });
  });
}

/** `https://github.com@elsewhere.example`: what stands before the mark is a name to sign in with. */
const SHOWN_HOST = /^\w+:\/\/((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co|sh|gov|edu|cn|kr|jp))[:@]/i;

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

/** Names in code; words of prose only in Cyrillic, since formulas mix Greek and Latin. */
function checkIdentifiers({ units }: VettingContext): Finding[] {
  const code = units.code.flatMap((unit) =>
    unit.index.tokens
      .filter(({ kind, text }) => kind === "name" && isDisguised(text))
      .slice(0, MAX_FINDINGS)
      .map(({ text, start }) => ({ unit, text, start })),
  );
  const prose = units.markdown.flatMap((unit) =>
    unit.parts.prose
      .flatMap((span) =>
        CYRILLIC.test(span.text)
          ? Array.from(span.text.matchAll(MIXED_WORD), (match) => ({
              unit,
              text: match[0],
              start: span.start + match.index,
            }))
          : [],
      )
      .filter(({ text }) => CYRILLIC.test(text) && isDisguised(text) && text.length > 3)
      .slice(0, MAX_FINDINGS),
  );
  return [...code, ...prose].map(({ unit, text, start }) => {
    const message = `"${text}" mixes letters of two scripts that look alike.`;
    return report(homoglyphs, {
      code: CODE,
      ...MEDIUM_STRONG,
      file: unit.file.path,
      line: unit.lineAt(start),
      message,
      evidence: spellOut(text),
    });
  });
}

/** `pаypal` as `p[U+0430]ypal`. */
function spellOut(text: string): string {
  return Array.from(text.slice(0, 120), (unit) => {
    const code = unit.codePointAt(0) ?? 0;
    return code >= 0x370 && code <= 0x58f ? `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]` : unit;
  }).join("");
}
