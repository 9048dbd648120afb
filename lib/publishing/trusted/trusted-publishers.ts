import { z } from "zod";
import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { env } from "@/lib/platform/config/env";
import {
  deleteTrusted,
  insertTrusted,
  listTrusted,
  listTrustedOfOwners,
  type TrustedPublisherRow,
} from "@/lib/publishing/trusted/repository";
import { lockOwnSkill } from "@/lib/registry/find-skill";

/** How many jobs may publish one skill. */
export const MAX_TRUSTED = 10;

/** What is typed of a job; each is as its CI writes it. */
const FORMS = {
  repository: z
    .string()
    .max(200)
    .regex(/^[\w.-]+(?:\/[\w.-]+)+$/),
  workflow: z
    .string()
    .max(200)
    .regex(/^[\w./ -]+\.ya?ml$/),
  environment: z
    .string()
    .max(100)
    .regex(/^[\p{L}\p{N}._\-/ ]*$/u),
};

export interface TrustRequest {
  actor: Actor;
  /** Slug or id of an own skill. */
  skill: string;
  issuer: string;
  repository: string;
  workflow: string;
  /** Empty: any, and none. */
  environment: string;
  /** What it uploads waits for a person to release it. */
  mayOnlyStage: boolean;
}

/** A job as the owner of the skill sees it; times are ISO. */
export type TrustedPublisherView = Pick<
  TrustedPublisherRow,
  "id" | "slug" | "issuer" | "repository" | "workflow" | "environment" | "mayOnlyStage"
> & {
  /** Whether a token of its has been seen, which names the repository for good. */
  isSeen: boolean;
  since: string;
};

const toView = ({
  id,
  slug,
  issuer,
  repository,
  workflow,
  environment,
  mayOnlyStage,
  repositoryId,
  createdAt,
}: TrustedPublisherRow): TrustedPublisherView => ({
  id,
  slug,
  issuer,
  repository,
  workflow,
  environment,
  mayOnlyStage,
  isSeen: repositoryId !== null,
  since: createdAt.toISOString(),
});

/** The jobs that may publish the skills of the actor, by the skill's name. */
export async function listTrustedPublishers({ accountId }: Actor): Promise<TrustedPublisherView[]> {
  const ownerIds = await listOwnersActedFor(accountId, "own");
  return (await listTrustedOfOwners(database(), ownerIds)).map(toView);
}

/**
 * Lets a job of a CI publish versions of an own skill, in the actor's name, without a key: a person confirms that it is
 * them, and is told by mail. Named again, nothing changes.
 *
 * Throws CONFIRMATION_REQUIRED, SKILL_NOT_FOUND, PERMISSION_DENIED (a program; not the owner; beyond ten) and
 * REQUEST_INVALID, which names the member.
 */
export async function trustPublisher(
  { actor, skill, issuer, mayOnlyStage, ...written }: TrustRequest,
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now();
  if (actor.session === null)
    throw new DomainError("PERMISSION_DENIED", "A person names the jobs that may publish, on the page.");
  if (!env().CI_ISSUERS.some(({ url }) => url === issuer)) throw wrong("issuer");
  for (const [name, form] of Object.entries(FORMS))
    if (!form.safeParse(written[name as keyof typeof FORMS]).success) throw wrong(name);
  const { repository, workflow, environment } = written;
  await inTransaction(async (tx) => {
    await shareLockAccount(tx, actor.accountId);
    await assertConfirmed(tx, actor, now);
    const refusal = "Only the owner of a skill names the jobs that may publish it.";
    const own = await lockOwnSkill(tx, { skill, accountId: actor.accountId, act: "own", refusal });
    if ((await listTrusted(tx, own.id)).length >= MAX_TRUSTED)
      throw new DomainError("PERMISSION_DENIED", `A skill takes versions from at most ${MAX_TRUSTED} jobs.`);
    await insertTrusted(tx, {
      id: newId("tru", now.getTime()),
      skillId: own.id,
      issuer,
      repository,
      repositoryId: null,
      workflow,
      environment: environment === "" ? null : environment,
      mayOnlyStage,
      addedById: actor.accountId,
      createdAt: now,
    });
    await recordAccessChange(
      tx,
      {
        accountId: own.ownerId,
        change: "publisher-trusted",
        what: `${repository} (${workflow})`,
        skill: own.slug,
        by: actor,
      },
      now,
    );
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

const wrong = (name: string) =>
  new DomainError("REQUEST_INVALID", `The ${name} is not written as its CI writes it.`, {
    details: { errors: [{ pointer: `#/${name}`, detail: "not as its CI writes it" }] },
  });

/** Takes that right back; what was published with it stays. Throws NOT_FOUND where there is none of the actor's. */
export async function endTrust({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  const { accountId: addedById } = actor;
  const ownerIds = await listOwnersActedFor(addedById, "own");
  if ((await deleteTrusted(database(), id, { addedById, ownerIds })) === null)
    throw new DomainError("NOT_FOUND", "This job may not publish for you, or not any more.");
}
