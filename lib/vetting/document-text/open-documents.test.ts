import { describe, expect, it } from "vitest";
import { bomb, hardDocuments } from "@/lib/vetting/testing/hard-documents";
import { docx, paragraph, pdf } from "@/lib/vetting/testing/made-documents";
import { openDocuments } from "./open-documents";

const MEBIBYTE = 1024 * 1024;
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

describe("half a mebibyte of anything is read to its end", () => {
  it.each(hardDocuments(MEBIBYTE / 2))("%s", (_title, path, bytes) => {
    const opened = open(path, bytes());
    expect(opened.flatMap(({ parts }) => parts).every((part) => part.bytes.length <= 40 * MEBIBYTE)).toBe(
      true,
    );
  });

  it("names a part that was too large as not read", () => {
    expect(open("a.docx", bomb())[0]?.unread).toMatchObject([{ grave: true }]);
  });
});
