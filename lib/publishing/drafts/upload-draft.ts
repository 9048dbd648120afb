import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { decideUploadTerms } from "@/lib/publishing/decide-upload";
import { findHeldDraft, claimTokenOf } from "@/lib/publishing/drafts/claim-token";
import { type DraftRow, findDraft } from "@/lib/publishing/drafts/repository";
import { takeDraftPlace } from "@/lib/publishing/drafts/take-draft-place";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import { type AgentIdentityRow, findIdentity, lockIdentity } from "@/lib/identity/agents/agent-identity";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import type { SkillPackage } from "@/lib/package";
import { assertNameOpen, findOwnerOfUpload, type Owner } from "@/lib/registry/find-or-make-skill";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readUpload, type Upload } from "@/lib/publishing/read-upload";
import {
  storeArchive,
  storeVersion,
  type PublishedVersion,
  type VersionToStore,
} from "@/lib/publishing/store-version";
import { currentScanner } from "@/lib/vetting/current-scanner";
import type { ScanResult } from "@/lib/vetting/scan-package";
import { newId } from "@/lib/kernel/ids";
import type { AgentIdentityState } from "@/lib/identity/agents/agent-identity-state";
import { hashLinkToken, linkTo } from "@/lib/identity/agents/agent-links";
import { createAgentIdentity } from "@/lib/identity/agents/create-agent-identity";
import { recordContactEmail, type ContactEmail } from "@/lib/identity/accounts/contact-email";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import { type AuthorAgent, parseAuthorAgentHeader, parseAuthorAgentObject } from "@/lib/skill-format";
import { recordOrAsk } from "@/lib/publishing/publish-version";
import { passesForMarket } from "@/lib/identity/accounts/username";

export interface DraftRequest {
  package: SkillPackage;
  /** `<name>[@<provider>]`: who uploads. */
  agentHeader: string | undefined;
  secret: string | undefined;
  /** The formal attribution, if the body has one; it may only add to what the header says. */
  authorAgent?: unknown;
  claimToken?: unknown;
  contactEmail?: unknown;
  /** Language of the mail to the contact address. */
  locale: Locale;
  /** Whom the upload is counted for: the caller's address. */
  address: string;
}

export interface UploadedDraft extends StoredDraft {
  summary: string;
  warnings: string[];
}

const MAX_FINDINGS = 100;

/**
 * Takes an upload of an agent without an account (USK, draft upload). It is vetted here and now, and kept only when it
 * is approved: what is not approved leaves no trace but its place in the hourly count, and its names stay free. The
 * first upload under an agent's name takes that name and gives its secret, once.
 *
 * Throws AGENT_AUTHOR_REQUIRED, AGENT_AUTHOR_INVALID, AGENT_SECRET_REQUIRED, AGENT_SECRET_INVALID, CLAIM_TOKEN_INVALID,
 * CLAIM_TOKEN_EXPIRED, CLAIM_TOKEN_MISMATCH, CLAIM_ALREADY_COMPLETED, REQUEST_INVALID (the contact address),
 * UPLOAD_FAILED, SKILL_NAME_TAKEN, SKILL_NAME_RESERVED, SKILL_NAME_DRAFT_COLLISION, VERSION_NOT_HIGHER, RATE_LIMITED
 * and DRAFT_NOT_APPROVED.
 */
export async function uploadDraft(request: DraftRequest, clock: Clock = systemClock): Promise<UploadedDraft> {
  const now = clock.now();
  const agent = readDraftAgent({ header: request.agentHeader, object: request.authorAgent });
  const contactEmail = isGiven(request.contactEmail)
    ? readEmailAddress(request.contactEmail, "#/contact_email")
    : null;
  const identity = await proveAgent(agent.author.name, request.secret);
  const held = isGiven(request.claimToken) ? await findHeldDraft(database(), request.claimToken, now) : null;
  const upload = await readUpload(request.package);
  assertTokenFits(held, upload);
  await assertTerms(upload, identity, held);
  const { slug } = upload.check.manifest;
  await assertNameOpen(database(), { slug, owner: ownerOfUpload(identity, { held, now }), now });

  await takeDraftPlace(request.address, clock);
  const judgement = await currentScanner()(upload.package);
  assertApproved(judgement);
  const archive = await storeArchive(upload);
  const draft = { upload, archive, judgement, agent, held, secret: request.secret, now };
  const contact = contactEmail === null ? null : { email: contactEmail, locale: request.locale };
  const stored = await retryOnUniqueViolation(() =>
    inTransaction((tx) => storeDraft(tx, { ...draft, contact })),
  );
  const warnings = [...agent.warnings, ...contactWarnings(stored, contactEmail)];
  return { ...stored, summary: judgement.vetting.report.summary, warnings };
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";

function assertTokenFits(held: DraftRow | null, { check }: Upload): void {
  if (held === null || held.slug === check.manifest.slug) return;
  throw new DomainError(
    "CLAIM_TOKEN_MISMATCH",
    `This claim token belongs to another draft than "${check.manifest.slug}".`,
  );
}

/**
 * Nobody is paid for a draft: its file may state a price only when the agent's owner has the wallet that is paid. Asked
 * before the upload counts; `storeVersion` decides.
 */
async function assertTerms(
  { check: { manifest } }: Upload,
  identity: AgentIdentityRow | null,
  held: DraftRow | null,
): Promise<void> {
  const accountId = identity?.accountId ?? null;
  const { wallets } = accountId === null ? { wallets: [] } : await getPublisher(accountId);
  const own =
    accountId === null
      ? { owner: { kind: "draft" as const }, skillId: held?.id ?? null }
      : await findOwnerOfUpload(database(), { slug: manifest.slug, accountId });
  await decideUploadTerms(database(), { ...own, manifest, wallets, ...PRICE });
}

const PRICE = { keepsPrice: true };

function assertApproved({ status, reasons, vetting }: ScanResult): void {
  if (status === "approved") return;
  const found = vetting.report.findings.map(({ code, severity, message, evidence, remedy, file, line }) => ({
    code,
    severity,
    message,
    evidence,
    remedy,
    ...(file === null ? {} : { path: file }),
    ...(line === null ? {} : { line }),
  }));
  const findings = found.length > 0 ? found : reasons.map((message) => ({ path: "SKILL.md", message }));
  throw new DomainError(
    "DRAFT_NOT_APPROVED",
    `Vetting ended in "${status}", and only approved drafts are kept: ${reasons[0] ?? vetting.report.summary}`,
    { details: { reason: status, findings: findings.slice(0, MAX_FINDINGS) } },
  );
}

function contactWarnings({ agent }: StoredDraft, contactEmail: string | null): string[] {
  if (contactEmail === null || agent.state !== "claimed" || agent.contactEmail === contactEmail) return [];
  return ["contact_email was not changed: this agent has an owner"];
}

interface DraftToStore extends Pick<VersionToStore, "upload" | "archive" | "now"> {
  judgement: ScanResult;
  agent: DraftAgent;
  secret: string | undefined;
  /** The draft whose claim token came with the upload. */
  held: DraftRow | null;
  contact: ContactEmail | null;
}

interface StoredDraft extends PublishedVersion {
  /** Pending while a model is asked for its opinion, where the settings name one. */
  vettingStatus: "approved" | "pending";
  trustLevel: "sandbox" | "community";
  /** The claim, while there is one to be made; null for an agent whose owner is known. */
  claim: { token: string; url: string; expiresAt: Date } | null;
  authorAgent: AuthorAgent;
  agent: {
    name: string;
    state: Exclude<AgentIdentityState, "no_identity">;
    isNew: boolean;
    /** In plain, for the first upload under the name only. */
    secret: string | null;
    contactEmail: string | null;
    mailSent: boolean;
  };
}

/** Writes an approved draft, its agent and the mail to its person; the caller opens the transaction. */
async function storeDraft(db: Database, given: DraftToStore): Promise<StoredDraft> {
  const { upload, archive, judgement, agent, now, held } = given;
  const { identity, secret } = await takeIdentity(db, given);
  const published = await storeVersion(db, {
    upload,
    price: PRICE,
    archive,
    owner: ownerOfUpload(identity, { held, now }),
    source: "draft",
    authorAgent: { ...agent.author, proven: true },
    now,
    vettedByCaller: true,
  });
  const isVetted = await recordOrAsk(db, published, judgement, now);
  const mailSent = given.contact !== null && (await recordContactEmail(db, identity, given.contact, now));
  const after = (await findIdentity(db, identity.id)) ?? identity;
  const skill = await findDraft(db, published.skillId);
  return {
    ...published,
    vettingStatus: isVetted ? "approved" : "pending",
    trustLevel: skill?.claimStatus === "draft" ? "sandbox" : "community",
    claim: skill?.claimStatus === "draft" ? claimOf(skill) : null,
    authorAgent: agent.author,
    agent: {
      name: after.name,
      state: after.state,
      isNew: secret !== null,
      secret,
      contactEmail: after.contactEmail,
      mailSent,
    },
  };
}

/**
 * Whose an upload is: the account's that confirmed the agent, or nobody's yet. Also asked for an agent that has no
 * identity yet, to see whether it could take a name.
 */
function ownerOfUpload(
  identity: Pick<AgentIdentityRow, "id" | "accountId"> | null,
  { held, now }: { held: DraftRow | null; now: Date },
): Owner {
  const agentIdentityId = identity?.id ?? newId("agt", now.getTime());
  if (identity?.accountId) return { kind: "agent", agentIdentityId, accountId: identity.accountId };
  const skillId = newId("skl", now.getTime());
  return {
    kind: "draft",
    agentIdentityId,
    skillId,
    claimTokenHash: hashLinkToken(claimTokenOf(skillId)),
    claimExpiresAt: new Date(now.getTime() + CLAIM_MS),
    ...(held === null ? {} : { heldSkillId: held.id }),
  };
}

/** The agent's identity, made if the name is free, and held until the transaction ends: nobody claims it meanwhile. */
async function takeIdentity(
  db: Database,
  { agent, secret, now }: Pick<DraftToStore, "agent" | "secret" | "now">,
): Promise<{ identity: AgentIdentityRow; secret: string | null }> {
  const proven = await proveAgent(agent.author.name, secret, db);
  if (!proven) return createAgentIdentity(db, agent.author, now);
  return { identity: await lockIdentity(db, proven.id), secret: null };
}

function claimOf(skill: DraftRow): StoredDraft["claim"] {
  if (skill.claimExpiresAt === null) return null;
  const token = claimTokenOf(skill.id);
  return { token, url: linkTo("claim", token), expiresAt: skill.claimExpiresAt };
}

interface DraftAgent {
  author: AuthorAgent;
  warnings: string[];
}

/**
 * Who uploads a draft. Here the header is an identity, so it decides; a formal object of the same name adds
 * the session's hash and the time, without anything personal (USK, attribution). Throws
 * AGENT_AUTHOR_REQUIRED and AGENT_AUTHOR_INVALID.
 */
function readDraftAgent({ header, object }: { header: string | undefined; object: unknown }): DraftAgent {
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
