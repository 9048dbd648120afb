import { database } from "@/lib/db/client";
import { domainRecord, type DomainRecord } from "@/lib/identity/domains/domain-record";
import type { Finding } from "@/lib/identity/domains/finding";
import { listDomainsOf, type DomainRow } from "@/lib/identity/domains/repository";

/** A domain as everybody may see it. */
export interface ProvenDomain {
  /** As the DNS is asked: lower case, `xn--…` for other scripts. */
  domain: string;
  /** As an ISO time. */
  provenAt: string;
}

/** A domain as its owner sees it; times are ISO. */
export interface OwnDomain {
  domain: string;
  record: DomainRecord;
  /** Null while it is not shown. */
  provenAt: string | null;
  /** What the DNS said last, and when. */
  finding: Finding | null;
  checkedAt: string | null;
}

/** The domains an account has proven, the first one first. */
export async function listProvenDomains(accountId: string): Promise<ProvenDomain[]> {
  const rows = await listDomainsOf(database(), accountId);
  return rows
    .flatMap(({ domain, provenAt }) => (provenAt ? [{ domain, provenAt: provenAt.toISOString() }] : []))
    .sort((one, other) => (one.provenAt < other.provenAt ? -1 : 1));
}

/** Domains an account had proven whose record is not seen any more, until it is again or they are removed. */
export async function listLostDomains(accountId: string): Promise<string[]> {
  const rows = await listDomainsOf(database(), accountId);
  const isLost = ({ seenAt, provenAt, failedDays }: DomainRow) =>
    seenAt !== null && (provenAt === null || failedDays > 0);
  return rows.filter(isLost).map(({ domain }) => domain);
}

/** The domains of the account, proven or not, each with the record that proves it. */
export async function listOwnDomains(accountId: string): Promise<OwnDomain[]> {
  const rows = await listDomainsOf(database(), accountId);
  return rows.map(({ domain, provenAt, finding, checkedAt }) => ({
    domain,
    record: domainRecord(accountId, domain),
    provenAt: provenAt?.toISOString() ?? null,
    finding,
    checkedAt: checkedAt?.toISOString() ?? null,
  }));
}
