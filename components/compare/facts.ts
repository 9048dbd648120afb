import type { ComponentType } from "react";
import * as access from "@/components/compare/cells";
import * as call from "@/components/compare/cells";
import * as checks from "@/components/compare/cells";
import type { ComparedSkill } from "@/components/compare/cells";
import * as use from "@/components/compare/cells";
import { countingSeals } from "@/components/skill/skill-stamp";
import { latencyText, runtimeText, successText } from "@/components/skill/overview/figures";
import { declaredPlatforms } from "@/components/skill/install/platform-name";
import { schemaFields } from "@/components/skill/overview/schema-fields";
import { severityCounts } from "@/components/skill/security/findings";
import type { SkillDetail } from "@/lib/registry/views";
import { statedHints, type Hints } from "@/lib/skill-format";

/** One row. */
export interface Fact {
  /** Key of its name in the whole catalogue of messages; "p50 / p95" is a name in every language. */
  name: string;
  /** What is the same or differs: JSON of what the cell says. */
  of: (skill: SkillDetail, column: ComparedSkill) => unknown;
  Cell: ComponentType<ComparedSkill>;
}

export interface FactGroup {
  /** Message key; none for what stands before all groups. */
  title: string | null;
  facts: readonly Fact[];
}

const schemaOf = (schema: SkillDetail["inputSchema"]) =>
  schemaFields(schema).map(({ name, type, required }) => [name, type, required]);

const hint =
  (name: keyof Hints) =>
  ({ manifest }: SkillDetail) => {
    const stated = statedHints(manifest);
    return [stated[name], stated.origins[name]];
  };

/**
 * Every fact in the order of every page: who checked it, who stands behind it, what it may touch; then price, proof
 * and use.
 */
export const FACT_GROUPS: readonly FactGroup[] = [
  {
    title: null,
    facts: [{ name: "compare.does", of: (skill) => skill.description, Cell: checks.Description }],
  },
  {
    title: "compare.group.checked",
    facts: [
      {
        name: "skill.vouch.audit",
        of: (skill) => [skill.auditState, skill.audit, skill.bondLamports, countingSeals(skill).length],
        Cell: checks.Audit,
      },
      {
        name: "compare.signed",
        of: (skill) =>
          countingSeals(skill).map(({ verifierAddress, scope, baseVersion }) => [
            verifierAddress,
            scope,
            baseVersion,
          ]),
        Cell: checks.Seals,
      },
      { name: "compare.vetting", of: (skill) => skill.vettingStatus, Cell: checks.Vetting },
      {
        name: "skill.security.findings",
        of: (skill) => [skill.vetting.finishedAt === null, severityCounts(skill.findings)],
        Cell: checks.FindingCounts,
      },
    ],
  },
  {
    title: "compare.group.behind",
    facts: [
      { name: "skill.vouch.trust", of: (skill) => skill.trustLevel, Cell: checks.Trust },
      { name: "compare.claim", of: (skill) => [skill.claimStatus, skill.claimExpiresAt], Cell: checks.Claim },
      {
        name: "compare.publisher",
        of: (skill) => [skill.publisher, skill.publisherDomains.map(({ domain }) => domain)],
        Cell: checks.Publisher,
      },
      { name: "compare.agent", of: (skill) => skill.authorAgent?.name ?? null, Cell: checks.Agent },
    ],
  },
  {
    title: "compare.group.touch",
    facts: [
      {
        name: "skill.security.table.network",
        of: (skill, { undeclared }) => [
          skill.access.network,
          skill.access.origins.network,
          undeclared.network,
        ],
        Cell: access.Network,
      },
      {
        name: "skill.security.table.filesystem",
        of: (skill, { undeclared }) => [
          skill.access.filesystem,
          skill.access.origins.filesystem,
          undeclared.filesystem,
        ],
        Cell: access.Filesystem,
      },
      {
        name: "skill.security.table.subprocess",
        of: (skill, { undeclared }) => [
          skill.access.subprocess,
          skill.access.origins.subprocess,
          undeclared.subprocess,
        ],
        Cell: access.Subprocess,
      },
      {
        name: "skill.security.table.secrets",
        of: (skill, { undeclared }) => [
          skill.access.envVars,
          skill.access.origins.envVars,
          undeclared.secrets,
        ],
        Cell: access.Secrets,
      },
      {
        name: "compare.allowed-tools",
        of: (skill) => [...skill.manifest.allowedTools].sort(),
        Cell: access.Tools,
      },
      {
        name: "skill.behaviour.read-only",
        of: hint("readOnly"),
        Cell: access.ReadOnly,
      },
      {
        name: "skill.behaviour.destructive",
        of: hint("destructive"),
        Cell: access.Destructive,
      },
      {
        name: "skill.behaviour.safe-to-retry",
        of: hint("idempotent"),
        Cell: access.SafeToRetry,
      },
      {
        name: "skill.behaviour.reaches-outside",
        of: hint("openWorld"),
        Cell: access.ReachesOutside,
      },
    ],
  },
  {
    title: "compare.group.price",
    facts: [
      { name: "browse.facets.price", of: (skill) => skill.priceLamports, Cell: call.PriceOfCall },
      {
        name: "skill.vouch.examples",
        of: (skill) => [skill.examplesProven, skill.examplesTotal],
        Cell: call.Examples,
      },
    ],
  },
  {
    title: "compare.group.call",
    facts: [
      { name: "compare.runs", of: (skill) => [skill.runnable, skill.withdrawn], Cell: call.Runs },
      { name: "skill.provenance.runtime", of: runtimeText, Cell: call.Runtime },
      { name: "skill.api.input", of: (skill) => schemaOf(skill.inputSchema), Cell: call.Input },
      { name: "skill.api.output", of: (skill) => schemaOf(skill.outputSchema), Cell: call.Output },
    ],
  },
  {
    title: "skill.use.title",
    facts: [
      { name: "skill.use.calls-7d", of: (skill) => [skill.calls7d, skill.callsTotal], Cell: use.Calls },
      {
        name: "skill.use.downloads-7d",
        of: (skill) => [skill.downloads7d, skill.downloadsTotal],
        Cell: use.Downloads,
      },
      { name: "skill.use.success", of: successText, Cell: use.Success },
      { name: "p50 / p95", of: latencyText, Cell: use.Latency },
      { name: "skill.use.rating", of: ({ rating }) => [rating.average, rating.count], Cell: use.Stars },
    ],
  },
  {
    title: "skill.provenance.package",
    facts: [
      { name: "skill.use.updated", of: (skill) => skill.publishedAt.slice(0, 10), Cell: use.Updated },
      {
        name: "compare.releases",
        of: (skill) => [skill.counts.versions, skill.createdAt.slice(0, 10)],
        Cell: use.Releases,
      },
      { name: "skill.works-on.title", of: declaredPlatforms, Cell: use.Platforms },
      { name: "skill.security.dialects", of: (skill) => skill.dialects, Cell: use.Dialects },
      { name: "compare.license", of: (skill) => skill.license, Cell: use.License },
      { name: "skill.provenance.size", of: (skill) => skill.packageSizeBytes, Cell: use.Size },
      { name: "skill.tabs.files", of: (skill) => skill.counts.files, Cell: use.Files },
    ],
  },
];

/** Whether a fact is not the same for all of them. */
export function differs(fact: Fact, columns: readonly ComparedSkill[]): boolean {
  return new Set(columns.map((column) => JSON.stringify(fact.of(column.skill, column)))).size > 1;
}

/** How many facts there are, and in how many of them the skills differ. */
export function countFacts(columns: readonly ComparedSkill[]): { all: number; differing: number } {
  const facts = FACT_GROUPS.flatMap((group) => group.facts);
  return { all: facts.length, differing: facts.filter((fact) => differs(fact, columns)).length };
}
