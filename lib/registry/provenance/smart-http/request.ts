import { BlockList, isIP, type LookupFunction } from "node:net";
import type { UnreachableReason } from "../check-source";
import { lookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { readBounded } from "@/lib/kernel/read-bounded";

/** What a conversation with a foreign server may cost, and with whom it may be held. */
export interface NetworkPolicy {
  protocols: readonly string[];
  isAllowedAddress: (address: string) => boolean;
  /** For everything together: names, connections, redirects, bodies. */
  timeoutMs: number;
  /** Of one answer; with 0 no body is read. A repository with 100,000 branches and tags stays below 8 MiB. */
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

/** IPv4 networks that are not on the public internet (IANA special-purpose registry), with multicast and class E. */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Of the public IPv6 network what stands for something else: other protocols, documentation, 6to4. */
const NOT_PUBLIC_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, "ipv6");

/** IPv6 is refused unless it is global unicast: what is mapped, local or translated stands for other machines. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/**
 * True for an address on the public internet. Whoever names a repository must not make this machine talk to itself or
 * to its neighbours.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !refused.check(address, "ipv6");
    default:
      return false;
  }
}

/** Ends the conversation with a server; the outermost function turns it into an answer. */
export class RemoteError extends Error {
  constructor(
    readonly reason: UnreachableReason,
    message: string,
  ) {
    super(message);
  }
}

export interface RemoteRequest {
  url: URL;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  signal: AbortSignal;
}

export interface RemoteAnswer {
  status: number;
  contentType: string;
  location?: string;
  /** Empty for anything but 200. */
  body: Buffer;
}

/**
 * One request, no redirects, no cookies, no credentials, no compression, no connection kept. Names are resolved once
 * and each address is judged before it is connected to, so that a name cannot change its mind in between.
 *
 * @throws RemoteError
 */
export function sendRequest(request: RemoteRequest, policy: NetworkPolicy): Promise<RemoteAnswer> {
  assertAllowedUrl(request.url, policy);
  const { url, method, headers, body, signal } = request;
  const { request: open } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(toFault(error, signal));
    const options = {
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      agent: false,
      lookup: guardedLookup(policy),
      signal,
    } as const;
    const outgoing = open(url, options, (incoming) => {
      incoming.on("error", fail);
      readAnswer(incoming, policy).then(resolve, (error: unknown) => {
        outgoing.destroy();
        fail(error instanceof Error ? error : new Error("the answer cannot be read"));
      });
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

/** Judged before any name is resolved, throws RemoteError: the scheme, no password in the address, and addresses written out. */
export function assertAllowedUrl(url: URL, { protocols, isAllowedAddress }: NetworkPolicy): void {
  if (!protocols.includes(url.protocol)) throw refusedAddress(`${url.protocol}// is not spoken here`);
  if (url.username !== "" || url.password !== "") throw refusedAddress("the address holds a password");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // an address in the place of a name is never looked up
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw refusedAddress(`${host} is no public address`);
}

function guardedLookup({ isAllowedAddress }: NetworkPolicy): LookupFunction {
  return (hostname, { all, ...options }, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      const refused = addresses?.find(({ address }) => !isAllowedAddress(address));
      if (error !== null) callback(error, "");
      else if (refused !== undefined || first === undefined) {
        callback(refusedAddress(`${hostname} leads to ${refused?.address ?? "no address"}`), "");
      } else if (all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function readAnswer(
  incoming: http.IncomingMessage,
  { maxBytes }: NetworkPolicy,
): Promise<RemoteAnswer> {
  const { statusCode: status = 0, headers } = incoming;
  const contentType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const answer = {
    status,
    contentType,
    ...(headers.location === undefined ? {} : { location: headers.location }),
  };
  if (status !== 200 || maxBytes === 0) {
    incoming.destroy();
    return { ...answer, body: Buffer.alloc(0) };
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new RemoteError("no_repository", "the answer came compressed, unasked");
  const body = await readBounded(incoming, maxBytes);
  if (body === null) throw new RemoteError("too_large", `more than ${maxBytes} bytes were sent`);
  if (!incoming.complete) throw new RemoteError("no_connection", "the connection broke off");
  return { ...answer, body };
}

function refusedAddress(message: string): RemoteError {
  return new RemoteError("address_refused", message);
}

function toFault(error: Error, signal: AbortSignal): RemoteError {
  if (error instanceof RemoteError) return error;
  if (signal.aborted) return new RemoteError("too_slow", "it took too long to answer");
  const { code } = error as NodeJS.ErrnoException;
  return new RemoteError(
    "no_connection",
    code === undefined ? "the connection failed" : `the connection failed: ${code}`,
  );
}
