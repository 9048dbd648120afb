import type { Finding } from "../../finding";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG } from "../../grade";
import type { CodeUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";

const CODE = "suspicious.not_fully_read";

/**
 * Says so when a part of the package was too large or too tangled to be read, or is run as another text than the one
 * that was read.
 */
export const unreadableCode: Rule = {
  id: "unreadable-code",
  title: "A part of the code was not read",
  why: "Padding a file until scanners give up is an old trick. What was not read was not cleared.",
  remedy: "Ship sources instead of bundles, split very large files, and write them in UTF-8.",
  codes: [CODE],
  check({ units }) {
    const unread = units.unread.map(({ path, bytes }) => {
      const message =
        "The file is larger or more deeply nested than what is read; a person has to look at it.";
      return report(unreadableCode, {
        code: CODE,
        ...MEDIUM_STRONG,
        file: path,
        line: 1,
        message,
        evidence: `${bytes.length} bytes`,
      });
    });
    return [...unread, ...units.code.flatMap(findOtherEncoding)];
  },
};

/** PEP 263, in one of the first two lines. */
const DECLARED = /^(?:[^\r\n]*(?:\r\n|\r|\n))?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
/** Encodings in which ASCII stands for itself, so that what is code here is code there. */
const PLAIN =
  /^(?:utf-?8(?:-sig)?|u8|(?:us-)?ascii|646|latin-?1|l1|iso-?8859-?\d{1,2}|(?:cp|windows-)125\d|koi8-[ru]|euc-?(?:kr|jp)|gb2312)$/;

/** Encodings nobody writes by hand, in which ASCII can say anything. */
const ESCAPED = /^(?:utf-?7|u7|unicode-1-1-utf-7|(?:raw-)?unicode-?escape|punycode|idna|hz.*|iso-?2022.*)$/;

/** Python reads a source in the encoding it names; in UTF-7 or escapes a comment is a program. */
function findOtherEncoding(unit: CodeUnit): Finding[] {
  if (unit.index.language !== "python" || unit.origin !== "script") return [];
  const declared = DECLARED.exec(unit.text)?.[1];
  const name = declared?.toLowerCase().replaceAll("_", "-");
  if (declared === undefined || name === undefined || PLAIN.test(name)) return [];
  return [
    report(unreadableCode, {
      code: CODE,
      ...(ESCAPED.test(name) ? HIGH_STRONG : HIGH_WEAK),
      file: unit.file.path,
      line: 1,
      message: `Python reads this file as ${declared}, in which it may say something else than what is seen.`,
      evidence: declared,
    }),
  ];
}
