import { expect, test } from "vitest";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { DEPOSIT, addressOf, refusedFor, sign, bondedMarket } from "@/lib/audits/bond/testing/bonded-market";

const bonds = bondedMarket();
const { market, creator, challenger, terms, around, published, bonded, stateOf, challenged, balanceOf } =
  bonds;

test("a vault is opened with one signature of the creator, and makes the version Optimistic once it is final", async () => {
  const { slug, vault, opening } = await bonded();
  expect(opening).toMatchObject({ vault, depositLamports: DEPOSIT, rentLamports: 5_400_960n });
  expect(opening.transaction.length).toBeLessThan(1232);
  expect(await stateOf(slug)).toBe("Optimistic");
});

test("an opening that differs, or is signed by nobody, is not sent", async () => {
  const { versionId } = await published();
  const request = { versionId, creator: addressOf(creator) };
  const { transaction } = await prepareBondOpening(request, around());
  await expect(sendBondOpening({ ...request, transaction }, around())).rejects.toMatchObject(
    refusedFor("bad_signature"),
  );
  const small = { chain: market.context.connection, terms: { ...terms, requiredLamports: 5n } };
  const cheap = sign((await prepareBondOpening(request, small)).transaction, creator);
  await expect(sendBondOpening({ ...request, transaction: cheap }, around())).rejects.toMatchObject(
    refusedFor("not_as_prepared"),
  );
  const stranger = { versionId, creator: addressOf(challenger) };
  await expect(prepareBondOpening(stranger, around())).rejects.toMatchObject(refusedFor("not_the_creator"));
});

test("nobody locks a deposit for a version that an upheld challenge has ended: it would count for nothing and not be paid back", async () => {
  const { slug, versionId } = await bonded();
  const request = { versionId, creator: addressOf(creator) };
  const early = sign((await prepareBondOpening(request, around())).transaction, creator);
  await challenged(versionId, "upheld");
  const before = await balanceOf(creator);
  await expect(prepareBondOpening(request, around())).rejects.toMatchObject(refusedFor("upheld_challenge"));
  await expect(sendBondOpening({ ...request, transaction: early }, around())).rejects.toMatchObject(
    refusedFor("upheld_challenge"),
  );
  market.ledger.advance(40);
  expect([await stateOf(slug), await balanceOf(creator)]).toEqual(["Unverified", before]);
});
