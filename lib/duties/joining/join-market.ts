import { platformKey } from "@/lib/log/attestation/platform-key";
import { standingOfKey } from "@/lib/log/attestation/keys/keys";
import { unusableSettings } from "@/lib/platform/config/env";
import { findDifferingSettings } from "@/lib/duties/joining/compare-settings";
import { systemClock } from "@/lib/kernel/clock";

/**
 * Asks the database whether this process may work for its market, before it does anything: it has the settings of the
 * others, and the key that signs. Throws a sentence (SettingsError) if not. The first process of a new market settles
 * both.
 */
export async function joinMarket(): Promise<void> {
  const names = await findDifferingSettings();
  if (names.length > 0)
    throw unusableSettings([
      `${names.join(", ")} here and in the rest of the market differ: take the value of the others. If a change is meant, run npm run accept-settings with the new value, and restart the others.`,
    ]);
  const { keyId } = platformKey();
  const standing = await standingOfKey(keyId, systemClock.now());
  if (standing.state === "current") return;
  const of = standing.state === "refused" ? ` (${standing.current})` : "";
  throw unusableSettings([
    `The platform key of this process (${keyId}) is not the one that the market signs with${of}: give it that one as PLATFORM_KEY or in platform-key.pem. If another key shall sign, run npm run rotate-platform-key.`,
  ]);
}
