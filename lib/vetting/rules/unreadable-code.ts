import { MEDIUM_STRONG } from "../grade";
import { report, type Rule } from "../rule";

const CODE = "suspicious.not_fully_read";

/** Says so when a part of the package was too large or too tangled to be read. */
export const unreadableCode: Rule = {
  id: "unreadable-code",
  title: "A part of the code was not read",
  why: "Padding a file until scanners give up is an old trick. What was not read was not cleared.",
  remedy: "Ship sources instead of bundles, and split very large files.",
  codes: [CODE],
  check({ units }) {
    return units.unread.map(({ path, bytes }) => {
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
  },
};
