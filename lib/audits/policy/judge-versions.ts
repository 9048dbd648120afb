import {
  selectVersionFacts,
  type AskedVersions,
  type StoredFacts,
} from "@/lib/audits/policy/version-facts-repository";
import { database } from "@/lib/db/client";
import { findRulesOf } from "@/lib/identity/policies/account-policies";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { statedAccess } from "@/lib/skill-format";
import {
  accessOf,
  describeRefusal,
  hostsOf,
  judge,
  type Refusal,
  type VersionFacts,
} from "@/lib/vetting/policy/judge";
import type { Policy } from "@/lib/vetting/policy/policy";

/** Why a policy refuses versions, by the id of their skill; a skill that it allows has no entry. One query. */
export async function judgeVersions(
  policy: Policy,
  asked: AskedVersions,
  clock: Clock = systemClock,
): Promise<Map<string, Refusal[]>> {
  const now = clock.now();
  const stored = await selectVersionFacts(database(), asked, now);
  const judged = stored.map((each) => [each.skillId, judge(policy, toFacts(each), now)] as const);
  return new Map(judged.filter(([, refusals]) => refusals.length > 0));
}

function toFacts(stored: StoredFacts): VersionFacts {
  const { auditState, verifiers, publisher, publishedAt, license, findings, picture } = stored;
  return {
    auditState,
    verifiers,
    publisher: publisher && { id: publisher.id, name: publisher.username },
    hosts: hostsOf(picture),
    access: accessOf(statedAccess(stored), findings ?? []),
    publishedAt,
    license,
    priceLamports: BigInt(stored.priceLamports),
    findings,
  };
}

/** How a refusal names whose policy it is. */
const OWN_POLICY = "your account's policy (GET /v1/account/policy)";

/**
 * Why the policy of an account refuses the latest versions of skills, a sentence each, by the id of the skill; empty where
 * it has no policy.
 */
export async function listRefusalsOf(
  accountId: string,
  skillIds: readonly string[],
): Promise<Map<string, string[]>> {
  const policy = skillIds.length === 0 ? null : await findRulesOf(accountId);
  if (policy === null) return new Map();
  const judged = await judgeVersions(policy, { skillIds });
  return new Map(
    [...judged].map(([id, refusals]) => [id, refusals.map((each) => describeRefusal(each, OWN_POLICY))]),
  );
}

/**
 * Nothing where an account is not known, has no policy, or its policy allows the version. Throws POLICY_REFUSED, with
 * the first rule as `details.reason`, where its policy refuses it.
 */
export async function assertPolicyAllows(
  accountId: string | null | undefined,
  { versionId, slug, version }: { versionId: string; slug: string; version: string },
): Promise<void> {
  if (!accountId) return;
  const policy = await findRulesOf(accountId);
  if (policy === null) return;
  const [refusals] = [...(await judgeVersions(policy, { versionIds: [versionId] })).values()];
  const [first, ...others] = refusals ?? [];
  if (first === undefined) return;
  const more =
    others.length === 0 ? "" : ` It is also refused by ${others.map(({ rule }) => rule).join(", ")}.`;
  throw new DomainError(
    "POLICY_REFUSED",
    `${slug} ${version} is ${describeRefusal(first, OWN_POLICY)}.${more}`,
    { details: { reason: first.rule } },
  );
}
