import { clientAddress } from "@/lib/web/http/client-address";

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * True when a page is asked for from this very machine: the stamped address of the caller is a loopback
 * address, and so is the name in the address bar. The latter keeps out pages of other sites whose name was
 * pointed here (DNS rebinding).
 */
export function isLoopbackRequest(headers: Pick<Headers, "get">): boolean {
  const address = clientAddress({
    remoteAddress: undefined,
    forwardedFor: headers.get("x-forwarded-for"),
    trustedHops: 1,
  });
  const fromHere = address === "::1" || address.startsWith("127.");
  return fromHere && isLoopbackHost(headers.get("host"));
}

/** True for a `Host` that no name server was asked for. */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return LOOPBACK_HOST.test(host ?? "");
}
