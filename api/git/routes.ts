import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { sendPlainError } from "@/api/frame/plain-error";
import { advertiseV0, advertiseV2, listRefs } from "@/lib/catalogue/git/advertise";
import { headOfV0, headOfV2 } from "@/lib/catalogue/git/answer-fetch";
import { readFetchOfV0, readFetchOfV2, type FetchRequest } from "@/lib/catalogue/git/fetch-request";
import { openHistory, type OpenedHistory } from "@/lib/catalogue/git/open-history";
import { pktLine, readPackets, type Packet } from "@/lib/catalogue/git/pkt-lines";
import { findUnknownWants, planFetch } from "@/lib/catalogue/git/plan-fetch";
import { describeFetch, sendPack } from "@/lib/catalogue/git/send-pack";
import { planPack } from "@/lib/catalogue/git/write-pack";
import { DomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { readBody } from "@/lib/web/http/read-body";

/** Room for what a client may say that it has: git sends up to 16,384 commits at once, fifty bytes each. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_NAME_CHARACTERS = 100;
const READ_ONLY = "git-upload-pack";
const unzip = promisify(gunzip);

/**
 * Skills as repositories of git, read-only, by smart HTTP (gitprotocol-http(5)). The address is that of a skill's page,
 * with or without `.git` at its end. Failures are lines of text, which git shows to the person.
 */
export const GIT: readonly PlainRoute[] = [
  // Somebody opens what they cloned from.
  {
    belowPages: true,
    path: "/skills/:name{[a-z0-9-]{1,100}\\.git}",
    handler: (c) => c.redirect(pageOf(c), 302),
  },
  { belowPages: true, path: "/skills/:name/info/refs", handler: inPlainText(sendRefs) },
  {
    belowPages: true,
    path: "/skills/:name/git-receive-pack",
    method: "post",
    handler: inPlainText(refusePush),
  },
  {
    belowPages: true,
    path: `/skills/:name/${READ_ONLY}`,
    method: "post",
    handler: inPlainText(answerUploadPack),
  },
];

type Handler = (c: ApiContext) => Promise<Response> | Response;

function inPlainText(handler: Handler): Handler {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      return sendPlainError(c, error);
    }
  };
}

async function sendRefs(c: ApiContext): Promise<Response> {
  const service = c.req.query("service");
  if (service === "git-receive-pack") return refusePush();
  if (service !== READ_ONLY) {
    throw new DomainError(
      "REQUEST_INVALID",
      "Only the smart protocol is spoken here: use git 1.6.6 or newer.",
    );
  }
  const { history } = await openAsked(c);
  return send(c, "advertisement", isV2(c) ? advertiseV2() : advertiseV0(history));
}

function refusePush(): never {
  throw new DomainError(
    "PERMISSION_DENIED",
    "Repositories of the market are read-only. Publish a version at /publish, or with `emporion publish`.",
  );
}

async function answerUploadPack(c: ApiContext): Promise<Response> {
  const packets = readPackets(await readRequest(c));
  const repository = await openAsked(c);
  if (!isV2(c)) return answerFetch(c, repository, { request: readFetchOfV0(packets), head: headOfV0 });
  const { command, args } = readCommand(packets);
  if (command === "ls-refs") return send(c, "result", listRefs(repository.history, args));
  if (command === "fetch")
    return answerFetch(c, repository, { request: readFetchOfV2(args), head: headOfV2 });
  throw new DomainError("REQUEST_INVALID", `There is no command "${command.slice(0, 40)}" here.`);
}

interface AskedFetch {
  request: FetchRequest;
  head: typeof headOfV2;
}

async function answerFetch(
  c: ApiContext,
  { history, skillId, withdrawn }: OpenedHistory,
  { request, head: writeHead }: AskedFetch,
): Promise<Response> {
  const [unknown] = findUnknownWants(history, request);
  if (unknown !== undefined) return send(c, "result", pktLine(`ERR ${describeUnknown(unknown)}`));
  const plan = planFetch(history, request);
  const head = writeHead(request, plan);
  if (!head.hasPack) return send(c, "result", head.text);
  const pack = await planPack(plan);
  await consumeRateLimit(REQUEST_LIMITS.gitPacks, callerAddress(c), Math.ceil(pack.sizeBytes / 1024));
  const [newest] = plan.commits;
  if (newest !== undefined) c.set("download", { skillId, versionId: newest.version.versionId });
  const words = describeFetch(newest?.version, withdrawn);
  return send(c, "result", sendPack({ head: head.text, pack, words, hasBands: request.hasBands }));
}

const describeUnknown = (id: string) =>
  `${id} is not given out here, or not any more: a version may have been withdrawn or let through. Fetch again; the page of the skill says what happened.`;

const nameIn = (c: ApiContext) => (c.req.param("name") ?? "").replace(/\.git$/, "");
const pageOf = (c: ApiContext) => `/skills/${nameIn(c)}`;

/** Counts the request, and opens the repository that it names. */
async function openAsked(c: ApiContext): Promise<OpenedHistory> {
  await limitRate(c, REQUEST_LIMITS.git, callerAddress(c));
  const name = nameIn(c);
  if (name.length > MAX_NAME_CHARACTERS || /[\0\p{Cs}]/u.test(name))
    throw new DomainError("SKILL_NOT_FOUND", "No skill has such a name.");
  return openHistory(name);
}

const isV2 = (c: ApiContext) => /(?:^|:)version=2(?::|$)/.test(c.req.header("git-protocol") ?? "");

/** The body, which git sends deflated when it is long. */
async function readRequest(c: ApiContext): Promise<Uint8Array> {
  const bytes = await readBody(c.req.raw, { maxBytes: MAX_BODY_BYTES });
  const coding = c.req.header("content-encoding") ?? "identity";
  if (coding === "identity") return bytes;
  if (coding !== "gzip" && coding !== "x-gzip")
    throw new DomainError("CONTENT_TYPE_INVALID", "The body is neither plain nor compressed with gzip.");
  try {
    return await unzip(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? new DomainError(
          "CONTENT_TOO_LARGE",
          `The body is larger than the ${MAX_BODY_BYTES} bytes allowed here.`,
        )
      : new DomainError("REQUEST_INVALID", "The body is not what gzip writes.", { cause });
  }
}

/** Version 2: the command, capabilities, a delimiter, and its arguments up to a flush. */
function readCommand(packets: readonly Packet[]): { command: string; args: string[] } {
  const lines = (part: readonly Packet[]) =>
    part.flatMap((packet) => (typeof packet === "object" ? [packet.line] : []));
  const delimiter = packets.indexOf("delimiter");
  const head = lines(delimiter === -1 ? packets : packets.slice(0, delimiter));
  const command = head.find((line) => line.startsWith("command="))?.slice("command=".length) ?? "";
  return { command, args: delimiter === -1 ? [] : lines(packets.slice(delimiter + 1)) };
}

/** What is here changes with each version, and what is sent depends on what the client has: nobody keeps it. */
function send(c: ApiContext, kind: "advertisement" | "result", body: string | ReadableStream): Response {
  return c.body(body, 200, {
    "content-type": `application/x-${READ_ONLY}-${kind}`,
    "cache-control": "no-cache, max-age=0, must-revalidate",
  });
}
