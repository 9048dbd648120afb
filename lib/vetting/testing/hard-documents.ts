import { deflateRawSync, deflateSync } from "node:zlib";
import { docx, flate, pdf, pdfStream, zip } from "./made-documents";

export type HardDocument = [title: string, path: string, make: () => Uint8Array];

const MEBIBYTE = 1024 * 1024;

/** An archive of one part that unpacks to far more than it is. */
export function bomb(): Uint8Array {
  const plain = Buffer.from(zip({ "word/document.xml": "x".repeat(100) }));
  const packed = deflateRawSync(Buffer.alloc(64 * MEBIBYTE, "x"));
  const name = "word/document.xml".length;
  const local = Buffer.concat([plain.subarray(0, 30 + name), packed]);
  const central = Buffer.from(plain.subarray(30 + name + 100, -22));
  const end = Buffer.from(plain.subarray(-22));
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** Documents of about so many bytes that make careless readers take minutes. */
export function hardDocuments(length: number): HardDocument[] {
  const fill = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const objects = (text: string) => pdf("", { objects: [pdfStream(text, "/Type /ObjStm /N 9 /First 99")] });
  const cmap = fill("beginbfrange <0000> <FFFF> <0041> endbfrange ");
  return [
    ["a part that unpacks to very much", "a.docx", bomb],
    [
      "a stream that unpacks to very much",
      "a.pdf",
      () =>
        pdf("", {
          objects: [
            Buffer.concat([
              Buffer.from("<< /Filter /FlateDecode >>\nstream\n"),
              deflateSync(Buffer.alloc(64 * MEBIBYTE, "(a) Tj ")),
              Buffer.from("\nendstream"),
            ]),
          ],
        }),
    ],
    ["elements without end", "a.docx", () => docx(fill("<"))],
    ["remarks without end", "a.docx", () => docx(fill("<!--"))],
    ["runs without end", "a.docx", () => docx(fill("<w:r><w:vanish/><w:t>a"))],
    ["attributes without end", "a.docx", () => docx(fill("<a title='"))],
    ["starts of streams", "a.pdf", () => pdf("", { objects: [fill("<< >> stream\n")] })],
    ["starts of objects", "a.pdf", () => pdf("", { objects: [fill("1 0 obj ")] })],
    ["strings without end", "a.pdf", () => pdf(fill("("))],
    ["numbers without operators", "a.pdf", () => pdf(`(a) Tj ${fill("1 ")}`)],
    ["letters", "a.pdf", () => pdf(fill("(a) Tj 1 0 Td "))],
    [
      "fonts of one name",
      "a.pdf",
      () => pdf("(a) Tj ", { objects: [`<< /Type /Font /Font << ${fill("/F1 5 0 R ")} >> >>`] }),
    ],
    [
      "tables of letters",
      "a.pdf",
      () => pdf("(a) Tj", { objects: ["<< /Type /Font /ToUnicode 6 0 R >>", pdfStream(cmap)] }),
    ],
    ["objects in objects", "a.pdf", () => objects(fill("1 2 "))],
    ["names of filters", "a.pdf", () => pdf("", { objects: [fill("/Filter [/A ")] })],
    ["marks of rich text", "a.rtf", () => Buffer.from(`{\\rtf1${fill("{\\v a")}`)],
    [
      "streams in great number",
      "a.pdf",
      () =>
        pdf("", {
          objects: Array.from({ length: Math.ceil(length / 170) }, () =>
            Buffer.concat([
              Buffer.from("<< /Filter /FlateDecode >>\nstream\n"),
              flate("(a) Tj "),
              Buffer.from("\nendstream"),
            ]),
          ),
        }),
    ],
  ];
}
