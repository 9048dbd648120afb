import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { lookupText } from "@/api/schemas/parameters";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";
import { isVersionTag, type VersionTag } from "@/lib/skill-format";

const UPLOAD_PATH = /^\/api\/v1\/skills\/-\/upload(-url)?(\/|$)/;

/** Counts every request of an address, so that every answer says how many are left. */
export const countClawhubRequests: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const limit = UPLOAD_PATH.test(c.req.path) ? REQUEST_LIMITS.clawhubUpload : REQUEST_LIMITS.clawhub;
  await limitRate(c, limit, callerAddress(c));
  await next();
};

const MAX_BODY_BYTES = 512 * 1024;
const name = lookupText(100).min(1);
const query = z.object({
  slug: name.optional(),
  ownerHandle: name.optional(),
  version: lookupText(64).min(1).optional(),
  tag: lookupText(64).min(1).optional(),
});

/** The body of a request as `schema` has it. Throws REQUEST_INVALID naming the first fault. */
export async function readClientJson<T>(c: ApiContext, schema: z.ZodType<T>): Promise<T> {
  return checked(schema, parseJsonBody(await readBody(c.req.raw, { maxBytes: MAX_BODY_BYTES })));
}

/** Which version of which skill a request is about. */
interface AskedSkill {
  slug: string;
  version?: string | undefined;
  /** The tag it was asked by, if any. */
  tag: VersionTag | null;
}

/** Names in the path win over those of the query. Throws REQUEST_INVALID, and VERSION_NOT_FOUND for an unknown tag. */
export function readAskedSkill(c: ApiContext): AskedSkill & { ownerHandle?: string | undefined } {
  const given = checked(query, c.req.query());
  const slug = c.req.param("slug") ?? given.slug;
  if (slug === undefined) throw new DomainError("REQUEST_INVALID", "Name a skill: ?slug=….");
  const tag = given.tag ?? (given.version && isVersionTag(given.version) ? given.version : undefined);
  if (tag !== undefined && !isVersionTag(tag))
    throw new DomainError(
      "VERSION_NOT_FOUND",
      `No version has the tag ${tag}; "latest" and "next" are the tags here.`,
    );
  const version = c.req.param("version") ?? tag ?? given.version;
  return { slug: checked(name, slug), version, tag: tag ?? null, ownerHandle: given.ownerHandle };
}

/** The skill a request is about. Throws SKILL_NOT_FOUND also when it belongs to somebody else than was named. */
export async function getAskedSkill(c: ApiContext): Promise<SkillDetail> {
  const { slug, version, ownerHandle } = readAskedSkill(c);
  const detail = await getSkill(slug, { version });
  assertOwner(detail, ownerHandle);
  return detail;
}

export function assertOwner(
  { slug, publisher }: Pick<SkillDetail, "slug" | "publisher">,
  handle?: string,
): void {
  if (handle === undefined || handle.toLowerCase() === publisher?.toLowerCase()) return;
  throw new DomainError("SKILL_NOT_FOUND", `@${handle} has no skill "${slug}".`);
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;

/** How many are asked for, within what one answer holds. */
export function limitOf(c: ApiContext): number {
  const asked = Math.trunc(Number(c.req.query("limit") ?? DEFAULT_LIMIT));
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), MAX_LIMIT) : DEFAULT_LIMIT;
}

/** The query of a request as `schema` has it. Throws REQUEST_INVALID naming the first fault. */
export const readQuery = <T>(c: ApiContext, schema: z.ZodType<T>): T => checked(schema, c.req.query());

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new DomainError(
    "REQUEST_INVALID",
    `${first?.path.join(".") || "request"}: ${first?.message ?? "not valid"}`,
  );
}
