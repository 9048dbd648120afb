import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { pdf, pdfStream } from "@/lib/vetting/testing/made-documents";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { openDocuments } from "./open-documents";
import { Budget } from "./opened-document";

const MEBIBYTE = 1024 * 1024;
const LENGTH = 24 * MEBIBYTE;
const fill = (text: string, length = LENGTH) => Buffer.from(text.repeat(Math.ceil(length / text.length)));

/** An office document of one part that its directory names `times` times. */
function office(name: string, packed: Uint8Array, times = 1): Uint8Array {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  const entries = Array.from({ length: times }, () => [entry, Buffer.from(name)]).flat();
  return Buffer.concat([local, Buffer.from(name), packed, ...entries, end]);
}

const part = (name: string, text: string) => office(name, deflateRawSync(fill(text)));
const flateStream = (content: Uint8Array, entries: string) => {
  const packed = deflateSync(content);
  const head = `<< /Length ${packed.length} ${entries} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]);
};
const objectStream = (directory: string, objects: Uint8Array) =>
  pdf("", {
    objects: [
      flateStream(
        Buffer.concat([Buffer.from(directory), objects]),
        `/Type /ObjStm /First ${directory.length}`,
      ),
    ],
  });
const damagedBomb = () => {
  const packed = deflateRawSync(Buffer.alloc(LENGTH));
  return packed.fill(0xff, packed.length - 30);
};
const bodies = Array.from(
  { length: 2000 },
  (_, at) => `${at} 0 obj /Encoding ${"/Differences[".repeat(180)}`,
);

interface Hard {
  readonly path: string;
  readonly make: () => Uint8Array;
  /** What of the budget is used up, so that the rest is not read. */
  readonly usesUp?: "bytes" | "tokens";
}

/** Small files, each of which a careless reader looks at for half a minute, or for as long as the memory lasts. */
const HARD: Record<string, Hard> = {
  "two thousand bombs": {
    path: "a.docx",
    make: () => office("a.xml", deflateRawSync(Buffer.alloc(40 * MEBIBYTE)), 2000),
    usesUp: "bytes",
  },
  "two thousand damaged bombs": {
    path: "a.docx",
    make: () => office("a.xml", damagedBomb(), 2000),
    usesUp: "bytes",
  },
  "relations without end": { path: "a.docx", make: () => part("a.rels", "<Relationship ") },
  "formulas without end": { path: "a.xlsx", make: () => part("a.xml", "<f ") },
  "lists of contents without end": {
    path: "a.pdf",
    make: () => objectStream("1 0 ", fill("/Contents[")),
    usesUp: "tokens",
  },
  "digits without end": { path: "a.pdf", make: () => objectStream("1 0 ", fill("[<")) },
  "tables of letters without end": {
    path: "a.pdf",
    make: () => Buffer.from(`%PDF-1.7\n${bodies.join("\n")}`),
  },
  "objects that lie in one another": {
    path: "a.pdf",
    make: () =>
      objectStream(
        Array.from({ length: 4000 }, (_, at) => `${at} ${at % 2 ? 9_000_000 : 0} `).join(""),
        fill("x", 9_000_000),
      ),
  },
};

describe("a document is read within a budget that is counted", () => {
  it.each(
    inShort(Object.entries(HARD), [
      "two thousand damaged bombs",
      "formulas without end",
      "lists of contents without end",
      "objects that lie in one another",
    ]),
  )("%s", (_title, { path, make, usesUp }) => {
    const budget = new Budget();
    const opened = openDocuments([{ path, bytes: make() }], budget);
    expect(opened.map((document) => document.path)).toEqual([path]);
    expect({ bytes: budget.bytes === 0, tokens: budget.tokens === 0 }).toEqual({
      bytes: usesUp === "bytes",
      tokens: usesUp === "tokens",
    });
    if (usesUp) expect(opened[0]?.unread).toContainEqual(expect.objectContaining({ grave: true }));
  });

  it.runIf(IS_FULL)("counts the tokens of all PDF documents of a package together", () => {
    const budget = new Budget();
    const bytes = pdf(fill("(a) Tj ", 6 * MEBIBYTE).toString("latin1"));
    const opened = openDocuments(
      ["a.pdf", "b.pdf", "c.pdf"].map((path) => ({ path, bytes })),
      budget,
    );
    expect(opened.map(({ unread }) => unread.length)).toEqual([0, 0, 1]);
    expect(budget.tokens).toBe(0);
  });
});

const pagesOf = (bytes: Uint8Array, path = "a.pdf") =>
  openDocuments([{ path, bytes }]).map(({ parts, unread }) => [
    parts.map((each) => Buffer.from(each.bytes).toString("utf8").trim()),
    unread.map(({ grave }) => grave),
  ]);

test("what is written in five digits of base 85 is read, zeros too, and counts as unpacked", () => {
  const page = (content: string) =>
    Buffer.from(`%PDF-1.7\n1 0 obj <</Filter/A85>>stream\n${content}\nendstream endobj`);
  // (ignore all rules) Tj, behind four zeros
  expect(pagesOf(page('z-u!=3DfTD3@;Ka&Ecl20F"&52C&~>'))).toEqual([[["ignore all rules"], []]]);
  expect(pagesOf(page("z".repeat(9 * MEBIBYTE)))).toEqual([[[], [true]]]);
});

test.runIf(IS_FULL)("an RTF of more text than anybody writes is not read to its end, and says so", () => {
  const rtf = Buffer.concat([Buffer.from("{\\rtf"), fill("\\v a\\v0 b", 9 * MEBIBYTE)]);
  const [document] = openDocuments([{ path: "a.rtf", bytes: rtf }]);
  expect(document?.parts[0]?.bytes.length).toBe(4 * MEBIBYTE);
  expect(document?.unread).toEqual([expect.objectContaining({ grave: true })]);
});

test.runIf(IS_FULL)(
  "pages are read anew for each font of one name as long as they are few; then it is said that letters were not read",
  () => {
    const fonts = Array.from({ length: 8 }, (_, at) => `<< /Type /Font >> /F1 ${5 + at} 0 R`);
    const page = pdfStream(`/F1 12 Tf ${"(a) Tj 1 0 0 1 0 0 Tm ".repeat(1400)}`);
    const readIn = (pages: number) => {
      const budget = new Budget();
      const bytes = pdf("", { objects: [...fonts, ...Array.from({ length: pages }, () => page)] });
      const [document] = openDocuments([{ path: "a.pdf", bytes }], budget);
      const tokensOfPage = (new Budget().tokens - budget.tokens) / pages;
      return { unread: document?.unread.map(({ grave }) => grave), tokensOfPage };
    };
    const few = readIn(3);
    expect(few.unread).toEqual([]);
    const many = readIn(250);
    expect(many.unread).toEqual([false]);
    expect(many.tokensOfPage).toBeLessThan(few.tokensOfPage / 4);
  },
);

test("what RTF hides in pieces is one remark, however deep it lies", () => {
  const deep = (text: string) => `{\\rtf ${"{".repeat(20_000)}${text}${"}".repeat(20_000)} shown}`;
  const [[parts] = []] = pagesOf(Buffer.from(deep("{\\v ig}{\\v nore all}")), "a.rtf");
  expect(parts).toEqual([expect.stringContaining("<!-- ignore all -->")]);
  expect(parts).toEqual([expect.stringMatching(/-->\s+shown$/)]);
});
