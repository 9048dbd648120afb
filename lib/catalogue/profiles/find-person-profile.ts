import { listSeals } from "@/lib/audits/seals";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { listAgentsOfAccount, type AccountAgent } from "@/lib/identity/agents/list-agents-of-account";
import { listProvenDomains, type ProvenDomain } from "@/lib/identity/domains/own-domains";
import {
  findPerson,
  selectAuditsGiven,
  selectAuditsReceived,
  selectPublishedNumbers,
  type AuditsGiven,
  type PersonRow,
} from "@/lib/catalogue/profiles/repository";
import type { PublishedNumbers } from "@/lib/catalogue/profiles/published-numbers";
import type { SealView, SkillRow } from "@/lib/registry/views";
import { listMatches } from "@/lib/catalogue/search/list-matches";

export interface PersonProfile {
  username: string;
  since: string;
  address: string | null;
  /** Domains the account has proven, the first one first. */
  domains: ProvenDomain[];
  numbers: PublishedNumbers;
  skills: SkillRow[];
  totalSkills: number;
  agents: AccountAgent[];
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
export async function findPersonProfile(
  username: string,
  clock: Clock = systemClock,
): Promise<PersonProfile | null> {
  const person = await findPerson(database(), username);
  if (!person) return null;
  const { accountId: ownerId } = person;
  const [numbers, domains, found, agents, auditsReceived, verifier] = await Promise.all([
    selectPublishedNumbers(database(), { ownerId }, clock.now()),
    listProvenDomains(ownerId),
    listMatches({ publisher: person.username, sort: "calls", limit: SKILLS }, { clock }),
    listAgentsOfAccount(ownerId),
    selectAuditsReceived(database(), ownerId, VERIFIERS),
    readVerifier(person, clock),
  ]);
  return {
    username: person.username,
    since: person.since.toISOString(),
    address: person.address,
    domains,
    numbers,
    skills: found,
    totalSkills: numbers.skills,
    agents,
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
