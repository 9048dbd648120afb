import { expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { sign, bondedMarket } from "@/lib/audits/bond/testing/bonded-market";
import { decideChallenge } from "@/lib/audits/challenges";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount, listHolds } from "@/lib/ownership/account-closing/close-account";
import { findActorOfSession } from "@/lib/identity/accounts/accounts";
import { yankVersion } from "@/lib/publishing/yank-version";
import { getActorOf, makeAdministrator } from "@/lib/testing/builders";

const { market, creator, arbiter, challenger, around, bonded, prepared, challenged, bondOf } = bondedMarket();

const close = (actor: Actor) => closeAccount(actor, { username: actor.username, locale: "en" });

async function actorOfWallet({ publicKey }: typeof creator): Promise<Actor> {
  const address = publicKey.toBase58();
  const { account } = await market
    .database()
    .wallet.findUniqueOrThrow({ where: { address }, select: { account: true } });
  return getActorOf(account.username);
}

test("a challenge that may be paid from a deposit holds the challenger's account until it is decided", async () => {
  const { slug, versionId } = await bonded();
  const { challengeId } = await challenged(versionId, null);
  const actor = await actorOfWallet(challenger);
  const holds = [{ kind: "deposit", part: "challenged", slug, version: "1.0.0" }];
  expect(await listHolds(actor)).toEqual(holds);
  await expect(close(actor)).rejects.toMatchObject({ code: "ACCOUNT_HELD", details: { holds } });
  const outcome = { challengeId, decision: "rejected", outcome: "As promised." } as const;
  await decideChallenge(await makeAdministrator(), outcome);
  expect(await listHolds(actor)).toEqual([]);
});

test("a deposit in its vault holds its creator's account, also of a withdrawn version, until it is paid back", async () => {
  const actor = await actorOfWallet(creator);
  const earlier = (await listHolds(actor)).length;
  const { slug, vault } = await bonded();
  await yankVersion({ actor, skill: slug, version: "1.0.0", reason: "Old." });
  expect(await listHolds(actor)).toContainEqual({ kind: "deposit", part: "own", slug, version: "1.0.0" });
  await expect(close(actor)).rejects.toMatchObject({ code: "ACCOUNT_HELD" });
  const { accountId, address } = actor;
  expect(await findActorOfSession({ accountId, address, sessionVersion: 1 })).not.toBeNull();

  const transaction = sign(await prepared(vault, "refund", [creator, arbiter]), creator, arbiter);
  await signBondMove({ vaultAddress: vault, kind: "refund", transaction }, around());
  market.ledger.advance(40);
  await finishMoves(around());
  expect((await bondOf(vault)).state).toBe("released");
  expect(await listHolds(actor)).toHaveLength(earlier);

  await market.database().bond.updateMany({ data: { state: "released", amountLamports: 0n } });
  await close(actor);
  expect(await findActorOfSession({ accountId, address, sessionVersion: 1 })).toBeNull();
});

test("the only administrator stays until there is another", async () => {
  await market.database().account.updateMany({ where: { role: "administrator" }, data: { role: "member" } });
  const only = await makeAdministrator();
  expect(await listHolds(only)).toEqual([{ kind: "last-administrator" }]);
  await expect(close(only)).rejects.toMatchObject({
    code: "ACCOUNT_HELD",
    details: { holds: [{ kind: "last-administrator" }] },
  });
  await makeAdministrator();
  expect(await listHolds(only)).toEqual([]);
  await close(only);
});
