import http from "node:http";

interface Answered<Body> {
  status: number;
  cookies: readonly string[];
  body: Body;
}

/**
 * Posts JSON from 127.0.0.`last`, an address that no browser of the tests has: what an address may do only so often is
 * left to them. Others than Linux have the first address alone.
 */
export function postFromElsewhere<Body>(last: number, address: URL, sent: object): Promise<Answered<Body>> {
  const localAddress = process.platform === "linux" ? `127.0.0.${last}` : "127.0.0.1";
  return new Promise((resolve, reject) => {
    const request = http.request(
      address,
      { method: "POST", localAddress, headers: { "content-type": "application/json" } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            cookies: answer.headers["set-cookie"] ?? [],
            body: JSON.parse(text) as Body,
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(sent));
  });
}
