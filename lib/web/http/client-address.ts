import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

export interface Connection {
  /** Address of the socket's other end, if known. */
  remoteAddress: string | undefined;
  forwardedFor: string | null | undefined;
  /** How many reverse proxies of our own stand in front; each appends the address it was called from. */
  trustedHops: number;
}

const UNKNOWN = "unknown";
const GROUPS_OF_A_NETWORK = 4;

/**
 * Who is calling, for rate limits. Without proxies of our own it is the socket's address and X-Forwarded-For is not
 * looked at, as anybody can send it. Behind n proxies it is the n-th entry from the right: what stands further left
 * was written by the caller.
 */
export function clientAddress({ remoteAddress, forwardedFor, trustedHops }: Connection): string {
  const direct = normalizeAddress(remoteAddress ?? "") ?? UNKNOWN;
  if (trustedHops <= 0 || !forwardedFor) return direct;
  const entry = forwardedFor.split(",").at(-trustedHops)?.trim();
  return normalizeAddress(entry ?? "") ?? direct;
}

/**
 * Replaces X-Forwarded-For by the caller's address as `clientAddress` finds it, for handlers that see no socket. What
 * the caller wrote into the header is gone afterwards.
 */
export function stampClientAddress(
  request: Pick<IncomingMessage, "headers" | "socket">,
  trustedHops: number,
): void {
  request.headers["x-forwarded-for"] = addressOf(request, trustedHops);
}

/** `clientAddress` of a request that has not been stamped. */
export function addressOf(request: Pick<IncomingMessage, "headers" | "socket">, trustedHops: number): string {
  const header = request.headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(header) ? header.join(",") : header;
  const { remoteAddress } = request.socket;
  return clientAddress({ remoteAddress, forwardedFor, trustedHops });
}

/**
 * The subscriber behind a request to a page, from its stamped X-Forwarded-For (`stampClientAddress`): handlers of pages
 * see no socket.
 */
export function subscriberOfStamped(forwardedFor: string | null | undefined): string {
  return subscriberOf(clientAddress({ remoteAddress: undefined, forwardedFor, trustedHops: 1 }));
}

/** The network that an address belongs to, which one party can be taken to hold: a /24 of IPv4, a /64 of IPv6. */
export function networkOf(address: string): string {
  return isIPv4(address) ? address.replace(/\.\d+$/, ".0/24") : subscriberOf(address);
}

/** What one subscriber has of the address space: an IPv4 address, or the /64 network of an IPv6 address. */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  const groups = [...first, ...zeros, ...last].slice(0, GROUPS_OF_A_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

function normalizeAddress(text: string): string | null {
  const bare = text.replace(/^\[([^\]]+)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIPv4(mapped) || isIPv6(mapped) ? mapped.toLowerCase() : null;
}

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

// Programs that read everything there is. HTTP clients (curl, node, python-requests) are not among them: here they are
// agents at work, and lists of "non-browsers" would leave out the very callers this market is for.
const CRAWLER =
  /bot\b|bot[/;)_-]|crawl|spider|slurp|scrap(?:er|ing)|archiver|facebookexternalhit|preview|monitor|uptime|pingdom|lighthouse|headlesschrome/i;

/** True for user agents of search engines, link previews and uptime checks: what they ask for is nobody's demand. */
export function isCrawler(userAgent: string | null | undefined): boolean {
  return CRAWLER.test(userAgent ?? "");
}
