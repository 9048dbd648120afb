import { toAccountJson } from "@/lib/ledger/rpc/account-json";
import { atSlot, type Methods } from "@/lib/ledger/rpc/method";
import { invalid } from "@/lib/ledger/rpc/params";
import { findTokenAccount, mintDecimals, TOKEN_PROGRAMS, toTokenAmount } from "@/lib/ledger/token-accounts";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

const MAX_ACCOUNTS = 100;

export const accountMethods: Methods = {
  getBalance: (params, { ledger }) => atSlot(ledger, Number(ledger.svm.balance(params.address(0)))),
  getAccountInfo: (params, { ledger }) => {
    const account = ledger.svm.account(params.address(0));
    return atSlot(ledger, toAccountJson(ledger.svm, account, params.config(1).text("encoding")));
  },
  getMultipleAccounts: (params, { ledger }) => {
    const encoding = params.config(1).text("encoding");
    const addresses = params.list(0, MAX_ACCOUNTS).map((value) => {
      if (!isSolanaAddress(value)) throw invalid("parameter 0: expected base58 addresses of 32 bytes");
      return value;
    });
    const accounts = addresses.map((address) =>
      toAccountJson(ledger.svm, ledger.svm.account(address), encoding),
    );
    return atSlot(ledger, accounts);
  },
  getTokenAccountBalance: (params, { ledger }) => {
    const token = findTokenAccount(ledger.svm.account(params.address(0)));
    if (!token) throw invalid("could not find account");
    return atSlot(ledger, toTokenAmount(token.amount, mintDecimals(ledger.svm, token.mint)));
  },
  getTokenAccountsByOwner: (params, { ledger }) => {
    const owner = params.address(0);
    const filter = params.config(1);
    const encoding = params.config(2).text("encoding");
    const programs = TOKEN_PROGRAMS.filter((each) => (filter.text("programId") ?? each) === each);
    const found = programs
      .flatMap((program) => ledger.svm.accountsOwnedBy(program))
      .filter((account) => {
        const token = findTokenAccount(account);
        return token?.owner === owner && (filter.text("mint") ?? token.mint) === token.mint;
      });
    const value = found.map((account) => ({
      pubkey: account.address,
      account: toAccountJson(ledger.svm, account, encoding),
    }));
    return atSlot(ledger, value);
  },
};
