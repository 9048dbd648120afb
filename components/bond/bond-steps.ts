import { ApiProblem, MarketAway } from "@/components/run/api-problem";
import { postJson } from "@/components/run/market-api";
import { toBase64 } from "@/components/wallet/base64";
import { isRefusal } from "@/components/wallet/is-refusal";
import { signTransaction } from "@/components/wallet/sign-with-wallet";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";
import type { Labels } from "@/lib/platform/i18n/labels";

export type MoveKind = "refund" | "slash";

export interface Signer {
  connection: WalletConnection;
  chain: `solana:${string}`;
}

const POLL_MS = 2_000;
const MAX_POLLS = 40;

/** Base64 to bytes; throws a `DOMException` for what is not base64. */
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.codePointAt(0) ?? 0);

/** What reads the bytes before they are signed; it comes with the first press. */
const loadChecks = () => import("@/lib/audits/bond/assert-deposit-signed");
type Checks = Awaited<ReturnType<typeof loadChecks>>;

/** The market builds what is signed here, so it is read first. Throws `NotAsShown`. */
async function signed(
  { connection, chain }: Signer,
  transaction: string,
  assertAsShown: (raw: Uint8Array, checks: Checks) => void,
): Promise<string> {
  const raw = fromBase64(transaction);
  assertAsShown(raw, await loadChecks());
  return toBase64(await signTransaction(connection, raw, chain));
}

/** Who shares a vault, and what it is to hold, as the page shows it. */
interface ShownDeposit {
  slug: string;
  version: string;
  parties: { arbiter: string; council: string };
  depositLamports: string;
}

/** Opens the vault with one signature and waits until its deposit is final and counts. Throws `NotAsShown`. */
export async function openVault(
  signer: Signer,
  { slug, version, parties: pair, depositLamports }: ShownDeposit,
) {
  const path = `/v1/skills/${slug}/bonds`;
  const creator = signer.connection.account.address;
  const request = { version, creator };
  const { vault, transaction } = await postJson<{ vault: string; transaction: string }>(
    `${path}/opening`,
    request,
  );
  const shown = { vault, parties: { creator, ...pair }, depositLamports: BigInt(depositLamports) };
  const complete = await signed(signer, transaction, (raw, { assertOpensVault }) =>
    assertOpensVault(raw, shown),
  );
  await postJson(`${path}/opening`, { ...request, transaction: complete });
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

/** A deposit as the page shows it. */
export interface ShownVault {
  vault: string;
  parties: { creator: string; arbiter: string; council: string };
}

/**
 * Prepares a move for this wallet and another party, signs it and hands the first signature in. The first time the
 * wallet signs twice: the account that keeps the move valid until the other party has signed is opened before. Throws
 * `NotAsShown`.
 */
export async function beginMove(
  signer: Signer,
  { vault, parties, kind, other }: ShownVault & { kind: MoveKind; other: string },
): Promise<void> {
  const path = `/v1/bonds/${vault}/moves`;
  const request = { kind, signers: [signer.connection.account.address, other] };
  const first = await postJson<PreparedMove>(path, request);
  if (first.nonce_opening) {
    const { address } = signer.connection.account;
    const complete = await signed(signer, first.nonce_opening.transaction, (raw, { assertOpensNonce }) =>
      assertOpensNonce(raw, address),
    );
    await postJson(path, { ...request, nonce_opening: complete });
  }
  let { transaction } = first;
  for (let attempt = 1; transaction === null; attempt++) {
    if (attempt > MAX_POLLS) throw new LedgerLate();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ transaction } = await postJson<PreparedMove>(path, request));
  }
  // Whom an upheld challenge is paid to is the market's word until it is on record.
  const destination = kind === "refund" ? parties.creator : null;
  await addSignature(signer, { vault, parties, kind, transaction, destination });
}

export interface WaitingMove {
  kind: MoveKind;
  transaction: string;
  /** Who gets the deposit, as far as the page has shown it. */
  destination: string | null;
}

/** Signs what waits; the second signature sends it. Throws `NotAsShown`. */
export async function addSignature(
  signer: Signer,
  { vault, parties, kind, transaction, destination }: ShownVault & WaitingMove,
): Promise<void> {
  const shown = { vault, parties, destination, signer: signer.connection.account.address };
  const complete = await signed(signer, transaction, (raw, { assertMovesVault }) =>
    assertMovesVault(raw, shown),
  );
  await postJson(`/v1/bonds/${vault}/signatures`, { kind, transaction: complete });
}

/** The chain has not said in time what became of a transaction. */
export class LedgerLate extends Error {}

/** Why a deposit was not locked or moved, in the language of its page; what has no sentence is told by its name. */
export function bondProblem(
  error: unknown,
  labels: Labels<"bond.desk">,
  refusals: Readonly<Record<string, string>>,
): string {
  if (error instanceof MarketAway) return labels.away;
  if (error instanceof LedgerLate) return labels.late;
  if (error instanceof NotAsShown) return labels.notAsShown;
  if (error instanceof ApiProblem) {
    const known = refusals[error.reason ?? ""] ?? refusals[error.code];
    return known ?? `${labels.stays} ${error.reason ?? error.code}`;
  }
  return isRefusal(error) ? labels.refused : labels.stays;
}
