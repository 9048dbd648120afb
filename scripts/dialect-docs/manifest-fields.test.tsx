import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { call } from "@/api/testing/client";
import { categoryName } from "@/components/skill/category-name";
import { ApiTab } from "@/components/skill/overview/api-tab";
import { OverviewTab } from "@/components/skill/overview/overview-tab";
import { Rail } from "@/components/skill/rail";
import { SecurityTab } from "@/components/skill/security/security-tab";
import { TrustSummary } from "@/components/skill/security/trust-summary";
import { SkillByLine, SkillHeader } from "@/components/skill/skill-header";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";
import { currentRunner } from "@/lib/running/runners/current-runner";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { MANIFEST_FIELDS, type ManifestPath, type PagePart } from "./manifest-fields";

testDatabase();
testBlobStore();
afterAll(() => currentRunner().close?.());

const PAYEE = newAddress();
const DIGEST = `sha256:${"d1".repeat(32)}`;
const SCHEMA = (field: string) => ({
  type: "object",
  properties: {
    text: { type: "string", description: "Any text" },
    [field]: { type: "string", description: "m" },
  },
  required: ["text"],
  additionalProperties: false,
  maxProperties: 20,
});

const FRONT_MATTER = {
  description: "marker-description is what it says of itself here.",
  version: "7.6.5",
  license: "marker-license",
  source_url: "https://codeberg.org/marker/source",
  source_hash: "a1".repeat(20),
  created_at: "2024-01-02T03:04:05Z",
  updated_at: "2025-02-03T04:05:06Z",
  evolution_enabled: false,
  dependencies: ["marker-dependency"],
  "allowed-tools": "Bash(marker:*) Read",
  model: "marker-model",
  compatibility: "marker-compatibility",
  homepage: "https://codeberg.org/marker/homepage",
  metadata: { "marker-key": "marker-value", author: "marker-metadata-author" },
  triggers: ["marker-trigger"],
  changelog: "marker-changelog",
  tags: ["marker-tag"],
  category: "data",
  capabilities: ["marker_capability"],
  platform_compatibility: ["ClaudeCode"],
  "x-marker": "marker-extension",
  input_schema: SCHEMA("marker_input"),
  output_schema: { type: "object", properties: { marker_output: { type: "string", description: "m" } } },
  interface: {
    type: "cli",
    runtime: "python3",
    entry_point: "scripts/main.py",
    call_pattern: "stdin_stdout",
    endpoint: "https://api.marker.example/endpoint",
  },
  runtime: {
    docker_image: "exo-runtime-python-3.11",
    docker_image_hash: DIGEST,
    entrypoint: "scripts/main.py",
    timeout_seconds: 17,
  },
  io: {
    input_schema: SCHEMA("marker_input"),
    output_schema: { type: "object", properties: { marker_output: { type: "string", description: "m" } } },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  permissions: { network: true, filesystem: true, subprocess: true, env_vars: ["MARKER_KEY"] },
  requirements: {
    python_packages: ["marker-python"],
    node_packages: ["marker-node"],
    min_python: "3.9",
    min_node: "19",
  },
  examples: [{ name: "marker-example", input: { text: "in" }, output: { marker_output: "out" } }],
};

/** What is looked for: `api` in the JSON of the member, `page` in the words of the part; one text is both. */
const SEEN: Readonly<Record<ManifestPath, string | { api?: string; page?: string }>> = {
  slug: "field-walk",
  displayName: "field-walk",
  description: "marker-description",
  "version.raw": "7.6.5",
  "version.scheme": {},
  "author.wallet": PAYEE,
  "author.username": "marker-author",
  license: "marker-license",
  "pricing.model": "per_call",
  "pricing.lamports": "123456",
  "runtime.image": "exo-runtime-python-3.11",
  "runtime.imageDigest": { api: DIGEST, page: "sha256:d1d1" },
  "runtime.timeoutSeconds": { api: "17000", page: "17 s" },
  "runtime.language": "python3",
  "invocation.kind": { api: "cli", page: "cli, stdin_stdout" },
  "invocation.pattern": "stdin_stdout",
  "invocation.endpoint": "https://api.marker.example/endpoint",
  "invocation.entryPoint": "scripts/main.py",
  "schemas.input": "marker_input",
  "schemas.output": "marker_output",
  "hints.readOnly": { api: "true", page: "Read only Yes" },
  "hints.destructive": { api: "false", page: "Destructive No" },
  "hints.idempotent": { api: "true", page: "Safe to retry Yes" },
  "hints.openWorld": { api: "true", page: "Reaches outside Yes" },
  "permissions.network": { api: "true", page: "Network" },
  "permissions.filesystem": { api: "true", page: "Files" },
  "permissions.subprocess": { api: "true", page: "Subprocess" },
  "permissions.envVars": "MARKER_KEY",
  origins: { api: "declared", page: "Declared" },
  capabilities: "marker_capability",
  platforms: { api: "ClaudeCode", page: "Claude Code" },
  category: { api: "data", page: "Data" },
  tags: "marker-tag",
  triggers: "marker-trigger",
  homepage: "https://codeberg.org/marker/homepage",
  "requirements.python": "marker-python",
  "requirements.node": "marker-node",
  "requirements.other": "marker-dependency",
  "requirements.minPython": "3.9",
  "requirements.minNode": "19",
  allowedTools: "Bash(marker:*)",
  model: "marker-model",
  compatibility: "marker-compatibility",
  "provenance.sourceUrl": "codeberg.org/marker/source",
  "provenance.sourceHash": "a1".repeat(20),
  "provenance.createdAt": "2024-01-02T03:04:05Z",
  "provenance.updatedAt": "2025-02-03T04:05:06Z",
  "evolution.managed": { api: "false", page: "Evolution Switched off" },
  "evolution.enabled": { api: "false", page: "Evolution Switched off" },
  "evolution.experience.preferences": "marker-preference",
  "evolution.experience.fixes": "marker-fix",
  "evolution.experience.contexts": "marker-context",
  "evolution.experience.customPrompts": "marker-prompt",
  "evolution.experience.lastUpdated": { api: "2026-02-03T04:05:06", page: "2026" },
  "evolution.experience.lastEvolvedHash": { api: "b2b2b2b" },
  "evolution.experience.stale": { api: "true", page: "STALE" },
  "evolution.experience.isCut": { api: "false" },
  examples: "marker-example",
  changelog: "marker-changelog",
  metadata: "marker-value",
  fromMetadata: "marker-metadata-author",
  extensions: "marker-extension",
  body: "marker-body",
  spec: { api: "v3" },
  dialects: { api: "exo", page: "Exo SKILL.md v1.1" },
};

const answers: Record<"detail" | "schema", Record<string, unknown>> = { detail: {}, schema: {} };
const parts: Partial<Record<PagePart, string>> = {};

beforeAll(async () => {
  const skillPackage = buildSkillPackage({
    name: "field-walk",
    body: "# Walk\n\n## 功能描述\n\nmarker-body\n\n## 使用示例\n\nText.\n\n## 注意事项\n\nNone.\n",
    paid: { lamports: 123_456n, payee: PAYEE },
    frontMatter: FRONT_MATTER,
    files: {
      "dialects/usk.yaml": "author: marker-author\n",
      "evolution.json": JSON.stringify({
        preferences: ["marker-preference"],
        fixes: ["marker-fix"],
        contexts: ["marker-context"],
        custom_prompts: "marker-prompt",
        last_updated: "2026-02-03T04:05:06Z",
        last_evolved_hash: "b2".repeat(20),
      }),
    },
  });
  await publishNow(skillPackage, await makeAccount({ address: PAYEE }));
  answers.detail = (await call("GET", "/v1/skills/field-walk")).body;
  answers.schema = (await call("GET", "/v1/agent/skills/field-walk/schema")).body;
  const skill = await getSkill("field-walk");
  for (const [part, node] of Object.entries(pageOf(skill))) parts[part as PagePart] = wordsOf(node);
}, 120_000);

const NOBODY = { state: { followers: 0, isFollowed: null }, act: () => Promise.resolve() };

/** The parts of the page as its tabs put them together. */
const pageOf = (skill: SkillDetail): Record<PagePart, ReactNode> => ({
  header: (
    <>
      <SkillHeader skill={skill} versions={[]} isOwn={false} tab="overview" />
      <SkillByLine skill={skill} isOwn={false} following={NOBODY} />
    </>
  ),
  trust: <TrustSummary skill={skill} />,
  rail: (
    <Rail skill={skill} image="other">
      {null}
    </Rail>
  ),
  overview: <OverviewTab skill={skill} pinned={undefined} source={false} tokens={1} files={[]} />,
  security: (
    <SecurityTab
      skill={skill}
      pinned={undefined}
      audits={[]}
      origin="https://market.example"
      checkable={null}
      undeclared={{ network: 0, filesystem: 0, subprocess: 0, secrets: 0 }}
      isHeldNow={false}
    />
  ),
  api: <ApiTab skill={skill} origin="https://market.example" />,
  breadcrumbs: <Category skill={skill} />,
});

/** As the page names the kind of a skill. */
function Category({ skill }: { skill: SkillDetail }) {
  return categoryName(skill.category ?? "", useTranslations());
}

function wordsOf(node: ReactNode): string {
  const html = htmlOf(node);
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&amp;", "&");
}

const at = (value: unknown, path: string) =>
  path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

const ROWS = Object.entries(MANIFEST_FIELDS).map(([path, field]) => {
  const seen = SEEN[path as ManifestPath];
  return { path, ...field, seen: typeof seen === "string" ? { api: seen, page: seen } : seen };
});

test.each(ROWS)("$path is given out at $api", ({ api, why, seen }) => {
  if (api === null) return expect(why).toMatch(/\.$/);
  const [answer, member] = api.startsWith("schema:")
    ? (["schema", api.slice(7)] as const)
    : (["detail", api] as const);
  const given = at(answers[answer], member);
  expect(given, `${api} is not in the answer`).toBeDefined();
  expect(seen.api, "the test looks for nothing").toBeTruthy();
  return expect(JSON.stringify(given)).toContain(seen.api);
});

test.each(ROWS)("$path is shown in: $page", ({ page, why, seen }) => {
  if (page === null) return expect(why).toMatch(/\.$/);
  expect(seen.page, "the test looks for nothing").toBeTruthy();
  return expect(parts[page]).toContain(seen.page);
});

test("an image that is declared is said not to be the one that runs, and never stands as a fact", () => {
  expect(parts.rail).toContain("Not the image that runs here");
  expect(parts.rail?.indexOf("sha256:d1d1")).toBeGreaterThan(
    parts.rail?.indexOf("Declared by its author") ?? -1,
  );
  expect(parts.rail).not.toContain("SKILL.md v2");
});
