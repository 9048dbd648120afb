import { expect, test } from "vitest";
import { isOwnWork } from "@/lib/audits/verifiers";

const VERIFIER = { accountId: "acc_v", address: "wallet v" };
const OTHERS = {
  owners: ["acc_o", "acc_former", "acc_maintainer"],
  ownerWallets: ["wallet o", "wallet m"],
  payeeAddress: "wallet p",
  payeeId: "acc_p",
};
const NOBODY = { owners: [], ownerWallets: [], payeeAddress: null, payeeId: null };

test.each([
  ["the work of others", OTHERS, false],
  ["a free draft that nobody has claimed", NOBODY, false],
  ["owned, or once owned or maintained, by their account", { ...OTHERS, owners: ["acc_o", "acc_v"] }, true],
  ["of an account that signs in with their key", { ...OTHERS, ownerWallets: ["wallet o", "wallet v"] }, true],
  ["paid to their key", { ...OTHERS, payeeAddress: "wallet v" }, true],
  ["paid to a wallet of their account", { ...OTHERS, payeeId: "acc_v" }, true],
  [
    "of accounts and wallets whose names are mixed up",
    { ...OTHERS, owners: ["wallet v"], ownerWallets: ["acc_v"] },
    false,
  ],
])("whether it is their own work: %s", (_, subject, own) => {
  expect(isOwnWork(VERIFIER, subject)).toBe(own);
});
