import { audit, prepare, send, signatureOf, type Signer } from "@/checks/conformance/market/signers";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import type { Change, World } from "./world";

const sealed = (name: string, which: 0 | 1 = 0): Change => ({
  name,
  act: async (world) => {
    world.ids["seal"] = (await audit(world.verifiers[which], world.versionId)).auditId;
  },
});

const challenged = (name: string): Change => ({
  name,
  onPageOnly: true,
  act: async ({ other, versionId, ids }) => {
    const claim = { accountId: other.accountId, versionId, claim: "It lies.", evidence: "Run it." };
    ids["challenge"] = (await openChallenge(claim)).challengeId;
  },
});

const decided = (decision: "upheld" | "rejected"): Change => ({
  name: `a challenge that is ${decision}`,
  ...(decision === "rejected" ? { onPageOnly: true } : {}),
  act: (world) => {
    const challengeId = world.idOf("challenge");
    return decideChallenge(world.administrator, { challengeId, decision, outcome: "As seen." });
  },
});

async function wantChanges({ verifiers, versionId }: World): Promise<void> {
  const verifier: Signer = verifiers[1];
  const prepared = await prepare(verifier, versionId, "changes_requested");
  await send(verifier, versionId, prepared, signatureOf(prepared, verifier.key));
}

async function lock({ deposit, owner, versionId }: World): Promise<void> {
  deposit.lock(owner.address ?? "");
  await deposit.observe(versionId);
}

async function withdraw({ deposit, versionId }: World): Promise<void> {
  deposit.withdraw();
  await deposit.observe(versionId);
}

const judged = (skill: World) => ({ actor: skill.administrator, skill: skill.name, reason: "It harms." });

export const CHANGES_OF_TRUST: readonly Change[] = [
  { name: "a deposit", act: lock },
  { name: "a deposit that was taken back", act: withdraw },
  sealed("a seal"),
  { name: "a verifier who wants changes", act: wantChanges, onPageOnly: true },
  {
    name: "a seal that is revoked",
    act: ({ verifiers: [{ accountId }], ids }) =>
      revokeAudit({ accountId, auditId: ids["seal"] ?? "", reason: "I was wrong." }),
  },
  sealed("a seal again"),
  challenged("a challenge"),
  decided("rejected"),
  challenged("a second challenge"),
  decided("upheld"),
  sealed("a seal after an upheld challenge", 1),
  { name: "a quarantine", act: (world) => quarantineSkill(judged(world)) },
  { name: "a quarantine that ends", act: (world) => releaseSkill(judged(world)) },
];
