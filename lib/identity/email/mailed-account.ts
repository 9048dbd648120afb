import { linkTo } from "@/lib/identity/agents/claim-link";
import type { AccountOfEmail } from "@/lib/identity/email/open-account-by-email";

/** What a mail says of the account: its key if it is new, and where to set a password while it has none. */
export function mailedAccount({ username, apiKey, awaitsPassword }: AccountOfEmail, token: string) {
  return {
    username,
    apiKey,
    passwordLink: awaitsPassword ? linkTo("claim-agent-complete", token) : null,
  };
}
