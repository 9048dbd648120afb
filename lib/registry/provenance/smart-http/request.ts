import { lookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readBounded } from "@/lib/kernel/read-bounded";
import { RemoteError } from "./remote-error";
import type { NetworkPolicy } from "./network-policy";

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
  assertAllowed(request.url, policy);
  const { url, method, headers, body, signal } = request;
  const { request: open } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(toFault(error, signal));
    const options = {
      method,
      headers: { ...headers, "accept-encoding": "identity", "user-agent": "git/emporion" },
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

/** Before any name is resolved: the scheme, no password in the address, and addresses written out. */
function assertAllowed(url: URL, { protocols, isAllowedAddress }: NetworkPolicy): void {
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
  if (status !== 200) {
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
