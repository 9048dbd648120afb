/** What an account can be sent, and which kinds of events each type tells of. Names stay; more may come. */
export const OF_EVENTS = {
  "version.published": ["version:published"],
  "version.held": ["version:quarantined"],
  "version.rejected": ["version:rejected"],
  "version.decided": ["version:decided"],
  "version.withdrawn": ["version:yanked"],
  "skill.quarantined": ["skill:quarantined"],
  "skill.released": ["skill:released"],
  "audit.signed": ["version:sealed", "version:changes_requested", "version:challenge"],
  "audit.revoked": ["audit:revoked"],
  "challenge.opened": ["challenge:opened"],
  "challenge.decided": ["challenge:decided"],
  "question.asked": ["skill:asked"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What is read from elsewhere than the events. */
const OF_TABLES = ["advisory.published", "advisory.withdrawn", "sale.settled"] as const;

export const WEBHOOK_TYPES = [
  ...(Object.keys(OF_EVENTS) as (keyof typeof OF_EVENTS)[]),
  ...OF_TABLES,
] as const satisfies readonly string[];

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** What the owner has sent to see whether it arrives; nobody chooses it. */
export const TEST_TYPE = "webhook.test";
