import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  MAX_POLICY_BYTES,
  POLICY_SCHEMA_PATH,
  policyFileSchema,
  policyJsonSchema,
  policySchema,
  readPolicy,
} from "./policy";

const read = (text: string) => {
  const result = readPolicy(text, policyFileSchema);
  return result.ok ? "ok" : result.message;
};
const file = (members: object) => JSON.stringify({ policyVersion: 1, ...members });

const REFUSED: [string, RegExp][] = [
  ["", /^is not JSON/],
  ["{", /^is not JSON/],
  ["[]", /^is not an object/],
  ["null", /^is not an object/],
  ["{}", /^policyVersion: /],
  ['{"policyVersion":2}', /^policyVersion: /],
  ['{"policyVersion":1,"leastAudit":"audited","leastAudit":"unverified"}', /"leastAudit" twice/],
  [file({ leastaudit: "audited" }), /^"leastaudit" is no member of a policy; take it out, .*leastAudit/],
  [
    file({ accounts: [{ market: "https://m.example", name: "a", keys: 1 }] }),
    /^accounts\.0: "keys" is no member/,
  ],
  [file({ accounts: [{ market: "file:///etc", name: "a" }] }), /^accounts\.0\.market: /],
  [file({ accounts: [{ market: "https://m.example", name: "../a" }] }), /^accounts\.0\.name: /],
  [file({ leastAudit: "Audited" }), /^leastAudit: /],
  [file({ trustedPublishers: [] }), /^trustedPublishers: /],
  [file({ trustedVerifiers: ["anne"] }), /^trustedVerifiers\.0: is not the address of a wallet/],
  [file({ deniedHosts: ["*"] }), /^deniedHosts\.0: is neither a host/],
  [file({ deniedHosts: ["a.*.com"] }), /^deniedHosts\.0: /],
  [file({ deniedHosts: ["https://a.com"] }), /^deniedHosts\.0: /],
  [file({ deniedHosts: ["a.com:80"] }), /^deniedHosts\.0: /],
  [file({ deniedHosts: ["a b"] }), /^deniedHosts\.0: /],
  [file({ deniedPermissions: ["camera"] }), /^deniedPermissions\.0: /],
  [file({ leastAgeDays: 0 }), /^leastAgeDays: /],
  [file({ leastAgeDays: 1.5 }), /^leastAgeDays: /],
  [file({ priceCeilingLamports: 5 }), /^priceCeilingLamports: /],
  [file({ priceCeilingLamports: "05" }), /^priceCeilingLamports: is not lamports/],
  [file({ priceCeilingLamports: "-1" }), /^priceCeilingLamports: /],
  [file({ severityCeiling: "critical" }), /^severityCeiling: /],
  ["[".repeat(10_000), /^is nested too deep/],
  [`"${"a".repeat(MAX_POLICY_BYTES)}"`, /^has more than/],
];

test.each(REFUSED)("%#: a policy that is wrong is refused with what and where", (text, message) => {
  expect(read(text)).toMatch(message);
});

test("each rule is optional, and an account's policy names no other accounts", () => {
  expect(read(file({}))).toBe("ok");
  const accounts = [{ market: "https://market.example", name: "acme" }];
  expect(read(file({ $schema: "https://market.example/schemas/policy-1.json", accounts }))).toBe("ok");
  expect(readPolicy(file({ accounts }), policySchema)).toMatchObject({ ok: false });
});

test("the published JSON Schema is that of the reader", () => {
  const address = new URL(`../../../docs${POLICY_SCHEMA_PATH}`, import.meta.url);
  const text = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
  if (process.env["RECORD_DATA"]) writeFileSync(address, text);
  expect(JSON.parse(readFileSync(address, "utf8"))).toEqual(JSON.parse(text));
});
