import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { mayAct } from "@/lib/identity/organisations/roles";
import { assertAccessMayChange } from "@/lib/publishing/access/change-access";
import { isSkillAccess } from "@/lib/publishing/access/decide-access-change";
import { SKILL_ACCESSES } from "@/lib/registry/views";
import { findAccess, setAccess } from "@/lib/publishing/access/repository";
import type { Owner } from "@/lib/registry/find-or-make-skill";
import type { SkillAccess } from "@/lib/registry/views";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

interface UploadedAccess {
  skillId: string;
  owner: Owner;
  /** Said beside the file; left out, it stays, and is public for a new skill. */
  access?: SkillAccess | undefined;
  /** Of the version that is uploaded. */
  obstacles: readonly CallObstacle[];
}

/**
 * Sets who sees a skill with an upload, in its transaction, which holds the skill: until vetting has judged a version of
 * it; from then on an upload changes nothing. What is called and not installed has to stay callable. Throws
 * REQUEST_INVALID, which names the member.
 */
export async function applyUploadAccess(
  db: Database,
  { skillId, owner, access: wanted, obstacles }: UploadedAccess,
): Promise<void> {
  const { access: standing, isJudged, version } = await findAccess(db, skillId);
  const access = wanted ?? standing;
  if (access !== standing) {
    const isChosen = version === null || mayChoose(owner);
    if (isJudged || owner.kind === "draft" || !isChosen) throw wrongAccess(STANDING);
    await setAccess(db, skillId, access);
  }
  if (access === "call_only") assertAccessMayChange({ from: "public", to: access }, { isJudged, obstacles });
}

/** Whoever makes a skill chooses; later it is who may act as its owner. */
const mayChoose = (owner: Owner) =>
  owner.kind === "account" || (owner.kind === "maintainer" && mayAct(owner.roles ?? [], "own"));

const STANDING =
  "A version does not change who sees its skill: the owner does, at /dashboard/access or with PUT /v1/skills/{id}/access.";

/** What somebody says of the access of an upload; nothing for an empty text. Throws REQUEST_INVALID. */
export function readUploadAccess(text: string): SkillAccess | undefined {
  if (text === "") return undefined;
  if (isSkillAccess(text)) return text;
  throw wrongAccess(`The access of a skill is one of ${SKILL_ACCESSES.join(", ")}.`);
}

const wrongAccess = (detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer: "#/access", detail }] } });
