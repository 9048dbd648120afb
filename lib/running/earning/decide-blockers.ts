import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** Why nobody can pay the price of a skill: no call is made of it, or its payee cannot be paid. */
export type EarningBlocker =
  | { kind: "cannot_run"; obstacles: CallObstacle[] }
  | { kind: "no_wallet" }
  /** The wallet its file names is none that the account has signed in with. */
  | { kind: "wallet_not_proven"; address: string }
  /** The chain keeps no account below its rent exemption, so that the wallet cannot take so small a payment. */
  | { kind: "payee_too_low"; address: string; missingLamports: bigint }
  /** A price is in force only once the version has given a valid answer in the sandbox. */
  | { kind: "not_run"; obstacles: CallObstacle[] };

export interface EarningFacts {
  priceLamports: bigint;
  /** As `decideCallable` gives them. */
  obstacles: readonly CallObstacle[];
  /** Null where nothing is known of it: another account is paid. */
  payee: PayeeFacts | null;
}

interface PayeeFacts {
  /** The wallet that calls pay; null for none. */
  address: string | null;
  /** Whoever sets the price has signed in with it. */
  isProven: boolean;
  /** What the wallet lacks, as `findPayeeShortfall` gives it; null for nothing, or where it is not known. */
  missingLamports: bigint | null;
}

/** All that keeps a price from being paid, the gravest first; nothing for a free skill. Pure. */
export function decideBlockers({ priceLamports, obstacles, payee }: EarningFacts): EarningBlocker[] {
  if (priceLamports === 0n) return [];
  const lasting = obstacles.filter(({ code }) => code !== "CALL_NOT_RUN");
  const first = obstacles.filter(({ code }) => code === "CALL_NOT_RUN");
  return [
    ...(lasting.length === 0 ? [] : [{ kind: "cannot_run" as const, obstacles: lasting }]),
    ...(payee === null ? [] : decidePayee(payee)),
    // A first run changes nothing of the rest, so that it is told last.
    ...(first.length === 0 ? [] : [{ kind: "not_run" as const, obstacles: first }]),
  ];
}

function decidePayee({ address, isProven, missingLamports }: PayeeFacts): EarningBlocker[] {
  if (address === null) return [{ kind: "no_wallet" }];
  if (!isProven) return [{ kind: "wallet_not_proven", address }];
  return missingLamports !== null && missingLamports > 0n
    ? [{ kind: "payee_too_low", address, missingLamports }]
    : [];
}
