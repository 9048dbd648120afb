import { assertPolicyAllows } from "@/lib/audits/policy/judge-versions";
import type { OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { DomainError } from "@/lib/kernel/errors";

/** Who a conversation belongs to. */
export interface Caller {
  /** As far as rate limits go: the account, or the address. */
  subject: string;
  /** Whose profile and reminders: account or agent; null for somebody unknown. */
  ownerId: string | null;
  accountId: string | null;
  /** The API key of the account. */
  keyId: string | null;
  address: string;
}

/** Throws POLICY_REFUSED for a skill that the policy of the caller's account refuses. */
export const allowedFor =
  ({ accountId }: Caller) =>
  (skill: OpenSkill): Promise<void> =>
    assertPolicyAllows(accountId, skill);

/** Whose profile and reminders a tool uses. Throws AUTH_REQUIRED for somebody unknown. */
export function ownerOf({ ownerId }: Caller): string {
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "AUTH_REQUIRED",
    "Nothing is kept for somebody unknown. Connect with an API key: Authorization: Bearer sk_….",
  );
}
