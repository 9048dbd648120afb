import { deflateSync } from "node:zlib";
import { writeArchive } from "@/lib/package";

/** Office documents and PDF made for tests: small, and the same bytes on every machine. */

const bytes = (text: string) => Buffer.from(text, "utf8");
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** An archive of the given parts, not compressed. */
export function zip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return writeArchive(
    Object.entries(parts).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? bytes(content) : content,
    })),
  );
}

/** A text document; `body` stands in it as WordprocessingML. */
export const docx = (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}) =>
  zip({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...more,
  });

/** A paragraph of runs, one for each text, each with the same properties. */
export const paragraph = (texts: readonly string[], properties = "") =>
  `<w:p>${texts.map((text) => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`).join("")}</w:p>`;

const stream = (content: Uint8Array, entries: string) =>
  Buffer.concat([
    bytes(`<< /Length ${content.length} ${entries} >>\nstream\n`),
    content,
    bytes("\nendstream"),
  ]);

/** Bytes as a Flate stream of stored blocks, which every zlib writes alike. */
export const flate = (text: string | Uint8Array) => deflateSync(text, { level: 0 });

/** A PDF of one page with the given content stream and further objects (5 0 obj and on). */
export function pdf(
  content: string,
  options: { packed?: boolean; objects?: readonly (string | Uint8Array)[]; catalog?: string } = {},
): Uint8Array {
  const { packed = true, objects = [], catalog = "" } = options;
  const all = [
    bytes(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    bytes("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    bytes("<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"),
    packed ? stream(flate(content), "/Filter /FlateDecode") : stream(bytes(content), ""),
    ...(objects.length > 0 ? objects : ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]).map(
      (each) => (typeof each === "string" ? bytes(each) : each),
    ),
  ];
  return Buffer.concat([
    bytes("%PDF-1.7\n%\u00e2\u00e3\n"),
    ...all.flatMap((object, at) => [bytes(`${at + 1} 0 obj\n`), object, bytes("\nendobj\n")]),
    bytes("trailer\n<< /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

/** An object that holds a packed stream. */
export const pdfStream = (text: string, entries = "") =>
  stream(flate(text), `${entries} /Filter /FlateDecode`);
