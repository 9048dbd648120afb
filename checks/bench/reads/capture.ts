import http from "node:http";
import type { Asked } from "./kinds";

export interface Captured {
  status: number;
  headers: http.OutgoingHttpHeaders;
  /** As sent: compressed where the answer is. */
  body: Buffer;
}

const OF_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** One answer as it goes over the wire. */
export function capture(
  url: string,
  headers: http.OutgoingHttpHeaders = {},
  post?: Asked["post"],
): Promise<Captured> {
  const asked = { "accept-encoding": "gzip, br", ...headers, ...post?.headers };
  return new Promise((resolve, reject) => {
    const method = post ? "POST" : "GET";
    const request = http.request(url, { method, headers: asked }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(parts);
        const kept = Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.has(name));
        resolve({
          status: response.statusCode ?? 0,
          headers: { ...Object.fromEntries(kept), "content-length": body.length },
          body,
        });
      });
    });
    request.on("error", reject);
    request.end(post?.body);
  });
}
