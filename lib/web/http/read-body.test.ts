import { expect, test } from "vitest";
import { isJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A request whose body is produced on demand; `pulled` counts the chunks that were taken from it. */
function streamed(chunks: Uint8Array[] | (() => Uint8Array), headers: Record<string, string> = {}) {
  const seen = { pulled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = typeof chunks === "function" ? chunks() : chunks[seen.pulled];
        if (!chunk) return controller.close();
        seen.pulled++;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return { request: new Request("http://x/", init), seen };
}

const endless = (sizeBytes: number) => () => new Uint8Array(sizeBytes);

test("a body of exactly the limit is read, one byte more is refused", async () => {
  const exact = streamed([new Uint8Array(600), new Uint8Array(400)]);
  expect((await readBody(exact.request, { maxBytes: 1000 })).byteLength).toBe(1000);
  const over = streamed([new Uint8Array(600), new Uint8Array(401)]);
  await expect(readBody(over.request, { maxBytes: 1000 })).rejects.toMatchObject({
    code: "CONTENT_TOO_LARGE",
  });
});

test("a declared length over the limit is refused before anything is read", async () => {
  const { request, seen } = streamed(endless(1000), { "content-length": "999999" });
  await expect(readBody(request, { maxBytes: 1000 })).rejects.toMatchObject({ code: "CONTENT_TOO_LARGE" });
  expect(seen.pulled).toBe(0);
});

test("an endless body without a length is cut off at the limit", async () => {
  const { request, seen } = streamed(endless(1000));
  await expect(readBody(request, { maxBytes: 10_000 })).rejects.toMatchObject({ code: "CONTENT_TOO_LARGE" });
  expect(seen.pulled).toBeLessThanOrEqual(12);
});

test("a body that never arrives is given up", async () => {
  const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const request = new Request("http://x/", init);
  await expect(readBody(request, { maxBytes: 10, timeoutMs: 20 })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
});

test("a request without a body is empty", async () => {
  expect((await readBody(new Request("http://x/", { method: "POST" }), { maxBytes: 10 })).byteLength).toBe(0);
});

test.each([
  ["text that is not JSON", bytesOf('{"a": ')],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ["brackets nested 100,000 deep", bytesOf("[".repeat(100_000) + "]".repeat(100_000))],
  ["a file given twice under one path", bytesOf('{"files":{"a.py":"1","a.py":"2"}}')],
  ["objects nested 65 deep", bytesOf('{"a":'.repeat(65) + "1" + "}".repeat(65))],
])("%s is refused", (_name, bytes) => {
  expect(() => parseJsonBody(bytes)).toThrow(expect.objectContaining({ code: "REQUEST_INVALID" }) as Error);
});

test.each([
  ["[".repeat(65), "The JSON body is nested deeper than 64 levels.", undefined],
  ['{"a":{"b":1,"\\u0062":2}}', 'An object of the JSON body has "b" twice; readers would differ.', undefined],
  [
    '{"a/b":[0,9007199254740993]}',
    "The number 9007199254740993 cannot be carried exactly by JSON; write it as text. It stands at /a~1b/1.",
    "#/a~1b/1",
  ],
])("what is wrong with %.40s is said", (text, message, pointer) => {
  const errors = pointer === undefined ? undefined : [expect.objectContaining({ pointer })];
  expect(() => parseJsonBody(bytesOf(text))).toThrow(
    expect.objectContaining({ message, details: errors === undefined ? {} : { errors } }) as Error,
  );
});

test("brackets inside strings, also after escaped quotes, do not count as depth", () => {
  const value = { text: `\\"${"[".repeat(500)}` };
  expect(parseJsonBody(bytesOf(JSON.stringify(value)))).toEqual(value);
});

test.each([
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/problem+json", true],
  ["application/jsonp", false],
  ["text/plain", false],
  [undefined, false],
])("content type %s is JSON: %s", (type, expected) => {
  expect(isJsonContentType(type)).toBe(expected);
});
