import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { createKeyIn, revokeApiKey } from "@/lib/identity/keys/own-keys";
import { hashPassword } from "@/lib/identity/passwords/password";
import { assemblePackage } from "@/lib/package";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import { publishVersion } from "@/lib/publishing/publish-version";
import { checkSkill, parseAuthorAgent } from "@/lib/skill-format";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";
import { readFiles, RunnerError } from "../../runner/conformance-case";
import { sendRequest } from "./send-request";
import { recordFirstRun } from "@/lib/running/calls/first-run";
import { settleJobs, type StubbedVerdict } from "./vetting-stub";
import type { Variables } from "./variables";
import { audit, makeSigner } from "@/checks/conformance/market/signers";
import { Deposit } from "@/checks/conformance/market/deposit";
import { newAddress } from "@/lib/testing/builders";

interface AccountFixture {
  account: string;
  email: string;
  email_verified: boolean;
  /** true: a working key; "revoked": one that was withdrawn. */
  api_key?: boolean | "revoked";
  has_password?: boolean;
}

interface SkillFixture {
  skill: string;
  owner: string | null;
  skill_md: string;
  files?: Record<string, unknown>;
  vetting: string;
  trust_level: "sandbox" | "community" | "verified";
  claim_status: "draft" | "claimed" | "expired" | null;
  author_agent?: { name?: string };
  /** "draft": uploaded by an agent as a draft. */
  via?: "draft";
  audit_state?: AuditState;
}

/** A wish of Most Wanted: its words, or members that tell them. */
interface WantedFixture {
  wanted: unknown;
}

type Fixture = AccountFixture | SkillFixture | WantedFixture | { vetting_stub: StubbedVerdict };

/** A skill that the market refuses to store at all (a subscription, say) is not there; its case asks for that too. */
function unlessRefused(error: unknown): void {
  if (!isDomainError(error, "UPLOAD_FAILED")) throw error;
}

/** What a wish asks for, under whichever name a case gives it. */
export function wordsOfWish(wish: unknown): string {
  if (typeof wish !== "object" || wish === null) return String(wish);
  const { query, title, name, keywords, capability } = wish as Record<string, unknown>;
  const words = query ?? title ?? name ?? keywords ?? capability;
  if (words === undefined) throw new Error(`no words in the wish ${JSON.stringify(wish)}`);
  return [words].flat().map(String).join(" ");
}

/** Files for a JSON upload; bytes that need not be text stand apart, as base64. */
function listFiles(files: SkillFixture["files"]) {
  const all = [...readFiles(files)];
  const texts = all.filter((file): file is [string, string] => typeof file[1] === "string");
  const others = all.flatMap(([path, content]) =>
    typeof content === "string" ? [] : [[path, Buffer.from(content).toString("base64")] as const],
  );
  return { files: Object.fromEntries(texts), base64_files: Object.fromEntries(others) };
}

/** What a case takes for given, stored before its first step. */
export class Fixtures {
  readonly #accounts = new Map<string, string>();
  readonly #secrets = new Map<string, string>();
  readonly #url: string;
  readonly #variables: Variables;

  constructor(url: string, variables: Variables) {
    this.#url = url;
    this.#variables = variables;
  }

  /** Stores everything; gives the verdict that automatic vetting shall come to. */
  async store(given: unknown): Promise<StubbedVerdict> {
    let verdict: StubbedVerdict = "real";
    for (const fixture of (given ?? []) as Fixture[]) {
      if ("account" in fixture) await this.#storeAccount(fixture);
      else if ("skill" in fixture) await this.#storeSkill(fixture).catch(unlessRefused);
      else if ("wanted" in fixture) await this.#ask(wordsOfWish(fixture.wanted));
      else if ("vetting_stub" in fixture) verdict = fixture.vetting_stub;
      else throw new RunnerError(`does not know the fixture ${JSON.stringify(fixture)}`);
    }
    return verdict;
  }

  /** Somebody searches for what is not there. */
  async #ask(query: string): Promise<void> {
    await sendRequest(this.#url, { method: "GET", path: `/v1/agent/search?q=${encodeURIComponent(query)}` });
  }

  async #storeAccount({
    account,
    email,
    email_verified,
    api_key,
    has_password,
  }: AccountFixture): Promise<void> {
    const actor = await createAccount({ username: account, email, emailVerified: email_verified });
    if (has_password) {
      const data = { passwordHash: await hashPassword(`the password of ${account}`) };
      await database().account.update({ where: { id: actor.accountId }, data });
    }
    this.#accounts.set(account, actor.accountId);
    if (api_key === undefined || api_key === false) return;
    // As it stands: nobody is told of it.
    const { id, key } = await createKeyIn(database(), { actor, name: "for the case" }, systemClock.now());
    this.#variables.set(`${account}.api_key`, key);
    if (api_key === "revoked") await revokeApiKey(actor, id);
  }

  async #storeSkill(fixture: SkillFixture): Promise<void> {
    const skillId = fixture.via === "draft" ? await this.#uploadDraft(fixture) : await this.#publish(fixture);
    const data = {
      claimStatus: fixture.claim_status,
      ...(fixture.claim_status === "draft"
        ? { claimExpiresAt: new Date(systemClock.now().getTime() + CLAIM_MS) }
        : {}),
      ...(fixture.owner === null ? { ownerId: null } : {}),
    };
    await withoutLifecycle("Skills", (tx) => tx.skill.update({ where: { id: skillId }, data }));
    await database().skillVersion.updateMany({
      where: { skillId },
      data: { trustLevel: fixture.trust_level },
    });
    if (fixture.audit_state !== undefined) await giveAuditState(skillId, fixture.audit_state);
  }

  async #publish({ skill_md, files, owner, author_agent }: SkillFixture): Promise<string> {
    const accountId = await this.#ownerOf(owner);
    const all = new Map([["SKILL.md", skill_md] as const, ...readFiles(files)]);
    const skillPackage = assemblePackage(
      [...all].map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    );
    await this.#linkPayee(accountId, skill_md);
    const reading = parseAuthorAgent({ object: author_agent });
    const { skillId, versionId, priceLamports } = await publishVersion({
      actor: { accountId },
      package: skillPackage,
      source: "json_content",
      authorAgent: reading.ok ? reading.authorAgent : null,
    });
    await settleJobs("approved");
    // What is sold has run; these cases are about what is answered of it.
    if (priceLamports > 0n) await recordFirstRun(versionId);
    return skillId;
  }

  // Nobody can be made payee without proving the wallet; the owner of a priced skill has done so.
  async #linkPayee(accountId: string, skillMd: string): Promise<void> {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", Buffer.from(skillMd)]]) });
    const { wallet: address } = manifest.author;
    if (address === undefined) return;
    await database().wallet.upsert({
      where: { address },
      create: { address, accountId, kind: "wallet" },
      update: {},
    });
  }

  async #uploadDraft({ skill_md, files, author_agent, owner, claim_status }: SkillFixture): Promise<string> {
    const name = author_agent?.name ?? "an-agent";
    const secret = this.#secrets.get(name);
    const { body, text } = await sendRequest(this.#url, {
      method: "POST",
      path: "/v1/drafts/upload",
      headers: { "x-agent-author": name, ...(secret === undefined ? {} : { "x-agent-secret": secret }) },
      json: { skill_md, ...listFiles(files) },
    });
    const { skill_id, agent_identity } = (body ?? {}) as {
      skill_id?: string;
      agent_identity?: { agent_secret?: string };
    };
    if (skill_id === undefined) throw new Error(`the draft was refused: ${text}`);
    if (agent_identity?.agent_secret) this.#secrets.set(name, agent_identity.agent_secret);
    if (claim_status === "claimed") {
      const ownerId = await this.#ownerOf(owner);
      await database().skill.update({ where: { id: skill_id }, data: { ownerId } });
    }
    return skill_id;
  }

  async #ownerOf(owner: string | null): Promise<string> {
    const known = this.#accounts.get(owner ?? "");
    if (known !== undefined) return known;
    const name = owner ?? "nobody-yet";
    const { accountId } = await createAccount({ username: name });
    this.#accounts.set(name, accountId);
    return accountId;
  }
}

type AuditState = "Unverified" | "Optimistic" | "Audited";

/**
 * Brings the version of a stored skill into an audit state by what the state follows from: a verifier's seal, or a
 * locked deposit of its owner. Nobody can simply set it.
 */
async function giveAuditState(skillId: string, state: AuditState): Promise<void> {
  if (state === "Unverified") return;
  const { id: versionId, skill } = await database().skillVersion.findFirstOrThrow({
    where: { skillId },
    orderBy: { createdAt: "desc" },
    select: { id: true, skill: { select: { ownerId: true } } },
  });
  if (state === "Audited") {
    await audit(await makeSigner({ enrolled: true }), versionId);
    return;
  }
  if (skill.ownerId === null) throw new Error("a deposit belongs to an owner, and this skill has none");
  const deposit = new Deposit();
  deposit.lock(await walletOf(skill.ownerId));
  await deposit.observe(versionId);
}

async function walletOf(accountId: string): Promise<string> {
  const known = await database().wallet.findFirst({ where: { accountId }, select: { address: true } });
  if (known !== null) return known.address;
  const address = newAddress();
  await database().wallet.create({ data: { address, accountId } });
  return address;
}
