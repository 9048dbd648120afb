import { expect, it, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { CompareTable } from "@/components/compare/compare-table";
import type { ComparedSkill } from "@/components/compare/cells";
import { countFacts } from "@/components/compare/facts";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import type { FindingView, SkillDetail } from "@/lib/registry/views";

const SKILL = {
  versionId: "ver_1",
  slug: "word-tally",
  category: "text",
  iconPath: null,
  displayName: "word-tally",
  description: "Counts words.",
  contentLanguage: "en",
  publisher: "vera",
  publisherDomains: [{ domain: "vera.example", provenAt: "2026-11-20T00:00:00.000Z" }],
  authorAgent: null,
  version: "1.0.0",
  isLatest: true,
  latestVersion: "1.0.0",
  nextVersion: null,
  withdrawn: false,
  auditState: "Unverified",
  audit: null,
  bondLamports: null,
  trustLevel: "community",
  claimStatus: "registered",
  claimExpiresAt: null,
  vettingStatus: "approved",
  vetting: { engineVersion: "1", reportDigest: null, summary: null, finishedAt: "2026-11-20T00:00:00.000Z" },
  access: {
    network: false,
    filesystem: false,
    subprocess: false,
    envVars: [],
    origins: { network: "declared", filesystem: "declared", subprocess: "declared", envVars: "declared" },
  },
  manifest: {
    allowedTools: [],
    origins: {
      hints: {
        readOnly: "declared",
        destructive: "declared",
        idempotent: "declared",
        openWorld: "declared",
      },
    },
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  platforms: ["any"],
  convertsTo: ["Cursor"],
  runtime: "python3",
  timeoutMs: 30_000,
  runnable: true,
  priceLamports: "42000",
  examplesTotal: 2,
  examplesProven: 2,
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  outputSchema: null,
  calls7d: 12,
  callsTotal: 1204,
  downloads7d: 0,
  downloadsTotal: 3,
  rating: { average: null, count: 0 },
  successRate30d: 1,
  p50Ms: 1640,
  p95Ms: 3900,
  publishedAt: "2026-11-20T00:00:00.000Z",
  createdAt: "2026-11-01T00:00:00.000Z",
  counts: { versions: 3, files: 2, findings: 0 },
  dialects: ["usk"],
  spec: "v3",
  license: "MIT",
  packageSizeBytes: 4213,
  seals: [],
  findings: [],
} as unknown as SkillDetail;
const NONE = { network: 0, filesystem: 0, subprocess: 0, secrets: 0 };

const column = (versionId: string, changed: Partial<SkillDetail> = {}, undeclared = NONE): ComparedSkill => ({
  skill: { ...SKILL, versionId, slug: versionId, displayName: versionId, ...changed },
  undeclared,
});
const render = (columns: ComparedSkill[], onlyDifferences = false, locale: Locale = "en") =>
  htmlOf(<CompareTable columns={columns} onlyDifferences={onlyDifferences} />, locale);
/** Rows as text: their head, then their cells. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr class="(differs|same)">(.*?)<\/tr>/g)].map(([, kind, cells = ""]) => [
    kind,
    ...cells.split(/<\/t[hd]>/).map((cell) => cell.replaceAll(/<[^>]+>/g, "").trim()),
  ]);
const rowOf = (html: string, name: string) =>
  rowsOf(html).find(([, head]) => head?.slice(1).startsWith(name));

test("what all have in common says so by sign and word, and what differs too", () => {
  const html = render([column("a"), column("b", { license: "Apache-2.0" })]);
  expect(rowOf(html, "License")).toEqual([
    "differs",
    "≠License differs",
    "MIT, as declared",
    "Apache-2.0, as declared",
    "",
  ]);
  expect(rowOf(html, "Vetting")).toEqual(["same", "=Vetting the same", "Approved", "Approved", ""]);
});

test("the differences alone are as many as are counted", () => {
  const columns = [
    column("a"),
    column("b", { priceLamports: "0", access: { ...SKILL.access, envVars: ["API_KEY"] }, calls7d: 13 }),
  ];
  const rows = rowsOf(render(columns, true));
  expect(rows.map(([kind]) => kind)).toEqual(["differs", "differs", "differs"]);
  expect(countFacts(columns)).toEqual({ all: rowsOf(render(columns)).length, differing: 3 });
  expect(rows.map(([, , , second]) => second)).toEqual(["API_KEY", "Free", "13 1,204 in all"]);
});

test("the four facts stand in rows of their own, and none decides another", () => {
  const audit = {
    scope: "reduced" as const,
    baseVersion: "1.0.0",
    carriedFrom: null,
    sealedAt: "2026-10-12T00:00:00.000Z",
    verifierName: "Vera",
    verifierAddress: "8Q3zz5PkPvh8fTRd4vDN1ZtCFZmNfCH6BMCUse1YFwum",
    confidential: false,
  };
  const html = render([column("a"), column("b", { auditState: "Audited", audit, trustLevel: "verified" })]);
  expect(html).toContain("Audited: changes since 1.0.0, sealed 12 Oct 2026");
  expect(["Audit", "Vetting", "Trust", "Claim"].map((name) => rowOf(html, name)?.[0])).toEqual([
    "differs",
    "same",
    "differs",
    "same",
  ]);
});

test("beside the publisher stand the domains it has proven, with the day, and they are told apart", () => {
  const html = render([column("a"), column("b", { publisherDomains: [] })]);
  expect(html).toContain('<a href="/people/vera#domains" class="link">vera.example</a>');
  expect(countFacts([column("a"), column("b", { publisherDomains: [] })]).differing).toBe(1);
  expect(countFacts([column("a"), column("b")]).differing).toBe(0);
});

test("findings are counted by severity, and code that does more than is declared is marked", () => {
  const finding = (severity: FindingView["severity"]) => ({ severity }) as FindingView;
  const findings = [finding("low"), finding("high"), finding("low")];
  const html = render([column("a"), column("b", { findings }, { ...NONE, network: 2 })]);
  expect(rowOf(html, "Vetting findings")?.[3]).toBe("1 high, 2 low");
  expect(rowOf(html, "Network")?.slice(2, 4)).toEqual(["No", "No2 gaps"]);
});

test("input and output are told in short: names, types, what is required, and how many more there are", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [`f${at}`, { type: "string" }]),
  );
  const html = render([column("a"), column("b", { inputSchema: { type: "object", properties } })]);
  expect(rowOf(html, "Input")?.[2]).toBe("text string, required");
  expect(rowOf(html, "Input")?.[3]).toMatch(/^f0 string.*f7 stringand 3 more fields$/);
  expect(rowOf(html, "Output")).toEqual(["same", "=Output the same", "None", "None", ""]);
});

test("a column can be taken out, keeping the version of one that is not the latest", () => {
  const html = render([
    column("a"),
    column("b", { isLatest: false, latestVersion: "2.0.0", withdrawn: true }),
    column("c"),
  ]);
  expect(html).toContain('href="/compare?skill=b@1.0.0&amp;skill=c"');
  expect(html).toContain("withdrawn");
  expect(html).toContain("latest is 2.0.0");
});

it.each(LOCALES)("stands in %s without a missing word", (locale) => {
  expect(render([column("a"), column("b")], false, locale)).not.toMatch(/compare\.|skill\.\w+\./);
});
