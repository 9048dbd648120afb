import { systemClock } from "@/lib/kernel/clock";
import { platformKey } from "@/lib/attestation/current-platform-key";
import { assertMaySign } from "@/lib/attestation/keys/assert-may-sign";

/**
 * Makes sure that this process can sign a receipt that counts: its key is the market's and was not replaced. A paid
 * call needs one, so it is asked before a call is quoted, before its payment is sent on and before it begins.
 * Throws INTERNAL.
 */
export const assertSignsReceipts = (): Promise<void> => assertMaySign(platformKey().keyId, systemClock);
