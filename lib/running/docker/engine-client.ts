import http from "node:http";
import type { Duplex } from "node:stream";
import { readBounded } from "@/lib/kernel/read-bounded";

const API_VERSION = "/v1.41";
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const FRAME_HEADER_BYTES = 8;
/** A busy engine may need long to make a container; one that hangs would keep whoever asks for ever. */
const PATIENCE_MS = 60_000;

/**
 * The few calls of the Docker Engine API that running one container needs, over its unix socket; Podman answers them
 * too. Written here because the usual client sends its options as a body when it attaches, which Podman passes on to
 * the container as input.
 */
export class EngineClient {
  readonly #socketPath: string;
  readonly #patienceMs: number;

  constructor(socketPath: string, patienceMs = PATIENCE_MS) {
    this.#socketPath = socketPath;
    this.#patienceMs = patienceMs;
  }

  /**
   * One call with an answer in JSON; null for an empty one. Throws with the engine's words for any refusal, and when
   * the answer takes longer than is usual, by more than `lastsMs`.
   */
  call(method: string, path: string, body?: object, lastsMs = 0): Promise<unknown> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const request = http.request(this.#options(method, path, headers), (response) => {
        const { statusCode = 0 } = response;
        readText(response)
          .then((said) => {
            if (statusCode >= 400) throw refusal(`${method} ${path}`, statusCode, said);
            return resolve(parse(said));
          })
          .catch(reject);
      });
      request.on("error", reject);
      this.#limit(request, lastsMs);
      request.end(text);
    });
  }

  /** The input and output of a container that is not started yet, as one stream. */
  attach(id: string): Promise<Duplex> {
    const path = `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`;
    const headers = { connection: "Upgrade", upgrade: "tcp", "content-length": 0 };
    return new Promise((resolve, reject) => {
      const request = http.request(this.#options("POST", path, headers));
      request.on("upgrade", (_, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        stop();
        resolve(socket);
      });
      request.on("response", (response) => {
        readText(response).then((said) => reject(refusal("attach", response.statusCode, said)), reject);
      });
      request.on("error", reject);
      const stop = this.#limit(request);
      request.end();
    });
  }

  /** Ends a request that takes too long. Returns what calls that off. */
  #limit(request: http.ClientRequest, lastsMs = 0): () => void {
    const end = () => request.destroy(new Error("The engine does not answer."));
    const timer = setTimeout(end, this.#patienceMs + lastsMs);
    const stop = () => clearTimeout(timer);
    request.once("close", stop);
    return stop;
  }

  #options(method: string, path: string, headers: http.OutgoingHttpHeaders): http.RequestOptions {
    return { socketPath: this.#socketPath, method, path: API_VERSION + path, headers, agent: false };
  }
}

/**
 * Takes the stream of an attached container apart: frames of 8 bytes of header (1 for output, 2 for error) and content.
 */
export function splitFrames(
  onFrame: (stream: "stdout" | "stderr", bytes: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let size = frameSize(rest); size !== null; size = frameSize(rest)) {
      const content = rest.subarray(FRAME_HEADER_BYTES, size);
      onFrame(rest[0] === 2 ? "stderr" : "stdout", content);
      rest = rest.subarray(size);
    }
  };
}

function frameSize(bytes: Buffer): number | null {
  if (bytes.length < FRAME_HEADER_BYTES) return null;
  const size = FRAME_HEADER_BYTES + bytes.readUInt32BE(4);
  return bytes.length < size ? null : size;
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const bytes = await readBounded(response, MAX_ANSWER_BYTES);
  if (bytes === null) throw new Error("The engine's answer is too long.");
  return bytes.toString("utf8");
}

const refusal = (call: string, status: number | undefined, said: string) =>
  new Error(`${call}: HTTP ${status} ${said.slice(0, 500)}`);

// Some calls answer with several lines, the first of which is the answer.
const parse = (said: string): unknown => {
  const [line = ""] = said.trim().split("\n");
  return /^[[{]/.test(line) ? (JSON.parse(line) as unknown) : null;
};
