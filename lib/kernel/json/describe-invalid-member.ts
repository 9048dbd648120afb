import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list",
  null: "null",
};
const FORMS: Readonly<Record<string, string>> = {
  base64: "base64",
  email: "an e-mail address",
  url: "an address (URL)",
};

/**
 * What is wrong with one member of a request, in words for whoever sent it: what was expected, not how the check is
 * written. A message that a schema of ours gives itself is kept.
 */
export function describeInvalidMember(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongKind(issue.expected, issue.message);
    case "too_small":
      return `must ${extent(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${extent(issue.origin, "at most", issue.maximum)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `is not taken here: ${issue.keys.map((key) => JSON.stringify(key.slice(0, 100))).join(", ")}`;
    case "invalid_union":
      return sayForms([...new Set(issue.errors.map(sayForm))]);
    case "invalid_format":
      return FORMS[issue.format] === undefined ? issue.message : `must be ${FORMS[issue.format]}`;
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0] === undefined ? issue.message : describeInvalidMember(issue.issues[0]);
    case "not_multiple_of":
    case "custom":
      return issue.message;
  }
}

/** Zod tells what it was given in its message alone. */
function wrongKind(expected: string, message: string): string {
  const received = /received (\w+)/.exec(message)?.[1];
  if (received === "undefined") return "is required";
  const wanted = `must be ${kindOf(expected)}`;
  const plain = received === undefined || received === "NaN" || (expected === "int" && received === "number");
  return plain ? wanted : `${wanted}, not ${kindOf(received)}`;
}

const kindOf = (kind: string) => KINDS[kind] ?? kind;

function extent(origin: string, bound: string, limit: number | bigint): string {
  if (origin === "string") {
    if (bound === "at least" && limit === 1) return "not be empty";
    return `have ${bound} ${counted(limit, "character")}`;
  }
  return origin === "array" ? `have ${bound} ${counted(limit, "item")}` : `be ${bound} ${limit}`;
}

const counted = (limit: number | bigint, name: string) => `${limit} ${name}${Number(limit) === 1 ? "" : "s"}`;

const sayForm = (issues: readonly Issue[]) =>
  issues
    .map((issue) => [issue.path.join("."), describeInvalidMember(issue)].filter(Boolean).join(" "))
    .join(", ");

const sayForms = (forms: readonly string[]) =>
  forms.length === 1 ? (forms[0] ?? "") : `must have one of these forms: ${forms.join("; or ")}`;
