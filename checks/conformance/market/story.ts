import { enrolVerifier } from "@/lib/audits/verifiers";
import { findDuty } from "@/lib/audits/audit-duty";
import { findSealSource } from "@/lib/audits/audits-repository";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { DAY_MS, fakeClock, systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { decideCaution } from "@/lib/moderation/held";
import { listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { yankVersion } from "@/lib/publishing/yank-version";
import { isDateVersion } from "@/lib/skill-format";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  uniqueName,
  type SkillParts,
} from "@/lib/testing/builders";
import { RunnerError } from "../runner/conformance-case";
import { Deposit } from "./deposit";
import { audit, makeSigner, prepare, send, VALIDITY_DAYS, withdrawRole, type Signer } from "./signers";

/** A date is a version of Skill Metadata only, so the file must not say it is anything else. */
const PLAIN = Object.fromEntries(
  "spec category tags interface input_schema output_schema capabilities permissions platform_compatibility requirements examples"
    .split(" ")
    .map((member) => [member, undefined]),
);
const OPEN = { network: false, filesystem: false, subprocess: false, env_vars: [] };
const DIGEST = `sha256:${"b".repeat(64)}`;
const NUMBER_INPUT = {
  type: "object",
  properties: { text: { type: "number", description: "A number" } },
  required: ["text"],
  additionalProperties: false,
  maxProperties: 20,
};

/** How a new version differs, by the words of an event. */
const CHANGES: readonly [RegExp, (wallet: string) => SkillParts][] = [
  [/price/, (payee) => ({ paid: { lamports: 200_000, payee } })],
  [
    /hint|destructive|read-?only|idempotent|open-?world/i,
    () => ({ frontMatter: { annotations: { readOnlyHint: false, destructiveHint: true } } }),
  ],
  [
    /image|runtime|docker/,
    (payee) => ({
      frontMatter: {
        author: payee,
        runtime: {
          docker_image: "exo-runtime-python-3.11",
          docker_image_hash: DIGEST,
          entrypoint: "scripts/main.py",
          timeout_seconds: 30,
        },
      },
    }),
  ],
  [
    /schema|input/,
    () => ({
      frontMatter: {
        input_schema: NUMBER_INPUT,
        io: { input_schema: NUMBER_INPUT, output_schema: { type: "object" } },
        examples: [],
      },
    }),
  ],
  [
    /permission|access|filesystem|subprocess|network|env/,
    () => ({ frontMatter: { permissions: { ...OPEN, filesystem: true } } }),
  ],
  [/code|byte|content|text|instruction|file|doc/, () => ({ files: { "scripts/notes.py": "NOTE = 1\n" } })],
];

const AUDIT_NEEDED = { none: "none", reduced: "simplified", full: "full" } as const;

/** A skill whose story is told by events; each event is a use case of the market. */
export class Story {
  private readonly name = uniqueName("story");
  private readonly versions = new Map<string, string>();
  private readonly clock = fakeClock(systemClock.now());
  private readonly deposit = new Deposit();
  private uploads = 0;
  private readonly audits: { auditId: string; signer: Signer }[] = [];

  private constructor(
    private readonly author: Signer,
    private readonly verifier: Signer,
  ) {}

  static async begin(): Promise<Story> {
    return new Story(await makeSigner({ enrolled: false }), await makeSigner({ enrolled: true }));
  }

  async publish(version: string, changes: SkillParts = {}): Promise<void> {
    const wallet = this.author.address;
    const usual: SkillParts = isDateVersion(version)
      ? { frontMatter: PLAIN }
      : { paid: { lamports: 100_000, payee: wallet } };
    const body = `# Upload ${++this.uploads}\n`; // the same bytes again would be no new version
    const parts = { name: this.name, version, body, ...usual, ...changes };
    const { versionId } = await publishNow(buildSkillPackage(parts), this.author);
    await this.releaseHeld(versionId);
    this.versions.set(version, versionId);
  }

  /** A version whose number only gets `caution` waits for an administrator, as in the market. */
  private async releaseHeld(versionId: string): Promise<void> {
    const { vettingStatus } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    if (vettingStatus !== "caution") return;
    await decideCaution({
      actor: await makeAccount({ role: "administrator" }),
      versionId,
      decision: "approve",
    });
  }

  async publishChanged(version: string, words: string): Promise<void> {
    if (/payee|author|wallet/.test(words)) return this.publish(version, await this.withOtherPayee());
    const change = CHANGES.find(([pattern]) => pattern.test(words))?.[1];
    if (!change) throw new RunnerError(`does not know how to change ${words}`);
    return this.publish(version, change(this.author.address));
  }

  async sign(signer: Signer = this.verifier, version?: string): Promise<void> {
    this.audits.push({ ...(await audit(signer, this.idOf(version))), signer });
  }

  async signBadly(version?: string, length = 64): Promise<void> {
    const versionId = this.idOf(version);
    const prepared = await prepare(this.verifier, versionId);
    await send(this.verifier, versionId, prepared, Buffer.alloc(length, 7));
  }

  async signAs(who: string, version?: string): Promise<void> {
    if (/non-?verifier|no verifier|not a verifier|stranger|member|unenrolled|someone|buyer/.test(who))
      return this.sign(await makeSigner({ enrolled: false }), version);
    if (/author|owner|creator/.test(who)) {
      if (/verifier/.test(who)) await this.enrolAuthor();
      return this.sign(this.author, version);
    }
    if (/revoked|former|withdrawn|removed|struck|ex-/.test(who)) {
      await withdrawRole(this.verifier);
      return this.sign(this.verifier, version);
    }
    if (/another|other|second/.test(who)) return this.sign(await makeSigner({ enrolled: true }), version);
    if (/verifier/.test(who)) return this.sign(this.verifier, version);
    throw new RunnerError(`does not know who ${who} is`);
  }

  async revoke(): Promise<void> {
    for (const { auditId, signer } of this.audits)
      await revokeAudit({ accountId: signer.accountId, auditId, reason: "A mistake was found." });
  }

  endVerifier(): Promise<void> {
    return withdrawRole(this.verifier);
  }

  async lockDeposit(percent = 100n, version?: string): Promise<void> {
    this.deposit.lock(this.author.address, percent);
    await this.deposit.observe(this.idOf(version));
  }

  async withdrawDeposit(version?: string): Promise<void> {
    this.deposit.withdraw();
    await this.deposit.observe(this.idOf(version));
  }

  /** Nobody can set a state: asking for one without what it follows from finds no deposit. */
  async observeNothing(): Promise<void> {
    await this.deposit.observe(this.idOf());
  }

  letSealsExpire(): void {
    this.clock.advanceMs((VALIDITY_DAYS + 1) * DAY_MS);
  }

  async changeOneByte(): Promise<void> {
    const packageDigest = `sha256:${"0".repeat(64)}`;
    await database().skillVersion.update({ where: { id: this.idOf() }, data: { packageDigest } });
  }

  async yank(version?: string): Promise<void> {
    const of = version ?? [...this.versions.keys()].at(-1) ?? "";
    await yankVersion({ actor: this.author, skill: this.name, version: of, reason: "withdrawn" });
  }

  /** The version last published, or the one named, as everybody sees it now; one that was refused has no state. */
  async look(version?: string): Promise<Record<string, unknown>> {
    const rows = await listVersions(this.name, this.clock);
    const wanted = version ?? [...this.versions.keys()].at(-1);
    const row = rows.find((candidate) => candidate.version === wanted);
    if (!row) return { version: wanted, state: null };
    const source = await findSealSource(database(), row.id, this.clock.now());
    const { duty } = await findDuty(database(), row.id, this.clock.now());
    return {
      version: row.version,
      state: row.auditState,
      audit_required: AUDIT_NEEDED[duty],
      inherited_from: row.audit?.carriedFrom ?? null,
      signed: source === row.id,
    };
  }

  private idOf(version?: string): string {
    const id = version === undefined ? [...this.versions.values()].at(-1) : this.versions.get(version);
    if (id === undefined) throw new Error(`${version ?? "nothing"} was published`);
    return id;
  }

  private async enrolAuthor(): Promise<void> {
    await enrolVerifier("operator", { address: this.author.address, displayName: "Author" });
  }

  private async withOtherPayee(): Promise<SkillParts> {
    const address = newAddress();
    await database().wallet.create({ data: { address, accountId: this.author.accountId } });
    return { paid: { lamports: 100_000, payee: address } };
  }
}
