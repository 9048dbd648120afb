import bs58 from "bs58";
import {
  findTokenAccount,
  mintDecimals,
  TOKEN_PROGRAMS,
  toTokenAmount,
} from "@/lib/chain/ledger/token-accounts";
import { TOKEN_PROGRAM, encodeAddress } from "@/lib/chain/solana/address";
import type { StoredAccount, Svm } from "@/lib/chain/ledger/svm";

const MINT_SIZE_BYTES = 82;
const FROZEN = 2;
const STATE_OFFSET = 108;
const IS_NATIVE_OFFSET = 109;
const NO_RENT_EPOCH = 18446744073709552000; // u64::MAX as JSON clients read it

/** An account as the RPC shows it, in `base64` unless another encoding is asked for. */
export function toAccountJson(svm: Svm, account: StoredAccount | null, encoding = "base64") {
  if (!account) return null;
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    executable: account.executable,
    rentEpoch: NO_RENT_EPOCH,
    space: account.data.length,
    data: encodeData(svm, account, encoding),
  };
}

function encodeData(svm: Svm, account: StoredAccount, encoding: string): unknown {
  if (encoding === "base58") return bs58.encode(account.data);
  const parsed = encoding === "jsonParsed" ? (parseTokenAccount(svm, account) ?? parseMint(account)) : null;
  return parsed ?? [Buffer.from(account.data).toString("base64"), "base64"];
}

function parseTokenAccount(svm: Svm, account: StoredAccount) {
  const token = findTokenAccount(account);
  if (!token) return null;
  const data = Buffer.from(account.data);
  const info = {
    mint: token.mint,
    owner: token.owner,
    state: data[STATE_OFFSET] === FROZEN ? "frozen" : "initialized",
    isNative: data.readUInt32LE(IS_NATIVE_OFFSET) === 1,
    tokenAmount: toTokenAmount(token.amount, mintDecimals(svm, token.mint)),
  };
  return { program: programName(account.owner), space: data.length, parsed: { type: "account", info } };
}

function parseMint(account: StoredAccount) {
  if (!TOKEN_PROGRAMS.includes(account.owner) || account.data.length !== MINT_SIZE_BYTES) return null;
  const data = Buffer.from(account.data);
  const info = {
    decimals: data[44],
    isInitialized: data[45] === 1,
    supply: data.readBigUInt64LE(36).toString(),
    mintAuthority: data.readUInt32LE(0) ? encodeAddress(data.subarray(4, 36)) : null,
    freezeAuthority: data.readUInt32LE(46) ? encodeAddress(data.subarray(50, 82)) : null,
  };
  return { program: programName(account.owner), space: data.length, parsed: { type: "mint", info } };
}

function programName(owner: string): string {
  return owner === TOKEN_PROGRAM ? "spl-token" : "spl-token-2022";
}
