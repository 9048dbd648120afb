import { writeArchive, type SkillPackage } from "../lib/package";
import type { MarketConnection } from "./request";
import type { Draft, Publication, Withdrawal } from "./types";

type Json = Record<string, unknown>;
const text = (record: Json, name: string) => (typeof record[name] === "string" ? record[name] : "");

/** Publishes a version; it appears when vetting approves it. Needs an API key. Throws MarketError. */
export async function publishSkill(connection: MarketConnection, skill: SkillPackage): Promise<Publication> {
  const body = new FormData();
  const archive = writeArchive(skill.files, skill.rootDirectory ?? "", { compression: "deflate" });
  body.set("skill_file", new Blob([Uint8Array.from(archive)]), "skill.skill");
  const answer = await connection.json<Json>({ method: "POST", path: "/v1/skills/upload", body });
  return {
    skillId: text(answer, "skill_id"),
    versionId: text(answer, "version_id"),
    name: text(answer, "name"),
    version: text(answer, "version"),
    vettingJobId: text(answer, "vetting_job_id"),
  };
}

/** Withdraws a published version, for good; whoever used it reads the reason. Needs an API key. Throws MarketError. */
export async function yankVersion(
  connection: MarketConnection,
  { skill, version, reason }: { skill: string; version: string; reason: string },
): Promise<Withdrawal> {
  const path = `/v1/skills/${encodeURIComponent(skill)}/versions/${encodeURIComponent(version)}/yank`;
  const answer = await connection.json<Json>({ method: "POST", path, json: { reason } });
  return { version: text(answer, "version"), at: text(answer, "yanked_at"), reason: text(answer, "reason") };
}

export interface VettingFinding {
  code: string;
  severity: string;
  message: string;
  file?: string | null;
  line?: number | null;
  /** What to do about it. */
  remedy?: string | null;
}

/** What became of the vetting of a publication. */
export interface VettingAnswer {
  is_done: boolean;
  vetting_status: "pending" | "approved" | "caution" | "rejected";
  findings: VettingFinding[];
  /** Where the owner reads the findings and appeals; null for a draft. */
  page_url?: string | null;
  [member: string]: unknown;
}

export const getVetting = (connection: MarketConnection, jobId: string): Promise<VettingAnswer> =>
  connection.json({ path: `/v1/skills/vetting/${encodeURIComponent(jobId)}` });

export interface DraftOptions {
  /** `<name>[@<provider>]` of the agent that uploads. */
  agent: string;
  /** What its first draft was answered with. */
  secret?: string;
  contactEmail?: string;
}

/** Uploads a draft without an account; a person claims it. Throws MarketError. */
export async function uploadDraft(
  connection: MarketConnection,
  { files }: SkillPackage,
  { agent, secret, contactEmail }: DraftOptions,
): Promise<Draft> {
  const inBase64 = (wanted: boolean) =>
    files
      .filter(({ path }) => (path === "SKILL.md") === wanted)
      .map((file) => [file.path, file.bytes] as const);
  const [[, skillMd] = ["", new Uint8Array()]] = inBase64(true);
  const others = inBase64(false).map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]);
  const answer = await connection.json<Json>({
    method: "POST",
    path: "/v1/drafts/upload",
    headers: { "x-agent-author": agent, ...(secret === undefined ? {} : { "x-agent-secret": secret }) },
    json: {
      skill_md: new TextDecoder().decode(skillMd),
      base64_files: Object.fromEntries(others) as Record<string, string>,
      ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
    },
  });
  const identity = (answer["agent_identity"] ?? {}) as Json;
  return {
    skillId: text(answer, "skill_id"),
    name: text(answer, "skill_name"),
    version: text(answer, "version_number"),
    claimUrl: text(answer, "claim_url"),
    agentSecret: text(identity, "agent_secret") || null,
  };
}
