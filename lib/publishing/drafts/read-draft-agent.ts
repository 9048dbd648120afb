import { DomainError } from "@/lib/kernel/errors";
import { passesForMarket } from "@/lib/identity/accounts/username";
import { parseAuthorAgentHeader, parseAuthorAgentObject, type AuthorAgent } from "@/lib/skill-format";

export interface DraftAgent {
  author: AuthorAgent;
  warnings: string[];
}

/**
 * Who uploads a draft. Here the header is an identity, so it decides; a formal object of the same name adds
 * the session's hash and the time, without anything personal (USK, attribution). Throws
 * AGENT_AUTHOR_REQUIRED and AGENT_AUTHOR_INVALID.
 */
export function readDraftAgent({
  header,
  object,
}: {
  header: string | undefined;
  object: unknown;
}): DraftAgent {
  if (header === undefined || header.trim() === "") {
    throw new DomainError(
      "AGENT_AUTHOR_REQUIRED",
      "Say who is uploading: X-Agent-Author: <name>[@<provider>].",
    );
  }
  const named = parseAuthorAgentHeader(header);
  if (!named.ok || named.authorAgent === null) {
    const why = named.ok ? "it is empty" : named.message;
    throw new DomainError("AGENT_AUTHOR_INVALID", `X-Agent-Author is not valid: ${why}.`);
  }
  if (passesForMarket(named.authorAgent.name)) {
    throw new DomainError(
      "AGENT_AUTHOR_INVALID",
      "X-Agent-Author is not valid: the name is the market's own.",
    );
  }
  const formal = parseAuthorAgentObject(object);
  if (!formal.ok)
    return { author: named.authorAgent, warnings: [`author_agent was left out: ${formal.message}`] };
  const removed = formal.removed.map((member) => `author_agent.${member} was left out`);
  if (formal.authorAgent === null) return { author: named.authorAgent, warnings: removed };
  if (formal.authorAgent.name !== named.authorAgent.name) {
    return {
      author: named.authorAgent,
      warnings: [...removed, "author_agent names another agent than X-Agent-Author; the header counts"],
    };
  }
  return { author: { ...formal.authorAgent, ...named.authorAgent }, warnings: removed };
}
