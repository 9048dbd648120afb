import http from "node:http";

/** All of this machine; others than Linux have the first of them alone. */
const ELSEWHERE = process.platform === "linux" ? "127.0.0.7" : "127.0.0.1";

/**
 * Reports a skill from an address that no other test has: an address has ten reports an hour. Returns the status of
 * the answer.
 */
export function reportFromElsewhere(market: string, slug: string, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(`/v1/skills/${slug}/reports`, market),
      { method: "POST", localAddress: ELSEWHERE, headers: { "content-type": "application/json" } },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify({ reason: "broken", text }));
  });
}
