import { expect, test } from "vitest";
import { nameRequest } from "@/lib/web/http/request-id";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

test("the id of a trusted proxy is kept, and that of anybody else is not", () => {
  const given = { requestId: "7F000001:C3B6_7F000001", traceparent: undefined };
  expect(nameRequest(given, 1)).toEqual({ requestId: given.requestId });
  expect(nameRequest(given, 0).requestId).not.toBe(given.requestId);
});

test.each(["", "a b", "x".repeat(129), 'a"}\n{"level":50', undefined])(
  "an id like %j is not kept",
  (requestId) => {
    expect(nameRequest({ requestId, traceparent: undefined }, 1).requestId).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test("the trace is kept as it is, and only where it is one", () => {
  expect(nameRequest({ requestId: "a", traceparent }, 1)).toEqual({ requestId: "a", traceId: TRACE });
  expect(nameRequest({ requestId: "a", traceparent: `${traceparent}x` }, 1)).toEqual({ requestId: "a" });
});
