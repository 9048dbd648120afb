import { findDemoKey } from "@/lib/attestation/demo-key";
import type { PlatformKey } from "@/lib/attestation/platform-key";
import { env } from "@/lib/config/env";

const NAMES = ["arbiter", "council"] as const;

/**
 * The keys of this installation that share deposits and sign by themselves: those of a demonstration, where it made
 * them. None in any other market: there, people sign.
 */
export function findOwnParties(): PlatformKey[] {
  if (!env().demonstration) return [];
  return NAMES.flatMap((name) => findDemoKey(name) ?? []);
}

/** Addresses of the same, for pages that say whose they are. */
export const ownPartyAddresses = (): string[] => findOwnParties().map(({ keyId }) => keyId);
