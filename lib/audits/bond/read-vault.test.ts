import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { MULTISIG_SIZE_BYTES, readVault, VAULT_SIZE_BYTES, WRAPPED_SOL_MINT } from "@/lib/audits/bond/vault";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { newAddress } from "@/lib/testing/builders";

const [creator, arbiter, council, owner] = [newAddress(), newAddress(), newAddress(), newAddress()];
const accepted = { creators: [creator], pairs: [{ arbiter, council }] };

function vault(change: (data: Buffer) => void = () => undefined) {
  const data = Buffer.alloc(VAULT_SIZE_BYTES);
  data.set(bs58.decode(WRAPPED_SOL_MINT), 0);
  data.set(bs58.decode(owner), 32);
  data.writeBigUInt64LE(500_000_000n, 64);
  data[108] = 1;
  change(data);
  return { owner: TOKEN_PROGRAM, lamports: 0n, data };
}

function multisig(signers = [creator, arbiter, council], [needed, count, initialised] = [2, 3, 1]) {
  const data = Buffer.alloc(MULTISIG_SIZE_BYTES);
  data.set([needed ?? 0, count ?? 0, initialised ?? 0], 0);
  signers.forEach((address, index) => data.set(bs58.decode(address), 3 + 32 * index));
  return { owner: TOKEN_PROGRAM, lamports: 0n, data };
}

describe("a deposit counts", () => {
  test("as much as the vault holds, when two of creator, arbiter and council must agree", () => {
    const parties = { creator, arbiter, council };
    const read = { ok: true, lamports: 500_000_000n, parties };
    expect(readVault(vault(), multisig(), accepted)).toEqual(read);
    expect(readVault(vault(), multisig([council, creator, arbiter]), accepted)).toEqual(read);
  });

  test.each([
    ["there is no account", null, multisig(), "no_vault"],
    ["the account is another program's", { ...vault(), owner: newAddress() }, multisig(), "no_vault"],
    [
      "it holds another token",
      vault((data) => data.set(bs58.decode(newAddress()), 0)),
      multisig(),
      "not_wrapped_sol",
    ],
    ["it is frozen", vault((data) => void (data[108] = 2)), multisig(), "not_usable"],
    ["somebody may spend it", vault((data) => void (data[72] = 1)), multisig(), "delegated"],
    ["somebody may close it", vault((data) => void (data[129] = 1)), multisig(), "closable"],
    ["nobody shares it", vault(), null, "not_shared"],
    ["one of three suffices", vault(), multisig(undefined, [1, 3, 1]), "not_shared"],
    ["two of two must agree", vault(), multisig(undefined, [2, 2, 1]), "not_shared"],
    ["a stranger is in it", vault(), multisig([creator, arbiter, newAddress()]), "other_signers"],
    ["the creator is in it twice", vault(), multisig([creator, arbiter, arbiter]), "other_signers"],
  ] as const)("not when %s", (_, account, shared, reason) => {
    expect(readVault(account, shared, accepted)).toEqual({ ok: false, reason });
  });

  test("not when the creator is the arbiter too", () => {
    const alone = { creators: [arbiter], pairs: [{ arbiter, council }] };
    expect(readVault(vault(), multisig([arbiter, council, newAddress()]), alone).ok).toBe(false);
  });

  test("between one pair that is accepted, never between parts of two, nor when the creator was named in another", () => {
    const [formerArbiter, formerCouncil] = [newAddress(), newAddress()];
    const pairs = [
      { arbiter, council },
      { arbiter: formerArbiter, council: formerCouncil },
    ];
    const between = (...signers: string[]) =>
      readVault(vault(), multisig(signers), { creators: [creator, formerArbiter], pairs });
    const parties = { creator, arbiter: formerArbiter, council: formerCouncil };
    expect(between(formerCouncil, formerArbiter, creator)).toMatchObject({ ok: true, parties });
    expect(between(creator, arbiter, formerCouncil)).toMatchObject({ reason: "other_signers" });
    expect(between(formerArbiter, arbiter, council)).toMatchObject({ reason: "other_signers" });
  });

  test("not when arbiter and council are one: the third would be anybody", () => {
    const one = { creators: [creator], pairs: [{ arbiter, council: arbiter }] };
    expect(readVault(vault(), multisig([creator, arbiter, newAddress()]), one).ok).toBe(false);
  });
});
