import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { type ReadResourceResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import {
  DIRECTORY_MIME_TYPE,
  RESOURCES_DIRECTORY_READ_METHOD,
  type Skill,
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
} from "@modelcontextprotocol/server/ext/skills";
import type { z } from "zod";
import { jsonOf, writtenFrom } from "@/api/frame/json-of";
import { type ActiveSkills, pinnedSkills, skillUri } from "@/api/mcp/active-skills";
import { mediaType } from "@/api/mcp/media-type";
import { skillMembers, skillSchema } from "@/api/schemas/skill";
import { searchQuery, toSkillSearch } from "@/api/search";
import { assertStillOffered, type OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { findServed, getServed, listServed, serveVersions } from "@/lib/catalogue/served-skills/list-served";
import type { ServedSkill } from "@/lib/catalogue/served-skills/served-skill";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { whyLeftOut } from "@/lib/registry/sets/describe-left-out";
import { describeInvalidMember } from "@/lib/kernel/json/describe-invalid-member";

/** What the server says it can (SEP-2640, "Capability Negotiation"). */
export const SKILLS_CAPABILITY = { [SKILLS_EXTENSION_ID]: { directoryRead: true } };

/** How long a host may take an entry to be as it was; the bytes are checked against it when they are read. */
const CACHED = { ttlMs: 30_000, cacheScope: "public" } as const;

type Answer = Record<string, unknown>;

export const withCacheHint = (answer: Answer): Answer => ({ ...answer, ...CACHED });

interface ReadOf {
  /** Of the server, as the client called it: it may name skills, or conditions. */
  address: string;
  /** What is active, each in its version; null for a read that is the same for everybody. */
  skills: ActiveSkills | null;
}

/** The reads of the extension by their methods: public, of one address. */
export const SKILL_READS: Readonly<Record<string, (params: unknown, of: ReadOf) => Promise<Answer>>> = {
  [SKILLS_LIST_METHOD]: async (params, { address, skills }) =>
    skills !== null && new URL(address).searchParams.has("skills")
      ? listNamed(address, skills)
      : listSkills(memberOf(params, "cursor"), address),
  [SKILLS_GET_METHOD]: async (params, { skills }) => getSkill(memberOf(params, "uri"), skills),
  [RESOURCES_DIRECTORY_READ_METHOD]: async (params, { skills }) =>
    readDirectory(memberOf(params, "uri"), skills),
};

const MAX_MEMBER_CHARACTERS = 2_000;

/** A text of the parameters; undefined when it is left out. Throws REQUEST_INVALID for anything else. */
function memberOf(params: unknown, name: string): string | undefined {
  const value = (params as Record<string, unknown> | undefined)?.[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value.length <= MAX_MEMBER_CHARACTERS) return value;
  throw new DomainError(
    "REQUEST_INVALID",
    `"${name}" must be a text of at most ${MAX_MEMBER_CHARACTERS} characters.`,
  );
}

/** One page of the catalogue, or of what the conditions in the address of the server find (those of the search). */
async function listSkills(cursor: string | undefined, address: string): Promise<Answer> {
  const { skills, nextCursor } = await listServed({
    ...toSkillSearch(readConditions(address)),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return { skills: skills.map(toEntry), ...(nextCursor === null ? {} : { nextCursor }), ...CACHED };
}

/**
 * The skills that the address of the server names, in the versions that are active, without pages. Those that are not
 * given stand under `_meta`, each with the reason.
 */
async function listNamed(address: string, active: ActiveSkills): Promise<Answer> {
  const { handles, leftOut } = await pinnedSkills(address);
  const missing = leftOut.map((part) => ({ skill: part.skill, reason: whyLeftOut(part) }));
  const opened: OpenSkill[] = [];
  for (const handle of handles) {
    try {
      opened.push(await active.openHandle(handle));
    } catch (error) {
      if (!isDomainError(error)) throw error;
      missing.push({ skill: handle, reason: error.message });
    }
  }
  const served = await serveVersions(opened);
  const skills = served.flatMap((each) => ("issue" in each ? [] : [toEntry(each)]));
  for (const each of served) if ("issue" in each) missing.push({ skill: each.slug, reason: each.issue });
  const meta = missing.length === 0 ? {} : { _meta: { "emporion/left_out": missing } };
  return { skills, ...meta, ...CACHED };
}

const conditions = searchQuery.omit({ limit: true, cursor: true });

function readConditions(address: string): z.infer<typeof conditions> {
  const read = conditions.safeParse(Object.fromEntries(new URL(address).searchParams));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  const detail = issue ? describeInvalidMember(issue) : "";
  throw new DomainError("REQUEST_INVALID", `In the address of the MCP server, ${place}: ${detail}`);
}

async function getSkill(uri: string | undefined, skills: ActiveSkills | null): Promise<Answer> {
  const { slug, path } = readUri(uri);
  if (path !== "SKILL.md") throw notASkill(uri);
  const served = await getServed(slug, skills?.find(slug)?.version);
  if (served.row.slug !== slug)
    throw new DomainError(
      "NOT_FOUND",
      `${slug} is called ${served.row.slug} now: ${skillUri(served.row.slug, path)}`,
    );
  return { skill: toEntry(served), ...CACHED };
}

const skillJson = jsonOf(writtenFrom(skillSchema.extend({}), skillMembers));

/** The entry of a skill; what the market knows of it beside its files stands under `_meta`. */
function toEntry({ row, frontMatter, files, packageDigest, seals, vetting, findings }: ServedSkill): Skill {
  const counting = seals.filter(({ counts }) => counts);
  return {
    uri: skillUri(row.slug, "SKILL.md"),
    frontmatter: frontMatter as Skill["frontmatter"],
    resources: files.map(({ path, sha256, sizeBytes }) => ({
      uri: skillUri(row.slug, path),
      digest: `sha256:${sha256}`,
      size: sizeBytes,
    })),
    _meta: {
      "emporion/skill": {
        ...skillJson(row),
        price_buys: priceSentence(row),
        package_digest: packageDigest,
        seals: counting.map((seal) => ({
          audit_id: seal.auditId,
          version: seal.version,
          scope: seal.scope,
          verifier_name: seal.verifierName,
          verifier_address: seal.verifierAddress,
          package_digest: seal.packageDigest,
          issued_at: seal.issuedAt,
          expires_at: seal.expiresAt,
        })),
        vetting: vetting && {
          engine_version: vetting.engineVersion,
          report_digest: vetting.reportDigest,
          finished_at: vetting.finishedAt,
          findings: (findings ?? []).map(({ code, severity }) => ({ code, severity })),
        },
      },
    },
  };
}

/** The direct children of a folder of a skill; `skill://NAME` is the folder of all. */
async function readDirectory(uri: string | undefined, skills: ActiveSkills | null): Promise<Answer> {
  const { slug, path } = readUri(uri);
  const { row, stored } = await findServed(slug, skills?.find(slug)?.version);
  const before = path === "" ? "" : `${path}/`;
  const inside = stored.files.filter((file) => file.path.startsWith(before));
  if (inside.length === 0) throw new DomainError("NOT_FOUND", `There is no folder ${shown(uri)}.`);
  const folders = new Set<string>();
  const resources = inside.flatMap((file) => {
    const [name = "", ...deeper] = file.path.slice(before.length).split("/");
    const child = { uri: skillUri(row.slug, before + name), name };
    if (deeper.length === 0)
      return [{ ...child, mimeType: mediaType(name, file.isText), size: file.sizeBytes }];
    if (folders.has(name)) return [];
    folders.add(name);
    return [{ ...child, mimeType: DIRECTORY_MIME_TYPE }];
  });
  return { resources, ...CACHED };
}

/**
 * A file of a skill, every byte of it. Of a skill that is active, the version that was activated; of any other the
 * newest, which `skills/get` describes. Throws NOT_FOUND and what `findServed` throws.
 */
export async function readSkillFile(skills: ActiveSkills | null, uri: string): Promise<ReadResourceResult> {
  const { slug, path } = readUri(uri);
  if (path === "") throw notASkill(uri);
  const active = skills?.find(slug);
  if (active) await assertStillOffered(active);
  const versionId = active?.versionId ?? (await findServed(slug)).stored.versionId;
  const { bytes, isText } = await readPackageFile(versionId, path);
  const text = isText ? decode(bytes) : null;
  const content = text === null ? { blob: Buffer.from(bytes).toString("base64") } : { text };
  return { contents: [{ uri, mimeType: mediaType(path, isText), ...content }] };
}

/** The text, if its bytes are these and no others: they are checked against a digest. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const URI = /^skill:\/\/([a-z0-9-]{1,64})(?:\/(.{1,1200}))?$/;

/** Name and path of an address; the path is empty for the folder of the skill. Throws NOT_FOUND. */
function readUri(uri: string | undefined): { slug: string; path: string } {
  const [, slug, written = ""] = URI.exec(uri ?? "") ?? [];
  if (slug === undefined) throw notASkill(uri);
  try {
    return { slug, path: decodeURIComponent(written) };
  } catch {
    throw notASkill(uri);
  }
}

const notASkill = (uri: string | undefined) =>
  new DomainError(
    "NOT_FOUND",
    `${shown(uri)} is no address here. A file is addressed as skill://<name>/<path>.`,
  );

const shown = (uri: string | undefined) => `"${(uri ?? "").slice(0, 200)}"`;

/** What the caller did wrong, or asks for in vain, as the protocol has it: one code for both. */
export const errorOf = ({ message, code }: DomainError) => ({
  code: ProtocolErrorCode.InvalidParams,
  message,
  data: { error_code: code },
});

/** Rejects with an error of the protocol in place of one of ours. */
export async function asProtocolError<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message, data } = errorOf(error);
    throw new ProtocolError(code, message, data);
  }
}
