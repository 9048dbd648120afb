import http from "node:http";

/** All of this machine; others than Linux have the first of them alone. */
const ELSEWHERE = process.platform === "linux" ? "127.0.0.7" : "127.0.0.1";

interface Reported {
  status: number;
  /** Id of the report; nothing where it was refused. */
  id: string | undefined;
}

/** Reports a skill from an address that no other test has: an address has ten reports an hour. */
export const reportFromElsewhere = async (market: string, slug: string, text: string): Promise<number> =>
  (await report(new URL(`/v1/skills/${slug}/reports`, market), text)).status;

/** The same of a set. */
export const reportSetFromElsewhere = (market: string, name: string, text: string): Promise<Reported> =>
  report(new URL(`/v1/sets/${name}/reports`, market), text);

function report(address: URL, text: string): Promise<Reported> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      address,
      { method: "POST", localAddress: ELSEWHERE, headers: { "content-type": "application/json" } },
      (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (part: string) => (body += part));
        answer.on("end", () => {
          const { report_id: id } = JSON.parse(body) as { report_id?: string };
          resolve({ status: answer.statusCode ?? 0, id });
        });
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify({ reason: "broken", text }));
  });
}
