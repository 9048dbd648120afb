import { checkSkill, type SkillCheck } from "../check-skill";
import type { Issue } from "../issues/issue";
import type { CheckProfile } from "../types";

/** A package of one SKILL.md, with more files where given. */
export function skillFiles(
  frontMatter: string,
  { body = "# Skill\n", files = {} }: { body?: string; files?: Record<string, string | Uint8Array> } = {},
): Map<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ["SKILL.md", `---\n${frontMatter}\n---\n\n${body}`],
    ...Object.entries(files),
  ]);
}

/** The issues of one profile for a front matter, in short: `error name`. */
export function issuesOf(
  profile: CheckProfile,
  frontMatter: string,
  options: { body?: string; files?: Record<string, string>; dir?: string } = {},
): string[] {
  return shortIssues(checkOne(profile, frontMatter, options).reports[0]?.issues ?? []);
}

/** Checks a front matter against one profile. */
export function checkOne(
  profile: CheckProfile,
  frontMatter: string,
  { dir, ...options }: { body?: string; files?: Record<string, string>; dir?: string } = {},
): SkillCheck {
  const files = skillFiles(frontMatter, options);
  return checkSkill({ files, dialects: [profile], ...(dir === undefined ? {} : { dir }) });
}

/** Errors and warnings of one profile as `severity CODE path`. */
export function codedIssues(
  profile: CheckProfile,
  frontMatter: string,
  options: { body?: string; files?: Record<string, string>; dir?: string } = {},
): string[] {
  const [report] = checkOne(profile, frontMatter, options).reports;
  return (report?.issues ?? [])
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

/** Errors and warnings as `severity path`. */
export function shortIssues(issues: readonly Issue[]): string[] {
  return issues
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, path }) => `${severity} ${path}`);
}

/** A complete Exo front matter; a line is replaced or removed by its key. */
export const EXO_FRONT_MATTER = `name: csv-cleaner
version: 1.0.0
description: Cleans CSV files and reports what was changed.
author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn
pricing:
  model: per_call
  price_lamports: 5000
runtime:
  docker_image: exo-runtime-python-3.11
  docker_image_hash: sha256:6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d
  entrypoint: scripts/main.py
io:
  input_schema:
    type: object
    properties: {}
    additionalProperties: false
    maxProperties: 20
  output_schema:
    type: object
    properties: {}`;

export const EXO_BODY =
  "# CSV Cleaner\n\n## 功能描述\n\nText.\n\n## 使用示例\n\nText.\n\n## 注意事项\n\nText.\n";

/** A complete USK v3 front matter. */
export const USK_FRONT_MATTER = `spec: usk/1.0
name: web-search
version: 1.0.0
description: Real-time web search with sources
interface:
  type: cli
  entry_point: main.py
  runtime: python3
  call_pattern: stdin_stdout
input_schema:
  type: object
  properties:
    query:
      type: string
      description: Search query
  required: [query]
output_schema:
  type: object
  properties:
    result:
      type: string
      description: Answer
capabilities: [web_search]
permissions:
  network: true
license: MIT
platform_compatibility: [any]`;

export const USK_FILES = { "main.py": "print('{}')\n" };
