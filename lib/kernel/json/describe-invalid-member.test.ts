import { expect, test } from "vitest";
import { z } from "zod";
import { describeInvalidMember } from "@/lib/kernel/json/describe-invalid-member";

const form = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.int().min(1).max(5),
  list: z.tuple([z.string(), z.string()]),
  kind: z.enum(["refund", "slash"]),
  bytes: z.base64(),
  input: z.unknown().nonoptional(),
  code: z.string().regex(/^x$/, "must be x"),
  ids: z.array(z.string()).min(1).max(2),
  mark: z.string().max(1),
  pay: z.union([z.object({ transaction: z.string() }), z.object({ signature: z.string() })]),
});
const good = {
  name: "a",
  count: 1,
  list: ["a", "b"],
  kind: "refund",
  bytes: "AAAA",
  input: null,
  code: "x",
  ids: ["a"],
  mark: "m",
  pay: { signature: "s" },
};

test.each<[Record<string, unknown>, string]>([
  [{ name: undefined }, "name is required"],
  [{ input: undefined }, "input is required"],
  [{ name: 5 }, "name must be a text, not a number"],
  [{ name: "" }, "name must not be empty"],
  [{ name: "abcd" }, "name must have at most 3 characters"],
  [{ mark: "mm" }, "mark must have at most 1 character"],
  [{ ids: [] }, "ids must have at least 1 item"],
  [{ ids: ["a", "b", "c"] }, "ids must have at most 2 items"],
  [{ count: 0 }, "count must be at least 1"],
  [{ count: 1.5 }, "count must be a whole number"],
  [{ list: undefined }, "list is required"],
  [{ list: {} }, "list must be a list, not an object"],
  [{ kind: "gift" }, "kind must be one of refund, slash"],
  [{ bytes: "!" }, "bytes must be base64"],
  [{ code: "y" }, "code must be x"],
  [{ pay: {} }, "pay must have one of these forms: transaction is required; or signature is required"],
  [{ other: 1 }, ' is not taken here: "other"'],
])("%j: %s", (wrong, said) => {
  const [issue] = form.safeParse({ ...good, ...wrong }).error?.issues ?? [];
  if (!issue) throw new Error("it was accepted");
  expect(`${issue.path.join(".")} ${describeInvalidMember(issue)}`).toBe(said);
});
