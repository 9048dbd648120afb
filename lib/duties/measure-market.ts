import { measurePlatformKey } from "@/lib/log/attestation/keys/keys";
import { measureDeposits } from "@/lib/audits/bond/deposits";
import { measureQueue } from "@/lib/platform/jobs/queue";
import { measureMails } from "@/lib/platform/mail/outbox";

/** Asks anew for the figures that describe the whole market, before a process is read for its own. Never throws. */
export async function measureMarket(): Promise<void> {
  await Promise.all([measureQueue(), measureDeposits(), measurePlatformKey(), measureMails()]);
}
