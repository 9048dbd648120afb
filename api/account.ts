import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import NOTICES from "@/api/notices.json";
import { noun } from "@/api/frame/operation";
import { lookupText } from "@/api/schemas/parameters";
import {
  auditMark,
  auditState,
  digest,
  lamports,
  moment,
  runnableReason,
  trustLevel,
  vettingStatus,
} from "@/api/schemas/skill";
import {
  getDashboard,
  getOwnedCounts,
  type OwnSkill,
  type Attention,
  listAttention,
} from "@/lib/catalogue/dashboard/get-dashboard";
import { env } from "@/lib/platform/config/env";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { getAccount } from "@/lib/identity/accounts/accounts";
import {
  MAX_DOMAINS,
  addDomain,
  findDomainRecord,
  getOwnDomain,
  listLostDomains,
  listOwnDomains,
  removeDomain,
  type OwnDomain,
} from "@/lib/identity/domains/own-domains";
import { inNameOf } from "@/lib/identity/organisations/in-name-of";
import { FINDING_TEXTS } from "@/lib/identity/domains/domain-record";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

export const account = noun("Account");

const accountSchema = z
  .object({
    account_id: z.string().describe("Stays the same when the account changes its name."),
    username: z.string(),
    url: z.url().describe("What everybody sees of it."),
    role: z.enum(["member", "administrator"]),
    wallets: z
      .array(z.string())
      .describe("Linked by signing in with each. Only these can be the payee of what the account publishes."),
    email_verified: z.boolean().describe("Whether mails reach it; the address is not told."),
    api_key: z
      .object({ id: z.string(), prefix: z.string() })
      .nullable()
      .describe("The key of this request, as GET /v1/keys/api lists it."),
    skills_count: z.int().describe("Its skills, published or not: GET /v1/account/skills."),
    agents_count: z.int(),
    created_at: moment,
  })
  .openapi("OwnAccount");

account
  .get("/v1/account", {
    id: "getOwnAccount",
    summary: "Whose key this is",
    key: "needed",
    answers: { 200: [accountSchema, "The account of the API key."] },
  })
  .handle(async ({ actor: { accountId, apiKey } }) => {
    const [account, owned] = await Promise.all([getAccount(accountId), getOwnedCounts(accountId)]);
    return {
      ...account,
      url: `${env().APP_URL}/people/${encodeURIComponent(account.username)}`,
      wallets: account.wallets.map(({ address }) => address),
      apiKey: apiKey ?? null,
      skillsCount: owned.skills,
      agentsCount: owned.agents,
    };
  });

const ownSkillSchema = writtenFrom(
  z
    .object({
      name: z.string(),
      organisation: z.string().nullable().describe("The one that owns it; null where you do yourself."),
      version: z.string().describe("The last one that was uploaded, whatever became of it."),
      version_id: z.string(),
      package_digest: digest,
      executable_files: z.array(z.string()).nullable().describe("Null where it was not recorded."),
      vetting_status: vettingStatus,
      vetting_url: z.url().describe("How its vetting stands, with the findings."),
      published: z.boolean(),
      yanked: z.boolean(),
      quarantined: z.boolean(),
      audit_state: auditState,
      audit: auditMark,
      audit_can_be_asked: z.boolean().describe("It is listed and unsealed: POST …/audit-request."),
      audit_asked_at: moment.nullable(),
      objected: z.boolean().describe("The last verdict a verifier signed about it is no seal."),
      trust_level: trustLevel,
      examples_total: z.int(),
      examples_proven: z.int(),
      price_lamports: lamports.describe("In force now: 0 while no call of it is made."),
      declared_price_lamports: lamports.describe("What its publisher asks for a call."),
      runnable: z.boolean(),
      runnable_reason: runnableReason,
      calls_7d: z.int(),
      total_calls: z.int(),
      total_downloads: z.int(),
      uploaded_at: moment,
    })
    .openapi("OwnSkill"),
  (skill: OwnSkill) => ({
    name: skill.slug,
    vetting_url: `${env().APP_URL}/v1/skills/versions/${skill.versionId}/vetting-status`,
    audit_can_be_asked: skill.askable,
    declared_price_lamports: skill.declaredLamports,
    runnable_reason: explainObstacles(skill.obstacles),
    total_calls: skill.callsTotal,
    total_downloads: skill.downloadsTotal,
  }),
);

account
  .get("/v1/account/skills", {
    id: "listOwnSkills",
    summary: "Your skills, published or not, each with its newest version",
    description:
      "With those of the organisations that you act for. Also what vetting holds or has rejected, what was withdrawn and what is in quarantine. The 200 most called; every published version of one: GET /v1/skills/{id}/versions.",
    key: "needed",
    stages: true,
    answers: { 200: [z.object({ results: z.array(ownSkillSchema) }), "The most called first."] },
  })
  .handle(async ({ actor }) => ({ results: (await getDashboard(actor.accountId)).skills }));

/** What each says, and where a program reads on and acts; `{name}` and `{id}` stand for the skill and the version. */
const KINDS: Readonly<Record<Attention["kind"], { text: string; look: string; act: string | null }>> =
  NOTICES;

const noticeSchema = writtenFrom(
  z
    .object({
      kind: z.enum(Object.keys(KINDS) as [Attention["kind"], ...Attention["kind"][]]),
      skill: z.string().describe("Its name; of `member` that of the organisation."),
      version: z.string().nullable(),
      number: z.int().describe("Which example (from 1), or how many reviews; else 0."),
      missing_lamports: lamports.nullable().describe("What a payee's wallet lacks; else null."),
      at: moment.describe(
        "Since when; of what keeps a price from being paid, when it was looked at; of `challenged`, `offered`, `invited` and `member`, until when.",
      ),
      text: z.string(),
      look_url: z.url().describe("GET what there is to know."),
      act: z.string().nullable().describe("What a program can do about it; null when nothing."),
    })
    .openapi("Notice"),
  ({ kind, slug, versionId }: Attention) => {
    const { text, look, act } = KINDS[kind];
    const fill = (words: string) => words.replace("{name}", slug).replace("{id}", versionId ?? "");
    return { skill: slug, text, look_url: env().APP_URL + fill(look), act: act && fill(act) };
  },
);

account
  .get("/v1/account/notices", {
    id: "listNotices",
    summary: "What needs you now",
    description:
      "What others decided about your skills and what stopped working, the gravest first, as the dashboard says it; nothing when all is well. An entry goes when its cause does: poll this, a few times a day is enough.",
    key: "needed",
    answers: {
      200: [
        z.object({
          results: z.array(noticeSchema),
          lost_domains: z
            .array(z.string())
            .describe("Domains you had proven, and whose record is gone: GET /v1/account/domains."),
        }),
        "At most twelve.",
      ],
    },
  })
  .handle(async ({ actor: { accountId } }) => {
    const [attention, lost] = await Promise.all([listAttention(accountId), listLostDomains(accountId)]);
    return { results: attention, lostDomains: lost };
  });

const MAX_WRITTEN_CHARACTERS = 512;

const domainText = lookupText(MAX_WRITTEN_CHARACTERS).min(1);

const ownDomainSchema = writtenFrom(
  z
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
    .openapi("OwnDomain"),
  ({ domain, finding }: OwnDomain) => ({
    finding_text: finding && FINDING_TEXTS[finding],
    check_url: `${env().APP_URL}/v1/account/domains/${domain}/check`,
  }),
);

const ofOrganisation = z.object({
  organisation: lookupText(64)
    .optional()
    .describe("User name of an organisation that you own; left out: your account."),
});
const ofAccount = ({ organisation }: z.infer<typeof ofOrganisation>) =>
  ({ organisation, act: "account" }) as const;

account
  .get("/v1/account/domains", {
    id: "listDomains",
    summary: "The domains of your account, each with the record that proves it",
    key: "needed",
    query: ofOrganisation,
    answers: { 200: [z.object({ results: z.array(ownDomainSchema) }), "In the order they were added."] },
    problems: ["NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ actor, query }) => {
    const { accountId } = await inNameOf(actor, ofAccount(query));
    return { results: await listOwnDomains(accountId) };
  });

account
  .post("/v1/account/domains", {
    id: "addDomain",
    summary: "Add a domain to your account, to be proven",
    description: `Answers with the TXT record to set in the DNS of the domain; POST its check_url once it is set. Nothing is shown to anybody before the record was seen. Adding one again changes nothing. ${MAX_DOMAINS} domains at most.`,
    key: "needed",
    query: ofOrganisation,
    json: z
      .object({ domain: domainText.describe("The name alone: example.com, or one below it.") })
      .openapi("DomainRequest"),
    maxBytes: 4 * 1024,
    answers: { 200: [ownDomainSchema, "The domain, with its record."] },
    problems: ["NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ json, query, ...asked }) => {
    const actor = await inNameOf(asked.actor, ofAccount(query));
    const { domain } = json;
    await addDomain(actor, domain);
    return getOwnDomain(actor, domain);
  });

account
  .delete("/v1/account/domains/{domain}", {
    id: "removeDomain",
    summary: "Take a domain off your account",
    description: "It is shown nowhere from then on. Proving it again takes the same record.",
    key: "needed",
    query: ofOrganisation,
    params: z.object({ domain: domainText }),
    answers: { 200: [z.object({ status: z.literal("success"), domain: z.string() }), "It is gone."] },
    problems: ["NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ params, query, ...asked }) => {
    const actor = await inNameOf(asked.actor, ofAccount(query));
    const { domain } = await getOwnDomain(actor, params.domain);
    await removeDomain(actor, domain);
    return { domain };
  });

account
  .post("/v1/account/domains/{domain}/check", {
    id: "checkDomain",
    summary: "Look for the record of a domain now",
    description: `Asks the DNS, and answers what it found: with the finding \`seen\` the domain is proven. Anything else is no failure of the request: the sentence beside it says what to do. ${REQUEST_LIMITS.domainChecks.points} an hour for each account. Of a domain that is proven a check takes nothing away; the market asks again about daily.`,
    key: "needed",
    query: ofOrganisation,
    params: z.object({ domain: domainText }),
    answers: { 200: [ownDomainSchema, "What was found; proven_at says whether the domain is proven."] },
    problems: ["NOT_FOUND", "PERMISSION_DENIED", "RATE_LIMITED"],
  })
  .handle(async ({ params, query, ...asked }) => {
    const actor = await inNameOf(asked.actor, ofAccount(query));
    const { domain } = await getOwnDomain(actor, params.domain);
    await consumeRateLimit(REQUEST_LIMITS.domainChecks, actor.accountId);
    await findDomainRecord(actor, domain);
    return getOwnDomain(actor, domain);
  });
