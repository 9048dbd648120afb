import type { SkillManifest } from "@/lib/skill-format";

/** Message key of a fact under `skill.declared`. */
export type DeclaredName =
  | "commit"
  | "created"
  | "updated"
  | "author"
  | "homepage"
  | "pricing"
  | "model"
  | "compatibility"
  | "dependencies"
  | "python"
  | "node"
  | "min-python"
  | "min-node"
  | "call"
  | "triggers"
  | "metadata"
  | "further";

/** Of a long list so many entries are on the page; the rest is counted, and in the API. */
const MOST_SHOWN = 12;
/** So many characters of one entry. */
const LONGEST = 300;

/** What only the author says of a skill, in the order of the page; what is left out is not told. */
export function declaredFacts(manifest: SkillManifest): [DeclaredName, string[]][] {
  const { provenance, author, pricing, requirements, invocation } = manifest;
  const facts: [DeclaredName, readonly (string | undefined)[]][] = [
    ["commit", [provenance.sourceHash]],
    ["created", [provenance.createdAt]],
    ["updated", [provenance.updatedAt]],
    ["author", [author.username, author.wallet]],
    ["homepage", [manifest.homepage]],
    ["pricing", pricing === undefined ? [] : [pricing.model, `${pricing.lamports} lamports`]],
    ["model", [manifest.model]],
    ["compatibility", [manifest.compatibility]],
    ["dependencies", requirements.other],
    ["python", requirements.python],
    ["node", requirements.node],
    ["min-python", [requirements.minPython]],
    ["min-node", [requirements.minNode]],
    ["call", [invocation?.kind, invocation?.pattern, invocation?.endpoint]],
    ["triggers", manifest.triggers],
    ["metadata", Object.entries(manifest.metadata).map(([key, value]) => `${key}: ${value}`)],
    ["further", Object.entries(manifest.extensions).map(([key, value]) => `${key}: ${asText(value)}`)],
  ];
  return facts.flatMap(([name, values]) => {
    const said = values.filter((value) => value !== undefined && value.trim() !== "");
    return said.length === 0 ? [] : [[name, said.map((value) => cut(value ?? ""))]];
  });
}

/** The first entries of a list, and how many there are beyond them. */
export function firstEntries<Entry>(entries: readonly Entry[]): { shown: Entry[]; more: number } {
  const shown = entries.slice(0, MOST_SHOWN);
  return { shown, more: entries.length - shown.length };
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
