import { measurePlatformKey } from "@/lib/log/attestation/keys/key-metrics";
import { measureDeposits } from "@/lib/audits/bond/deposits";
import { measureQueue } from "@/lib/platform/jobs/queue-metrics";
import { measureMails } from "@/lib/platform/mail/mail-metrics";

/** Asks anew for the figures that describe the whole market, before a process is read for its own. Never throws. */
export async function measureMarket(): Promise<void> {
  await Promise.all([measureQueue(), measureDeposits(), measurePlatformKey(), measureMails()]);
}
