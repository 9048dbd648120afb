import { audit, makeSigner } from "@/checks/conformance/market/signers";
import { Deposit } from "@/checks/conformance/market/deposit";
import { database } from "@/lib/db/client";
import { newAddress } from "@/lib/testing/builders";

export type AuditState = "Unverified" | "Optimistic" | "Audited";

/**
 * Brings the version of a stored skill into an audit state by what the state follows from: a verifier's seal, or a
 * locked deposit of its owner. Nobody can simply set it.
 */
export async function giveAuditState(skillId: string, state: AuditState): Promise<void> {
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
