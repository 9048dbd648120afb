import { z } from "@hono/zod-openapi";
import { lookupText } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { FINDING_TEXTS } from "@/lib/identity/domains/finding";
import type { OwnDomain } from "@/lib/identity/domains/list-domains";

const MAX_WRITTEN_CHARACTERS = 512;

export const domainText = lookupText(MAX_WRITTEN_CHARACTERS).min(1);

export const ownDomainSchema = z
  .object({
    domain: z.string().describe("As in the DNS: lower case, `xn--…` for other scripts."),
    record: z
      .object({
        type: z.literal("TXT"),
        name: z.string().describe("Where the record stands."),
        value: z.string().describe("Made for this market, this account and this domain; no secret."),
      })
      .describe("What proves the domain: set it in its DNS, and leave it there."),
    proven_at: moment.nullable().describe("null: not proven, and shown nowhere."),
    finding: z
      .enum(["seen", "missing", "another", "taken", "no-answer"])
      .nullable()
      .describe("What the DNS said last; null before it was asked."),
    finding_text: z.string().nullable().describe("The same in a sentence."),
    checked_at: moment.nullable(),
    check_url: z.url().describe("POST here once the record is set."),
  })
  .openapi("OwnDomain");

export function toOwnDomainJson(
  { domain, record, provenAt, finding, checkedAt }: OwnDomain,
  baseUrl: string,
): z.infer<typeof ownDomainSchema> {
  return {
    domain,
    record: { type: "TXT", ...record },
    proven_at: provenAt,
    finding,
    finding_text: finding && FINDING_TEXTS[finding],
    checked_at: checkedAt,
    check_url: `${baseUrl}/v1/account/domains/${domain}/check`,
  };
}
