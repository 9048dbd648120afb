import { writeArchive, type SkillPackage } from "../lib/package";
import {
  deprecation,
  pluginPublication,
  publication,
  publishRight,
  stagedUpload,
  skillPrice,
  uploadedDraft,
  uploadPreview,
  vettingAnswer,
  withdrawal,
  type VettingAnswer,
} from "./answers";
import { part, readJson, type MarketConnection } from "./request";
import { MarketError } from "./market-error";
import type {
  Draft,
  PluginPublication,
  PublishOptions,
  Publication,
  StagedUpload,
  UploadPreview,
  Withdrawal,
} from "./types";

/**
 * Publishes a version; it appears when vetting approves it. Needs an API key. With `stage`, or a key that may only stage, it
 * waits for a person to release it instead. Throws MarketError.
 */
export async function publishSkill(
  connection: MarketConnection,
  skill: SkillPackage,
  { stage = false, access, organisation }: PublishOptions = {},
): Promise<Publication | StagedUpload> {
  const who = access === undefined ? {} : { access };
  const query = { ...(stage ? { stage: "true" } : {}), ...who, ...ownerOf(organisation) };
  const path = "/v1/skills/upload";
  const request = { method: "POST", path, query, body: toForm(skill), withKey: true } as const;
  const sent = await connection.send(request);
  if (sent.status === 202) {
    const { name, version, page_url: pageUrl } = readJson(sent, stagedUpload);
    return { name, version, pageUrl };
  }
  const answer = readJson(sent, publication);
  return {
    skillId: answer.skill_id,
    versionId: answer.version_id,
    name: answer.name,
    version: answer.version,
    vettingJobId: answer.vetting_job_id,
    priceLamports: answer.price_lamports ?? null,
    notCalled: answer.price_lamports ? (answer.runnable_reason ?? null) : null,
    warnings: answer.warnings ?? [],
  };
}

const ownerOf = (organisation: string | undefined) => (organisation === undefined ? {} : { organisation });

function toForm({ files, rootDirectory }: SkillPackage): FormData {
  const body = new FormData();
  const archive = writeArchive(files, rootDirectory ?? "", { compression: "deflate" });
  body.set("skill_file", new Blob([Uint8Array.from(archive)]), "skill.skill");
  return body;
}

/**
 * What publishing a package would make of it, with its examples run now; null from a market that does not say it. Needs an
 * API key. Throws MarketError.
 */
export async function previewUpload(
  connection: MarketConnection,
  skill: SkillPackage,
  { organisation }: Pick<PublishOptions, "organisation"> = {},
): Promise<UploadPreview | null> {
  const [path, query] = ["/v1/skills/preview", ownerOf(organisation)];
  const request = { method: "POST", path, query, body: toForm(skill), withKey: true } as const;
  try {
    const { version, facts } = await connection.json(request, uploadPreview);
    return {
      version: version ?? null,
      facts: facts.map((fact) => ({ ...fact, detail: fact.detail ?? null })),
    };
  } catch (error) {
    if (error instanceof MarketError && OF_OLDER_MARKETS.has(error.status)) return null;
    throw error;
  }
}

const OF_OLDER_MARKETS = new Set([404, 405]);

/**
 * Exchanges the token of a CI's job for the right to publish one version: it is sent in the place of an API key. Throws
 * MarketError.
 */
export async function exchangeToken(
  connection: MarketConnection,
  skill: string,
  token: string,
): Promise<string> {
  const request = { method: "POST", path: "/v1/trusted-publishing/tokens", json: { skill, token } } as const;
  return (await connection.json(request, publishRight)).token;
}

/** Publishes every skill of a plugin, an archive with plugin.json. Needs an API key. Throws MarketError. */
export async function publishPlugin(
  connection: MarketConnection,
  archive: Uint8Array,
): Promise<PluginPublication> {
  const body = new FormData();
  body.set("plugin_file", new Blob([Uint8Array.from(archive)]), "plugin.zip");
  const request = { method: "POST", path: "/v1/plugins", body, withKey: true } as const;
  const { name, skills, set } = await connection.json(request, pluginPublication);
  return {
    name,
    set: { name: set.name, version: set.version },
    skills: skills.map((skill) => ({
      name: skill.name,
      version: skill.version,
      vettingJobId: skill.vetting_job_id,
    })),
  };
}

/** Withdraws a published version, for good; whoever used it reads the reason. Needs an API key. Throws MarketError. */
export async function yankVersion(
  connection: MarketConnection,
  { skill, version, ...said }: { skill: string; version: string; reason: string; kind?: string | undefined },
): Promise<Withdrawal> {
  const path = `/v1/skills/${part(skill)}/versions/${part(version)}/yank`;
  const json = { reason: said.reason, ...(said.kind === undefined ? {} : { reason_kind: said.kind }) };
  const request = { method: "POST", path, json, withKey: true } as const;
  const answer = await connection.json(request, withdrawal);
  return {
    version: answer.version,
    at: answer.yanked_at,
    reason: answer.reason,
    kind: answer.reason_kind ?? null,
  };
}

/** Says that a skill of yours is replaced, or with null takes that back. Needs an API key. Throws MarketError. */
export async function setDeprecation(
  connection: MarketConnection,
  skill: string,
  said: { message: string; successor?: string } | null,
): Promise<void> {
  const path = `/v1/skills/${part(skill)}/deprecation`;
  const request =
    said === null
      ? ({ method: "DELETE", path, withKey: true } as const)
      : ({ method: "PUT", path, json: said, withKey: true } as const);
  await connection.json(request, deprecation);
}

/** Changes what a call of a skill of yours costs, in lamports. Needs an API key. Throws MarketError. */
export async function setPrice(
  connection: MarketConnection,
  skill: string,
  lamports: bigint,
): Promise<bigint> {
  const path = `/v1/skills/${part(skill)}/price`;
  const json = { price_lamports: lamports.toString() };
  const answer = await connection.json({ method: "PUT", path, json, withKey: true }, skillPrice);
  return answer.price_lamports;
}

export const getVetting = (connection: MarketConnection, jobId: string): Promise<VettingAnswer> =>
  connection.json({ path: `/v1/skills/vetting/${part(jobId)}`, withKey: true }, vettingAnswer);

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
  const request = {
    method: "POST",
    path: "/v1/drafts/upload",
    headers: { "x-agent-author": agent, ...(secret === undefined ? {} : { "x-agent-secret": secret }) },
    json: {
      skill_md: new TextDecoder().decode(skillMd),
      base64_files: Object.fromEntries(others) as Record<string, string>,
      ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
    },
  } as const;
  const answer = await connection.json(request, uploadedDraft);
  return {
    skillId: answer.skill_id,
    name: answer.skill_name,
    version: answer.version_number,
    claimUrl: answer.claim_url,
    agentSecret: answer.agent_identity?.agent_secret ?? null,
  };
}
