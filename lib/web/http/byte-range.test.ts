import { expect, it } from "vitest";
import { readByteRange } from "@/lib/web/http/answer-headers";

it.each([
  ["bytes=0-0", [0, 0]],
  ["bytes=2-5", [2, 5]],
  ["Bytes=7-", [7, 9]],
  ["bytes=7-400", [7, 9]],
  ["bytes=-3", [7, 9]],
  ["bytes=-400", [0, 9]],
])("of ten bytes %s is %j", (header, [first, last]) => {
  expect(readByteRange(header, 10)).toEqual({ first, last });
});

it.each([
  undefined,
  "",
  "bytes=",
  "bytes=-",
  "bytes=5-2",
  "bytes=0-1,4-5",
  "lines=0-1",
  "bytes=a-b",
  "bytes=1e1-",
])("for %o all is sent", (header) => {
  expect(readByteRange(header, 10)).toBeNull();
});

it.each(["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=999999999999999-"])(
  "%s is behind ten bytes",
  (header) => {
    expect(() => readByteRange(header, 10)).toThrow(
      expect.objectContaining({ code: "RANGE_NOT_SATISFIABLE" }),
    );
  },
);
