import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { findLastTerms } from "@/lib/publishing/decide-upload";
import { findHeldDraft } from "@/lib/publishing/drafts/find-held-draft";
import { readDraftAgent } from "@/lib/publishing/drafts/read-draft-agent";
import type { DraftRow } from "@/lib/publishing/drafts/repository";
import { ownerOfUpload, storeDraft, type StoredDraft } from "@/lib/publishing/drafts/store-draft";
import { takeDraftPlace } from "@/lib/publishing/drafts/take-draft-place";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/i18n/routing";
import type { AgentIdentityRow } from "@/lib/identity/agents/agent-identity";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import type { SkillPackage } from "@/lib/package";
import { decideTerms, type Terms } from "@/lib/registry/versions/decide-terms";
import { assertNameOpen, findOwnerOfUpload } from "@/lib/registry/find-or-make-skill";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readUpload, type Upload } from "@/lib/publishing/read-upload";
import { storeArchive } from "@/lib/publishing/store-version";
import { currentScanner } from "@/lib/vetting/current-scanner";
import type { ScanResult } from "@/lib/vetting/scan-package";

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
  const terms = await termsOf(upload, identity);
  const { slug } = upload.check.manifest;
  await assertNameOpen(database(), { slug, owner: ownerOfUpload(identity, { held, now }), now });

  await takeDraftPlace(request.address, clock);
  const judgement = await currentScanner()(upload.package);
  assertApproved(judgement);
  const archive = await storeArchive(upload);
  const draft = { upload, terms, archive, judgement, agent, held, secret: request.secret, now };
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
 * Nobody is paid for a draft: its file may state a price only when the agent's owner has the wallet that is paid. A skill
 * of that owner keeps its price where the file states none.
 */
async function termsOf({ check: { manifest } }: Upload, identity: AgentIdentityRow | null): Promise<Terms> {
  if (!identity?.accountId) return decideTerms(manifest, { wallets: [] });
  const { accountId } = identity;
  const { wallets } = await getPublisher(accountId);
  const { owner, skillId } = await findOwnerOfUpload(database(), { slug: manifest.slug, accountId });
  const isOwn = owner.kind === "account" && skillId !== null;
  return decideTerms(manifest, { wallets, before: isOwn ? await findLastTerms(database(), skillId) : null });
}

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
