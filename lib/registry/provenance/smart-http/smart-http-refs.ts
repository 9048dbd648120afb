import type { RefsAnswer, RemoteRef, RemoteRefs } from "../remote-refs";
import { RemoteError } from "./remote-error";
import { PUBLIC_NETWORK, type NetworkPolicy } from "./network-policy";
import { readPackets, writePackets } from "./packet-lines";
import { readAdvertisement, readLsRefs } from "./read-refs";
import { sendRequest, type RemoteAnswer } from "./request";

const INFO_REFS = "/info/refs";
const SERVICE = "?service=git-upload-pack";
const PROTOCOL = { "git-protocol": "version=2" };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks git servers over smart HTTP (gitprotocol-http): protocol 2 with `ls-refs` for branches and tags alone, protocol
 * 0 where the server knows no newer one. No password is ever sent.
 */
export function smartHttpRefs(policy: NetworkPolicy = PUBLIC_NETWORK): RemoteRefs {
  return {
    async list(repositoryUrl): Promise<RefsAnswer> {
      try {
        const refs = await listRefs(repositoryUrl, policy, AbortSignal.timeout(policy.timeoutMs));
        return { ok: true, refs };
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        return { ok: false, reason: error.reason, message: error.message };
      }
    },
  };
}

async function listRefs(
  repositoryUrl: string,
  policy: NetworkPolicy,
  signal: AbortSignal,
): Promise<RemoteRef[]> {
  if (!URL.canParse(repositoryUrl)) throw new RemoteError("address_refused", "the address is no URL");
  const start = new URL(repositoryUrl.replace(/\/$/, "") + INFO_REFS + SERVICE);
  const { answer, base } = await follow(start, policy, signal);
  assertGit(answer, "application/x-git-upload-pack-advertisement");
  const advertisement = readAdvertisement(readPackets(answer.body));
  if (advertisement.version === 0) return advertisement.refs;
  const format = advertisement.capabilities.find((each) => each.startsWith("object-format="));
  const listing = await sendRequest(
    {
      url: new URL(`${base}/git-upload-pack`),
      method: "POST",
      headers: {
        ...PROTOCOL,
        accept: "application/x-git-upload-pack-result",
        "content-type": "application/x-git-upload-pack-request",
      },
      body: writePackets([
        "command=ls-refs",
        ...(format === undefined ? [] : [format]),
        null,
        "peel",
        "ref-prefix HEAD",
        "ref-prefix refs/heads/",
        "ref-prefix refs/tags/",
      ]),
      signal,
    },
    policy,
  );
  assertGit(listing, "application/x-git-upload-pack-result");
  return readLsRefs(readPackets(listing.body));
}

/** The first request may be sent on, as git allows; where it ends is where the second one goes. */
async function follow(
  start: URL,
  policy: NetworkPolicy,
  signal: AbortSignal,
): Promise<{ answer: RemoteAnswer; base: string }> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const headers = { ...PROTOCOL, accept: "application/x-git-upload-pack-advertisement" };
    const answer = await sendRequest({ url, method: "GET", headers, signal }, policy);
    if (!REDIRECTS.has(answer.status)) return { answer, base: baseOf(url) };
    if (redirects === policy.maxRedirects)
      throw refusedRedirect(`more than ${policy.maxRedirects} redirects`);
    const { location = "" } = answer;
    if (!URL.canParse(location, url)) throw refusedRedirect("a redirect that leads nowhere");
    url = new URL(location, url);
    if (!policy.protocols.includes(url.protocol)) throw refusedRedirect(`a redirect to ${url.protocol}//`);
    baseOf(url);
  }
}

/** A redirect to anything but the same question elsewhere is no answer of a repository: a sign-in page, for example. */
function baseOf({ href }: URL): string {
  if (href.endsWith(INFO_REFS + SERVICE)) return href.slice(0, -(INFO_REFS + SERVICE).length);
  throw refusedRedirect("a redirect to something that is no repository");
}

function assertGit({ status, contentType }: RemoteAnswer, expected: string): void {
  if (status === 401 || status === 403 || status === 404 || status === 410) {
    throw new RemoteError(
      "not_found",
      `the server answers ${status}: there is nothing, or nothing for everybody`,
    );
  }
  if (status !== 200) throw new RemoteError("no_repository", `the server answers ${status}`);
  if (contentType === expected) return;
  throw new RemoteError("no_repository", "what answers is no git server of today");
}

function refusedRedirect(message: string): RemoteError {
  return new RemoteError("redirect_refused", message);
}
