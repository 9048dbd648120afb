import { listSeals } from "@/lib/audits/seals";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { listOwnSets, type OwnSet } from "@/lib/registry/sets/save-set";
import { listAgentsOfAccount, type AccountAgent } from "@/lib/identity/agents/list-agents-of-account";
import { listProvenDomains, type ProvenDomain } from "@/lib/identity/domains/own-domains";
import {
  findPerson,
  selectAuditsGiven,
  selectAuditsReceived,
  selectPublishedNumbers,
  type AuditsGiven,
  type PersonRow,
  type PublishedNumbers,
  listProfileNames,
} from "@/lib/catalogue/profiles/repository";
import type { SealView, SkillRow } from "@/lib/registry/views";
import { listMatches } from "@/lib/search/search-skills";
import { findAgentFacts } from "@/lib/identity/agents/find-agent-facts";
import { getIdentityStats, type IdentityStats } from "@/lib/identity/accounts/accounts";

export type { PublishedNumbers };

interface PersonProfile {
  accountId: string;
  username: string;
  isOrganisation: boolean;
  since: string;
  address: string | null;
  /** Domains the account has proven, the first one first. */
  domains: ProvenDomain[];
  numbers: PublishedNumbers;
  skills: SkillRow[];
  totalSkills: number;
  agents: AccountAgent[];
  /** Sets of skills that stand, by name. */
  sets: OwnSet[];
  auditsReceived: { verifierName: string; username: string; seals: number }[];
  /** There while the account is, or was, a verifier. */
  verifier: {
    name: string;
    enrolledAt: string;
    revokedAt: string | null;
    given: AuditsGiven;
    latest: SealView[];
  } | null;
}

const SKILLS = 50;
const SEALS = 20;
const VERIFIERS = 20;

/**
 * What everybody may know of an account: what it has published, who checked it, and what it checked itself. Null for no
 * account, or a closed one.
 */
export async function findPersonProfile(username: string): Promise<PersonProfile | null> {
  const person = await findPerson(database(), username);
  if (!person) return null;
  const { accountId: ownerId } = person;
  const [numbers, domains, found, agents, sets, auditsReceived, verifier] = await Promise.all([
    selectPublishedNumbers(database(), { ownerId }, systemClock.now()),
    listProvenDomains(ownerId),
    listMatches({ publisher: person.username, sort: "calls", limit: SKILLS }, { clock: systemClock }),
    listAgentsOfAccount(ownerId),
    listOwnSets(ownerId),
    selectAuditsReceived(database(), ownerId, VERIFIERS),
    readVerifier(person, systemClock),
  ]);
  return {
    accountId: ownerId,
    username: person.username,
    isOrganisation: person.isOrganisation,
    since: person.since.toISOString(),
    address: person.address,
    domains,
    numbers,
    skills: found,
    totalSkills: numbers.skills,
    agents,
    sets,
    auditsReceived,
    verifier,
  };
}

async function readVerifier(
  { accountId, verifierName: name, enrolledAt, revokedAt }: PersonRow,
  clock: Clock,
): Promise<PersonProfile["verifier"]> {
  if (name === null || enrolledAt === null) return null;
  const [given, latest] = await Promise.all([
    selectAuditsGiven(database(), accountId),
    listSeals({ signedBy: accountId, limit: SEALS }, clock),
  ]);
  return {
    name,
    enrolledAt: enrolledAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    given,
    latest,
  };
}

interface AgentProfile {
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

/**
 * What everybody may know of an agent: totals, skills, provider and owner, never anything of a session. Null for an
 * unknown name.
 */
export async function findAgentProfile(name: string): Promise<AgentProfile | null> {
  if (name === "") return null;
  const facts = await findAgentFacts(name);
  const shown = facts?.name ?? name;
  const [numbers, identity, skills] = await Promise.all([
    selectPublishedNumbers(database(), { agent: shown }, systemClock.now()),
    getIdentityStats(shown),
    listMatches({ agent: shown, sort: "calls", limit: SKILLS }, { clock: systemClock }),
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

/** As many as one sitemap may reasonably hold of each. */
const MOST = 5_000;

/** Paths of the public pages of people and agents. */
export async function listProfilePaths(): Promise<string[]> {
  const { people, agents } = await listProfileNames(database(), MOST);
  return [...people.map((name) => `/people/${name}`), ...agents.map((name) => `/agents/${name}`)];
}
