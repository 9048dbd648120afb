import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeRequests } from "../../request";
import { findBroken, type Outcome } from "../rows/row";
import { Acknowledged } from "./acknowledged";

const answers: Record<string, { status: number; body: object }[]> = {
  "/there": [{ status: 200, body: { id: "a" } }],
  "/later": [
    { status: 503, body: {} },
    { status: 200, body: { id: "a" } },
  ],
  "/gone": [{ status: 404, body: {} }],
  "/gone-later": [
    { status: 200, body: { id: "of somebody else" } },
    { status: 404, body: {} },
  ],
};
const server = http.createServer(({ url = "" }, response) => {
  const queue = answers[url] ?? [];
  const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 500, body: {} };
  response.writeHead(answer.status).end(JSON.stringify(answer.body));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  closeRequests();
  server.close();
});

test("what the market said yes to and does not have is lost; what it has, at once or later, is not", async () => {
  const acknowledged = new Acknowledged();
  const shows = (body: Record<string, unknown>) => body["id"] === "a";
  for (const path of Object.keys(answers)) acknowledged.add({ what: path, path, shows });
  const lost = await acknowledged.findLost(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(lost.toSorted()).toEqual(["/gone", "/gone-later"]);
});

test("a row is broken by a lost write, and by failures and time that it does not allow", () => {
  const row = { name: "row", broken: "a part" };
  const outcome: Outcome = {
    row,
    sent: 9,
    failed: 2,
    acknowledged: 3,
    lost: [],
    seconds: 31,
    reasons: new Map(),
  };
  expect(findBroken(outcome)).toEqual([]);
  expect(findBroken({ ...outcome, lost: ["quote qte_1"] })).toEqual(["row lost quote qte_1."]);
  expect(findBroken({ ...outcome, row: { ...row, failsNothing: true } })).toHaveLength(1);
  expect(findBroken({ ...outcome, row: { ...row, mostSeconds: 30 } })).toHaveLength(1);
  expect(findBroken({ ...outcome, row: { ...row, mostSeconds: 31 } })).toEqual([]);
});
