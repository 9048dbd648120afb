import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import type { SkillPackage } from "@/lib/package";
import { decideUpload } from "@/lib/publishing/decide-upload";
import { provesAgent } from "@/lib/identity/agents/decide-attribution";
import { passesForMarket } from "@/lib/identity/accounts/username";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readUpload } from "@/lib/publishing/read-upload";
import { storeArchive } from "@/lib/publishing/store-archive";
import { storeVersion, type PublishedVersion, type VersionToStore } from "@/lib/publishing/store-version";
import type { AuthorAgent, CheckProfile } from "@/lib/skill-format";

export interface PublishRequest {
  /** Of the market itself, and of nobody else, the account alone. */
  actor: Actor | { accountId: string };
  package: SkillPackage;
  source: "multipart" | "json_content" | "page" | "catalogue";
  /**
   * Price of one call for a file that states none; it must not contradict one that does. Where neither names one, a skill
   * keeps its price, or is free on the page.
   */
  priceLamports?: bigint;
  authorAgent?: AuthorAgent | null;
  /** Of that agent, where the upload brings it. */
  agentSecret?: string | undefined;
  /** Asks for an audit of the version with its publication. */
  askForAudit?: boolean;
  /** When a run of these bytes first gave a valid answer in the sandbox. */
  ranAt?: Date | null;
  /** Dialects the upload asks to be checked against; left out, the file or detection decides. */
  dialects?: readonly CheckProfile[];
  /** What has to happen with the publication, in its transaction; what it throws undoes both. */
  alongside?: (db: Database) => Promise<void>;
}

/**
 * Publishes a version: checks the package, stores it and queues its vetting; on approval it appears in the market.
 * Everything is written in one transaction, so a refused or failed upload leaves no trace, and of parallel uploads of
 * one name or version exactly one wins. The same version again is refused, whatever its bytes; a file without a version
 * gets the next patch each time (docs/dialects/differences.md).
 *
 * Throws AGENT_AUTHOR_INVALID for an agent with the market's own name, AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID
 * for one that somebody else has claimed, UPLOAD_FAILED (with findings),
 * VERSION_NOT_HIGHER, SKILL_NAME_TAKEN, SKILL_NAME_RESERVED, SKILL_NAME_DRAFT_COLLISION, CONTENT_TOO_LARGE,
 * EMAIL_NOT_VERIFIED, AUTH_FAILED, CONFIRMATION_REQUIRED where a person changes who is paid (`guardPayee`), and what
 * `alongside` throws.
 */
export async function publishVersion(
  request: PublishRequest,
  clock: Clock = systemClock,
): Promise<PublishedVersion> {
  const authorAgent = await readAttribution(request);
  const upload = await readUpload(request.package, request.dialects);
  const publisher = await getPublisher(request.actor.accountId);
  const { manifest } = upload.check;
  const { owner, terms } = await decideUpload(database(), {
    manifest,
    publisher,
    setPrice: request.priceLamports,
    // The page always shows a price, and an empty one there is free by choice.
    keepsPrice: request.source !== "page",
  });
  const archive = await storeArchive(upload);
  const version: VersionToStore = {
    upload,
    terms,
    archive,
    owner,
    by: "session" in request.actor ? request.actor : null,
    source: request.source,
    authorAgent,
    askForAudit: request.askForAudit === true,
    ranAt: request.ranAt ?? null,
    now: clock.now(),
  };
  // A name or version may be taken between our look and our insert.
  return retryOnUniqueViolation(() =>
    inTransaction(async (tx) => {
      const published = await storeVersion(tx, version);
      await request.alongside?.(tx);
      return published;
    }),
  );
}

/** The agent that a version names, marked where the upload proves it; an unproven one is shown as such. */
async function readAttribution({
  actor: { accountId },
  authorAgent: agent = null,
  agentSecret: secret,
}: PublishRequest): Promise<AuthorAgent | null> {
  if (agent === null) return null;
  if (passesForMarket(agent.name))
    throw new DomainError("AGENT_AUTHOR_INVALID", "The name of the agent is the market's own.");
  return (await provesAgent(agent.name, { accountId, secret })) ? { ...agent, proven: true } : agent;
}
