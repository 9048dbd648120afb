import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findAgentFacts } from "@/lib/identity/agents/find-agent-facts";
import { getIdentityStats, type IdentityStats } from "@/lib/identity/accounts/get-identity-stats";
import { selectPublishedNumbers } from "@/lib/catalogue/profiles/repository";
import type { PublishedNumbers } from "@/lib/catalogue/profiles/published-numbers";
import type { SkillRow } from "@/lib/registry/views";
import { listMatches } from "@/lib/catalogue/search/list-matches";

export interface AgentProfile {
  name: string;
  provider: string | null;
  /** User name of the account that has claimed it. */
  owner: string | null;
  claimedAt: string | null;
  /** When its name was first used; null for one that is only named in files. */
  since: string | null;
  numbers: PublishedNumbers;
  identity: IdentityStats;
  skills: SkillRow[];
  totalSkills: number;
}

const SKILLS = 50;

/**
 * What everybody may know of an agent: totals, skills, provider and owner, never anything of a session. Null for an
 * unknown name.
 */
export async function findAgentProfile(
  name: string,
  clock: Clock = systemClock,
): Promise<AgentProfile | null> {
  if (name === "") return null;
  const facts = await findAgentFacts(name);
  const shown = facts?.name ?? name;
  const [numbers, identity, skills] = await Promise.all([
    selectPublishedNumbers(database(), { agent: shown }, clock.now()),
    getIdentityStats(shown, clock),
    listMatches({ agent: shown, sort: "calls", limit: SKILLS }, { clock }),
  ]);
  if (facts === null && numbers.skills === 0) return null;
  return {
    name: shown,
    provider:
      facts?.provider ??
      skills.find(({ authorAgent }) => authorAgent?.provider)?.authorAgent?.provider ??
      null,
    owner: facts?.owner ?? null,
    claimedAt: facts?.claimedAt?.toISOString() ?? null,
    since: facts?.createdAt.toISOString() ?? null,
    numbers,
    identity,
    skills,
    totalSkills: numbers.skills,
  };
}
