import { LedgerLate } from "@/components/bond/bond-problem";
import { postJson } from "@/components/run/market-api";
import { toBase64 } from "@/components/wallet/base64";
import { signTransaction } from "@/components/wallet/sign-with-wallet";
import type { WalletConnection } from "@/components/wallet/solana-wallets";

export type MoveKind = "refund" | "slash";

export interface Signer {
  connection: WalletConnection;
  chain: `solana:${string}`;
}

const POLL_MS = 2_000;
const MAX_POLLS = 40;

/** Base64 to bytes; throws a `DOMException` for what is not base64. */
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.codePointAt(0) ?? 0);

async function signed({ connection, chain }: Signer, transaction: string): Promise<string> {
  return toBase64(await signTransaction(connection, fromBase64(transaction), chain));
}

/** Opens the vault with one signature and waits until its deposit is final and counts. */
export async function openVault(signer: Signer, { slug, version }: { slug: string; version: string }) {
  const path = `/v1/skills/${slug}/bonds`;
  const request = { version, creator: signer.connection.account.address };
  const { vault, transaction } = await postJson<{ vault: string; transaction: string }>(
    `${path}/opening`,
    request,
  );
  await postJson(`${path}/opening`, { ...request, transaction: await signed(signer, transaction) });
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      return await postJson(path, { version, vault });
    } catch (error) {
      if (attempt >= MAX_POLLS) throw error; // it is on chain all the same; anybody can ask again
    }
  }
}

interface PreparedMove {
  transaction: string | null;
  nonce_opening: { transaction: string } | null;
}

/**
 * Prepares a move for this wallet and another party, signs it and hands the first signature in. The first time the
 * wallet signs twice: the account that keeps the move valid until the other party has signed is opened before.
 */
export async function beginMove(
  signer: Signer,
  { vault, kind, other }: { vault: string; kind: MoveKind; other: string },
): Promise<void> {
  const path = `/v1/bonds/${vault}/moves`;
  const request = { kind, signers: [signer.connection.account.address, other] };
  const first = await postJson<PreparedMove>(path, request);
  if (first.nonce_opening) {
    const complete = await signed(signer, first.nonce_opening.transaction);
    await postJson(path, { ...request, nonce_opening: complete });
  }
  let { transaction } = first;
  for (let attempt = 1; transaction === null; attempt++) {
    if (attempt > MAX_POLLS) throw new LedgerLate();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ transaction } = await postJson<PreparedMove>(path, request));
  }
  await addSignature(signer, { vault, kind, transaction });
}

/** Signs what waits; the second signature sends it. */
export async function addSignature(
  signer: Signer,
  { vault, kind, transaction }: { vault: string; kind: MoveKind; transaction: string },
): Promise<void> {
  const complete = await signed(signer, transaction);
  await postJson(`/v1/bonds/${vault}/signatures`, { kind, transaction: complete });
}
