import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { signMessage } from "@/components/wallet/sign-with-wallet";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { findTransaction } from "@/lib/chain/solana/transaction";

const address = () => Keypair.generate().publicKey.toBase58();
const payment = buildPaymentTransaction({
  payerAddress: address(),
  payeeAddress: address(),
  treasuryAddress: address(),
  creatorLamports: 1n,
  feeLamports: 0n,
  reference: null,
  memo: "m",
  blockhash: address(),
});
const message = findTransaction(payment)?.message ?? new Uint8Array();
const text = (written: string) => new TextEncoder().encode(written);

function wallet() {
  const asked: Uint8Array[] = [];
  const signing = ({ message: given }: { message: Uint8Array }) => {
    asked.push(given);
    return Promise.resolve([{ signedMessage: given, signature: new Uint8Array(64) }]);
  };
  const features = { "solana:signMessage": { signMessage: signing } };
  return { asked, connection: { wallet: { features }, account: {} } as unknown as WalletConnection };
}

test.each<[string, Uint8Array]>([
  ["a payment", message],
  ["a payment of version 0", Uint8Array.from([0x80, ...message])],
  ["a payment of version 1", Uint8Array.from([0x81, ...message])],
  ["one with as many signers as a packet holds", Uint8Array.from([19, ...message.subarray(1)])],
  ["nothing", new Uint8Array()],
])("%s that is given as a text is not signed", async (_, given) => {
  const { asked, connection } = wallet();
  await expect(signMessage(connection, given)).rejects.toThrow("no text");
  expect(asked).toEqual([]);
});

test.each<[string, string[], boolean]>([
  ["a device whose wallet signs texts as they are for other accounts", ["solana:signOffchainMessage"], true],
  ["an account that can both", ["solana:signMessage", "solana:signOffchainMessage"], false],
])("%s", async (_, features, isEnveloped) => {
  const asked: string[] = [];
  const publicKey = new Uint8Array(32).fill(3);
  const wallets = {
    "solana:signMessage": {
      signMessage: () => (asked.push("plain"), Promise.resolve([{ signedMessage: [1], signature: [2] }])),
    },
    "solana:signOffchainMessage": {
      signOffchainMessage: (input: object) => {
        asked.push("enveloped");
        expect(input).toMatchObject({ messageVersion: 1, message: "\ud55c", requiredSigners: [publicKey] });
        return Promise.resolve([{ signedOffchainMessage: [255], signature: [2] }]);
      },
    },
  };
  const connection = { wallet: { features: wallets }, account: { features, publicKey } };
  const signed = await signMessage(connection as unknown as WalletConnection, text("\ud55c"));
  expect(asked).toEqual([isEnveloped ? "enveloped" : "plain"]);
  expect([...signed.signedMessage, ...signed.signature]).toEqual([isEnveloped ? 255 : 1, 2]);
});

test.each([
  "market.example wants you to sign in",
  "DSSEv1 28 application/vnd.in-toto+json 2 {}",
  "\ud55c\uad6d\uc5b4",
  "\u4e2d\u6587",
  "\u00e9t\u00e9",
])("a text is: %s", async (written) => {
  const { asked, connection } = wallet();
  await signMessage(connection, text(written));
  expect(asked).toEqual([text(written)]);
});
