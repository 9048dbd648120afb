import { expect, test } from "vitest";
import { toCsv, toCsvTime } from "@/lib/kernel/csv";

const COLUMNS = {
  id: ({ id }: { id: string; text: string }) => id,
  text: ({ text }: { text: string }) => text,
};

test("rows are read page by page until one is not full, each cell quoted where it must be", async () => {
  const texts = ["plain", 'a "b", c', "=1+1", "+1", "-1", "@x", "a=1", "line\r\nend"];
  const rows = Array.from({ length: 1_003 }, (_, at) => ({ id: `i${at}`, text: texts[at] ?? "" }));
  const asked: (string | null)[] = [];
  const lines: string[] = [];
  const read = async ({ limit, before }: { limit: number; before: string | null }) => {
    asked.push(before);
    const start = before === null ? 0 : rows.findIndex(({ id }) => id === before) + 1;
    return rows.slice(start, start + limit);
  };
  for await (const line of toCsv(COLUMNS, read)) lines.push(line);
  expect(asked).toEqual([null, "i499", "i999"]);
  expect(lines).toHaveLength(1_004);
  expect(lines.slice(0, 9)).toEqual([
    "id,text\r\n",
    "i0,plain\r\n",
    'i1,"a ""b"", c"\r\n',
    "i2,'=1+1\r\n",
    "i3,'+1\r\n",
    "i4,'-1\r\n",
    "i5,'@x\r\n",
    "i6,a=1\r\n",
    'i7,"line\r\nend"\r\n',
  ]);
});

test("nothing is the heads alone", async () => {
  const lines: string[] = [];
  for await (const line of toCsv(COLUMNS, async () => [])) lines.push(line);
  expect(lines).toEqual(["id,text\r\n"]);
});

test("times are those that spreadsheets know", () => {
  expect(toCsvTime(new Date("2026-11-29T17:05:09.999Z"))).toBe("2026-11-29 17:05:09");
});
