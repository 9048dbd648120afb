import { Keypair } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createAccount,
  findOrCreateAccountByWallet,
  findActorOfSession,
  getAccount,
} from "@/lib/identity/accounts/accounts";
import { findRenamedAccount, renameAccount } from "@/lib/identity/accounts/rename-account";
import { registerOwner } from "@/lib/identity/registration/owner-registration";
import { endSessions } from "@/lib/identity/sessions/end-sessions";
import { setRole } from "@/lib/identity/accounts/set-role";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const newAddress = () => Keypair.generate().publicKey.toBase58();

beforeEach(async () => {
  await database().wallet.deleteMany();
  await database().account.deleteMany();
});

describe("the first sign-in of a wallet", () => {
  test("opens one account, and later sign-ins find it", async () => {
    const address = newAddress();
    const first = await findOrCreateAccountByWallet(address);
    expect((await findOrCreateAccountByWallet(address)).id).toBe(first.id);
    expect(first.wallets.map((wallet) => wallet.address)).toEqual([address]);
  });

  test("opens one account when ten arrive at once", async () => {
    const address = newAddress();
    const all = await Promise.all(Array.from({ length: 10 }, () => findOrCreateAccountByWallet(address)));
    expect(new Set(all.map((account) => account.id)).size).toBe(1);
    expect(await database().account.count()).toBe(1);
  });

  test("gives another name when the usual one is taken", async () => {
    const address = newAddress();
    const usual = `wallet-${address.slice(0, 6).toLowerCase()}`;
    await createAccount({ username: usual });
    expect((await findOrCreateAccountByWallet(address)).username).toMatch(
      new RegExp(`^${usual}-[0-9a-f]{6}$`),
    );
  });
});

test.each([
  ["a malformed name", { username: "No Good" }, "REQUEST_INVALID"],
  ["a reserved name", { username: "admin" }, "REQUEST_INVALID"],
  [
    "a wallet that is no address",
    { username: "eve", wallet: { address: "x", kind: "wallet" } },
    "REQUEST_INVALID",
  ],
] as const)("an account with %s is refused", async (_name, request, code) => {
  await expect(createAccount(request)).rejects.toMatchObject({ code });
  expect(await database().account.count()).toBe(0);
});

test("a taken name, address or wallet is refused and leaves nothing behind", async () => {
  const wallet = { address: newAddress(), kind: "wallet" } as const;
  await createAccount({ username: "ada", email: "ada@example.com", wallet });
  await expect(createAccount({ username: "ada" })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(createAccount({ username: "bob", email: "Ada@example.com" })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
  await expect(createAccount({ username: "bob", wallet })).rejects.toMatchObject({
    code: "WALLET_ALREADY_LINKED",
  });
  expect(await database().account.count()).toBe(1);
});

test("renaming keeps the rules", async () => {
  const ada = await createAccount({ username: "ada" });
  await createAccount({ username: "bob" });
  await expect(renameAccount(ada, "bob")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(renameAccount(ada, "support")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await renameAccount(ada, "ada-2");
  expect((await getAccount(ada.accountId)).username).toBe("ada-2");
});

describe("a user name that was given up", () => {
  const taken = {
    code: "REQUEST_INVALID",
    details: { errors: [{ pointer: "#/username", detail: "taken" }] },
  };

  test("is nobody else's, leads to the account, and can be had again by it", async () => {
    const ada = await createAccount({ username: "ada" });
    const eve = await createAccount({ username: "eve" });
    await renameAccount(ada, "ada-2");
    await expect(renameAccount(eve, "ada")).rejects.toMatchObject(taken);
    await expect(createAccount({ username: "ada" })).rejects.toMatchObject(taken);
    await expect(
      registerOwner({ username: "ada", email: "eve@eve.example", locale: "en" }),
    ).rejects.toMatchObject(taken);
    expect([await findRenamedAccount("ada"), await findRenamedAccount("ada-2")]).toEqual(["ada-2", null]);
    await renameAccount(ada, "ada");
    expect([await findRenamedAccount("ada"), await findRenamedAccount("ada-2")]).toEqual([null, "ada"]);
  });

  test("goes to nobody who asks for it at the moment it is given up", async () => {
    const ada = await createAccount({ username: "ada" });
    const rivals = Array.from({ length: 6 }, () => createAccount({ username: "ada" }));
    const [given] = await Promise.allSettled([renameAccount(ada, "ada-2"), ...rivals]);
    expect(given.status).toBe("fulfilled");
    expect(await database().account.findMany({ where: { username: "ada" } })).toEqual([]);
  });

  test("is one of five at most", async () => {
    const ada = await createAccount({ username: "name-1" });
    for (const number of [2, 3, 4, 5]) await renameAccount(ada, `name-${number}`);
    await expect(renameAccount(ada, "name-6")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    await renameAccount(ada, "name-1");
    expect((await getAccount(ada.accountId)).username).toBe("name-1");
  });
});

describe("a session", () => {
  async function session() {
    const address = newAddress();
    const account = await findOrCreateAccountByWallet(address);
    return { accountId: account.id, sessionVersion: account.sessionVersion, address };
  }

  test("counts while account, version and wallet are as they were", async () => {
    const open = await session();
    expect(await findActorOfSession(open)).toMatchObject({
      accountId: open.accountId,
      address: open.address,
    });
  });

  test("ends when all sessions are ended, the role changes or the wallet is gone", async () => {
    const open = await session();
    const actor = await findActorOfSession(open);
    if (!actor) throw new Error("the session should count");
    await endSessions(actor);
    expect(await findActorOfSession(open)).toBeNull();

    const second = await session();
    await setRole("operator", second.accountId, "administrator");
    expect(await findActorOfSession(second)).toBeNull();

    const third = await session();
    await database().wallet.deleteMany({ where: { address: third.address } });
    expect(await findActorOfSession(third)).toBeNull();
  });
});

test("only administrators and the operator give roles", async () => {
  const ada = await createAccount({ username: "ada" });
  await expect(setRole(ada, ada.accountId, "administrator")).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  await setRole("operator", ada.accountId, "administrator");
  expect((await getAccount(ada.accountId)).role).toBe("administrator");
});
