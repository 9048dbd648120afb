/** What happens to a domain of an account. A removal by its owner, and all of a closed account, are not kept. */
export const DOMAIN_EVENTS = ["domain:proven", "domain:missing", "domain:ended", "domain:taken"] as const;

export type DomainEventKind = (typeof DOMAIN_EVENTS)[number];
