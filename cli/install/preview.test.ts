import { expect, test } from "vitest";
import type { FoundSkill } from "@/client";
import { skillMd } from "@/cli/testing/run-cli";
import { assemblePackage } from "@/lib/package";
import { readDeclared } from "./facts";
import { previewSkill } from "./preview";

const DETAILS = {
  id: "skl_1",
  name: "a",
  version: "1.0.0",
  description: "Extracts text.",
  trust_level: "community",
  audit_state: "Unverified",
  price_lamports: "0",
} satisfies Partial<FoundSkill>;

/** What is shown, by label; of several lines of one label all. */
function shown(more: Record<string, unknown>, lines: readonly string[] = []): Record<string, string> {
  const skill = assemblePackage([
    { path: "SKILL.md", bytes: Buffer.from(skillMd("a", lines)) },
    { path: "run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: true },
  ]);
  const details = { ...DETAILS, ...more } as FoundSkill;
  const publisher = { id: "acc_1", name: "ann" };
  const found = {
    name: "a",
    version: "1.0.0",
    trustLevel: "community",
    publisher,
    withdrawn: null,
    package: skill,
  };
  const preview = previewSkill({
    name: "a",
    found,
    details,
    declared: readDeclared(skill),
    folders: [".claude/skills"],
    changes: [],
  });
  const rows: Record<string, string> = { title: preview[0] ?? "" };
  let label = "";
  for (const line of preview.slice(1)) {
    expect(line).toMatch(/^ {2}.{14}\S/);
    label = line.slice(2, 16).trim() || label;
    rows[label] = `${rows[label] ? `${rows[label]}\n` : ""}${line.slice(16)}`;
  }
  return rows;
}

const picture = {
  contacts: [
    { host: "b.example", is_expected: false, file: "x", line: 1 },
    { host: "a.example", is_expected: true, file: "x", line: 1 },
    { host: "a.example", is_expected: true, file: "y", line: 2 },
  ],
  reads: [{ what: "HOME", file: "x", line: 1 }],
  runs: [],
  changes: [],
};

test("a market that says nothing is not repeated as if it had said something good", () => {
  expect(shown({})).toMatchObject({
    publisher: "ann (the market says nothing of domains)",
    audit: "Unverified: audited by nobody",
    declares: "network: not declared; files: not declared; programs: not declared; variables: not declared",
    seen: "the market does not say what vetting saw",
    "hosts seen": "the market does not say",
    findings: "the market does not say",
    licence: "none named",
    price: "free",
  });
});

test("what is declared is told from what vetting has seen, and who has audited it is named", () => {
  const rows = shown(
    {
      publisher_domains: [{ domain: "ann.example", proven_at: "2026-11-01T00:00:00Z" }],
      audit_state: "Audited",
      audit: {
        scope: "full",
        base_version: null,
        carried_from: null,
        sealed_at: "2026-11-21T00:00:00Z",
        verifier_name: "vera",
        verifier_address: "x",
      },
      vetting: { picture, finished_at: "2026-11-20T10:00:00Z" },
      findings: [
        { severity: "low", code: "A", message: "Small.", file: "x" },
        { severity: "beyond", code: "C", message: "Unknown.", file: null },
        { severity: "high", code: "B", message: "Large.", file: "y" },
      ],
      price_lamports: "5000",
    },
    [
      "spec: usk/1.0",
      "permissions: {network: false, env_vars: [KEY]}",
      "license: MIT",
      "allowed-tools: Read Bash",
    ],
  );
  expect(rows).toMatchObject({
    title: "a 1.0.0  Extracts text.",
    publisher: "ann (domain proven: ann.example)",
    audit: "Audited: every file, sealed 21 Nov 2026, by verifier vera",
    declares: "network: no; files: no; programs: no; variables: KEY",
    seen: "reads HOME (vetting, 20 Nov 2026)",
    "hosts seen": "a.example, b.example (its description does not name it)",
    "allowed-tools": "asks your agent to allow without asking: Read, Bash",
    findings: "beyond C: Unknown.\nhigh B in y: Large.\nlow A in x: Small.",
    licence: "MIT",
    "goes into": ".claude/skills",
  });
  expect(rows["price"]).toContain("a call costs 5000 lamports (0.000005 SOL). ");
  expect(rows["size"]).toMatch(/^2 files, \d+ B; 1 may be run$/);
});

test("whatever a market sends is one screen of bounded lines without what steers a terminal", () => {
  const evil = "\u001b[2J\u202e\r\n\u200bx".repeat(500);
  const many = Array.from({ length: 500 }, (_, index) => ({
    what: `${index}${evil}`,
    host: evil + index,
    is_expected: false,
  }));
  const rows = shown(
    {
      description: evil,
      publisher_domains: [{ domain: evil }],
      audit_state: "Audited",
      audit: { verifier_name: evil, sealed_at: evil },
      vetting: { picture: { contacts: many, reads: many, runs: many, changes: many }, finished_at: evil },
      findings: many.map(() => ({ severity: evil, code: evil, message: evil, file: evil })),
    },
    ["license: x", `allowed-tools: ${"Tool ".repeat(2_000)}`],
  );
  const text = Object.values(rows).join("\n");
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text.length).toBeLessThan(6_000);
});

test.each([
  { findings: "none" },
  { findings: [1] },
  { vetting: [] },
  { publisher_domains: [{}] },
  { audit: 7 },
])("a member of another form counts as not said: %j", (odd) =>
  expect(shown({ ...odd, audit_state: "Audited" })).toMatchObject({
    findings: "the market does not say",
    seen: "the market does not say what vetting saw",
  }),
);
