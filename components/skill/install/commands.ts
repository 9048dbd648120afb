import { printJson, tokensOfJson } from "@/components/ui/code/json";
import type { SkillDetail } from "@/lib/registry/views";
import { CHECK_PROFILES, isTagName, type CheckProfile, type Report } from "@/lib/skill-format";

type Version = Pick<SkillDetail, "slug" | "version">;

/** Where a version is downloaded; always pinned, so that a copied command gives the same bytes for ever. */
export function downloadPath({ slug, version }: Version): string {
  return `/v1/agent/skills/${encodeURIComponent(slug)}/download?version=${encodeURIComponent(version)}`;
}

/** The same as one format alone. */
export function exportPath(skill: Version, dialect: CheckProfile): string {
  return `${downloadPath(skill)}&dialect=${encodeURIComponent(dialect)}`;
}

/** The same as a plugin of Agent Plugins, which Claude Code takes too. */
export function pluginPath({ slug, version }: Version): string {
  return `/plugins/skills/${encodeURIComponent(slug)}/${encodeURIComponent(version)}/plugin.zip`;
}

/** The formats a version can be had as: those it is valid as, and the reference rules where Agent Skills takes it. */
export function exportDialects(reports: readonly Pick<Report, "dialect" | "valid">[]): CheckProfile[] {
  const valid = new Set(reports.filter((report) => report.valid).map(({ dialect }) => dialect));
  return CHECK_PROFILES.filter(
    (profile) => valid.has(profile) || (profile === "agent-skills-upstream" && valid.has("agent-skills")),
  );
}

/** What the public `skills` program is told: the page of this very version is where it looks. */
export function addCommand(origin: string, { slug, version }: Version): string {
  return `npx skills add ${origin}/skills/${encodeURIComponent(slug)}/v/${encodeURIComponent(version)}`;
}

/** The market's own command, which locks the digest of every file; for the agents that it finds, or for the one named. */
export function lockCommand(origin: string, { slug, version }: Version, agent?: string): string {
  return ownCommand(origin, `add ${slug}@${version}${agent === undefined ? "" : ` --agent ${agent}`}`);
}

/** What the market's own command is told. */
const ownCommand = (origin: string, words: string): string => `npx --yes ${origin}/emporion.tgz ${words}`;

/** A download as one line for a shell; the file keeps the name the market gives it. */
export function downloadCommand(origin: string, skill: Version): string {
  return `curl -fsSLOJ "${origin}${downloadPath(skill)}"`;
}

/** The same into a file of a given name. */
export function downloadCommandTo(origin: string, skill: Version, file: string): string {
  return `curl -fsSL "${origin}${downloadPath(skill)}" -o ${file}`;
}

/** The repository of a skill, at the tag of the version; null where it has none. */
export function cloneCommand(origin: string, { slug, version }: Version): string | null {
  if (!isTagName(version)) return null;
  return `git clone --depth 1 --branch ${version} ${origin}/skills/${encodeURIComponent(slug)}.git`;
}

/** The call of a skill for an agent: curl, Python and TypeScript do the same. */
interface CallSamples {
  curl: string;
  python: string;
  typescript: string;
}

/** How to call a free skill over HTTP, with the input of its first example. */
export function callSamples(origin: string, skill: SkillDetail): CallSamples {
  const input = skill.examples[0]?.input ?? {};
  const url = `${origin}/v1/skills/${encodeURIComponent(skill.slug)}/run`;
  const body = JSON.stringify({ version: skill.version, input });
  return {
    curl: `curl -s ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
    python: pythonSample(url, skill.version, input),
    typescript: typescriptSample(url, skill.version, input),
  };
}

interface PaidSamples {
  /** Pays and calls, with the command of this project. */
  whole: string;
  quote: string;
  payment: string;
  run: string;
}

/** How to pay for a call and make it, with the input of the first example; who pays is the one thing to put in. */
export function paidSamples(origin: string, skill: SkillDetail): PaidSamples {
  const input = JSON.stringify(skill.examples[0]?.input ?? {});
  const quoted = JSON.stringify({ skill: skill.slug, version: skill.version, payer: "$payer" }).slice(0, -1);
  const body = `${quoted},"input":${input}}`.replaceAll("'", String.raw`'\''`);
  const token = `-H "x-access-token: $(jq -r .access_token quote.json)"`;
  const path = `${origin}/v1/quotes/$(jq -r .quote.id quote.json)`;
  return {
    whole: `cat > input.json <<'END'
${input}
END
npx --yes ${origin}/emporion.tgz call ${skill.slug}@${skill.version} --input input.json \\
  --keypair ~/.config/solana/id.json --max-lamports ${skill.priceLamports} --market ${origin}`,
    quote: `payer=YOUR_ADDRESS
curl -s ${origin}/v1/quotes \\
  -H 'content-type: application/json' \\
  -d '${body.replace('"$payer"', `"'"$payer"'"`)}' | tee quote.json`,
    payment: `transaction=SIGNED_BYTES_AS_BASE64
curl -s "${path}/payment" \\
  ${token} -H 'content-type: application/json' \\
  -d '{"transaction":"'"$transaction"'"}'`,
    run: `curl -s -X POST "${path}/run" \\
  ${token}`,
  };
}

function pythonSample(url: string, version: string, input: unknown): string {
  return `import json
import urllib.request

call = {
    "version": ${JSON.stringify(version)},
    "input": ${pythonLiteral(input).replaceAll("\n", "\n    ")},
}
request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(call).encode(),
    headers={"content-type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["run"]["output"])`;
}

const PYTHON_WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };

/** A JSON value as Python writes it: only the three words differ, and only outside of strings. */
export function pythonLiteral(value: unknown): string {
  return tokensOfJson(printJson(value))
    .map(({ kind, text }) => (kind === "number" ? (PYTHON_WORDS[text] ?? text) : text))
    .join("");
}

function typescriptSample(url: string, version: string, input: unknown): string {
  return `const response = await fetch("${url}", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    version: ${JSON.stringify(version)},
    input: ${printJson(input).replaceAll("\n", "\n    ")},
  }),
});
if (!response.ok) throw new Error((await response.json()).detail);
const { run } = await response.json();
console.log(run.output);`;
}
