import type { PayeeTrouble } from "@/components/publish/payee-note";
import { getAccount } from "@/lib/identity/accounts/accounts";
import type { VersionPreview } from "@/lib/publishing/preview-version";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { findPayeeShortfall } from "@/lib/payments/quotes/payee-hint";

/** What would keep buyers from paying this price, as far as it can be told before publishing; null for nothing. */
export async function findPayeeTrouble(
  {
    accountId,
    priceLamports,
    maintains,
    wallet,
  }: {
    accountId: string;
    priceLamports: bigint;
    /** Another account is paid. */
    maintains: boolean;
    /** Which one would be paid once there is a price. */
    wallet?: string | undefined;
  },
  preview: VersionPreview,
): Promise<PayeeTrouble | null> {
  if (priceLamports === 0n) return null;
  if (maintains && !preview.ok) return null;
  if (!preview.ok) return (await getAccount(accountId)).wallets.length === 0 ? { kind: "none" } : null;
  const notCalled =
    preview.obstacles.length === 0 ? null : ({ kind: "notCalled", obstacles: preview.obstacles } as const);
  // A first run mends nothing of what is paid, so that it is told last.
  const waits = preview.obstacles.every(({ code }) => code === "CALL_NOT_RUN");
  if (notCalled !== null && !waits) return notCalled;
  const payeeAddress = preview.terms.payeeAddress ?? wallet;
  if (payeeAddress === undefined) return notCalled;
  const missingLamports = await findPayeeShortfall({ priceLamports, payeeAddress }, currentSettlement());
  return missingLamports === null ? notCalled : { kind: "empty", address: payeeAddress, missingLamports };
}
