import { expect, test } from "vitest";
import { toResult } from "./answers";

test("a call that was made and whose output is no longer kept is told apart from one that gave none", () => {
  const run = { state: "DONE", output: null, cleared_at: "2026-12-31T00:00:00.000Z", receipt_id: "rcp_1" };
  const read = () => toResult({ run }, 50_000n, "quo_1");
  expect(read).toThrow(
    expect.objectContaining({ code: "OUTPUT_NOT_KEPT", problem: { run, quoteId: "quo_1" } }),
  );
  expect(toResult({ run: { ...run, cleared_at: null } }, 0n, "quo_1")).toMatchObject({ output: null });
});
