import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/testing/processor-time";
import { docx, flate, paragraph, pdf, pdfStream, zip } from "../../testing/made-documents";
import { openDocuments } from "./open-documents";

const MEBIBYTE = 1024 * 1024;
const LENGTH = MEBIBYTE / 2;
const fill = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
const open = (path: string, bytes: Uint8Array) => openDocuments([{ path, bytes }]);
const textOf = (path: string, bytes: Uint8Array) =>
  open(path, bytes)
    .flatMap(({ parts }) => parts)
    .map((part) => Buffer.from(part.bytes).toString())
    .join("\n");

describe("a document is read as its readers read it", () => {
  it("puts the runs of a paragraph together and keeps what is hidden apart", () => {
    const bytes = docx(paragraph(["Dear ", "Ms. Kim"]) + paragraph(["secret ", "note"], "<w:vanish/>"));
    const text = textOf("a.docx", bytes);
    expect(text).toContain("Dear Ms. Kim\n");
    expect(text).toContain("<!-- secret note -->");
  });

  it("does not hide text whose property is switched off, and lets no visible text open a comment", () => {
    const text = textOf("a.docx", docx(paragraph(["seen &lt;!-- here"], '<w:vanish w:val="0"/>')));
    expect(text).toContain("seen < !-- here");
    expect(text).not.toContain("<!--");
  });

  it("reads the letters of a PDF that are placed one by one as words", () => {
    const letters = Array.from("two words", (letter) => `(${letter}) Tj 6.6 0 Td`).join(" ");
    expect(textOf("a.pdf", pdf(`BT /F1 12 Tf 70 700 Td ${letters} ET`))).toContain("two words");
  });

  it("reads letters whose codes only a list of differences explains", () => {
    const objects = ["<< /Type /Font /Encoding << /Differences [1 /H /i /space /uni4F60] >> >>"];
    expect(textOf("a.pdf", pdf("BT /F1 12 Tf <0102030104> Tj ET", { objects }))).toContain("Hi H你");
  });

  it("opens what is carried inside, and says so where it is too deep", () => {
    let inner = docx(paragraph(["the innermost"]));
    for (let level = 0; level < 2; level++) inner = docx("", { "word/embeddings/a.docx": inner });
    expect(textOf("a.docx", inner)).toContain("the innermost");
    for (let level = 0; level < 2; level++) inner = docx("", { "word/embeddings/a.docx": inner });
    expect(open("a.docx", inner).flatMap(({ unread }) => unread)).toHaveLength(1);
  });
});

/** An archive of one part that unpacks to far more than it is. */
function bomb(): Uint8Array {
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

const objects = (text: string) => pdf("", { objects: [pdfStream(text, "/Type /ObjStm /N 9 /First 99")] });
const cmap = fill("beginbfrange <0000> <FFFF> <0041> endbfrange ");

const HARD: [title: string, path: string, bytes: () => Uint8Array][] = [
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
        objects: Array.from({ length: 3000 }, () =>
          Buffer.concat([
            Buffer.from("<< /Filter /FlateDecode >>\nstream\n"),
            flate("(a) Tj "),
            Buffer.from("\nendstream"),
          ]),
        ),
      }),
  ],
];

describe("half a mebibyte of anything is read in bounded time", () => {
  it.each(HARD)("%s", (_title, path, bytes) => {
    const document = bytes();
    const before = processorMs();
    const opened = open(path, document);
    expect((processorMs() - before) / 1_000).toBeLessThan(3);
    expect(opened.flatMap(({ parts }) => parts).every((part) => part.bytes.length <= 40 * MEBIBYTE)).toBe(
      true,
    );
  });

  it("names a part that was too large as not read", () => {
    expect(open("a.docx", bomb())[0]?.unread).toMatchObject([{ grave: true }]);
  });
});
