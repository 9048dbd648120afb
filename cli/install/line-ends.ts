import { createHash } from "node:crypto";

const BOM = "\u00EF\u00BB\u00BF"; // of UTF-8, a letter for each byte

/** What to do about changed line ends, for whoever sees them. */
export const LINE_ENDS_REMEDY =
  "git or an editor changes line ends; emporion ci writes the published bytes again, and the .gitattributes that emporion add writes keeps git from it";

/**
 * How a file differs from the published one, where that is by its line ends or a byte order mark alone: "has CRLF line ends
 * where LF was published". Null for any other file. It is found by the digest: the bytes are tried with each line end, with
 * and without the mark. Of a file that was published with both line ends, nothing is found.
 */
export function findLineEndChange(bytes: Uint8Array, publishedSha256: string): string | null {
  const text = Buffer.from(bytes).toString("latin1");
  const here = text.startsWith(BOM);
  const plain = text.slice(here ? BOM.length : 0).replaceAll("\r\n", "\n");
  for (const end of ["\n", "\r\n"])
    for (const mark of ["", BOM]) {
      const tried = mark + (end === "\n" ? plain : plain.replaceAll("\n", end));
      if (tried === text || sha256(Buffer.from(tried, "latin1")) !== publishedSha256) continue;
      return describe(text.slice(here ? BOM.length : 0), end, { here, published: mark !== "" });
    }
  return null;
}

function describe(text: string, end: string, mark: { here: boolean; published: boolean }): string {
  const ends = nameEnds(text);
  const published = end === "\n" ? "LF" : "CRLF";
  const changed =
    ends === null || ends === published ? [] : [`has ${ends} line ends where ${published} was published`];
  if (mark.here !== mark.published)
    changed.push(
      mark.here ? "has a byte order mark that was not published" : "lacks the byte order mark it had",
    );
  return changed.join(", and ");
}

/** Null for a text of one line. */
function nameEnds(text: string): string | null {
  const crlf = text.includes("\r\n");
  const lf = /(?<!\r)\n/.test(text);
  if (crlf && lf) return "LF and CRLF";
  return crlf ? "CRLF" : lf ? "LF" : null;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
