import { isPublicAddress } from "./public-address";

/** What a conversation with a foreign server may cost, and with whom it may be held. */
export interface NetworkPolicy {
  protocols: readonly string[];
  isAllowedAddress: (address: string) => boolean;
  /** For everything together: names, connections, redirects, bodies. */
  timeoutMs: number;
  /** Of one answer. A repository with 100,000 branches and tags stays below it. */
  maxBytes: number;
  maxRedirects: number;
}

/** Anybody may name the repository: https, public addresses only. */
export const PUBLIC_NETWORK: NetworkPolicy = {
  protocols: ["https:"],
  isAllowedAddress: isPublicAddress,
  timeoutMs: 15_000,
  maxBytes: 8 * 1024 * 1024,
  maxRedirects: 3,
};
