import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { mppBuyer, settled } from "@/api/testing/mpp-buyer";
import { CallMarket } from "@/lib/running/testing/call-market";
import { startTracing } from "./start-tracing";

const market = new CallMarket();
const { ask, asked, pull, quoteIdOf } = mppBuyer(market);

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const sent: Sent[] = [];
const receiver = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    sent.push(JSON.parse(Buffer.concat(parts).toString()) as Sent);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
afterAll(() => receiver.close());

test("quote, payment and run of one call are spans of the caller's trace, and say ids alone", async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = `http://127.0.0.1:${port}`;
  const end = await startTracing("web");
  const theirs = "4bf92f3577b34da6a3ce929d0e0e4736";
  const traceparent = `00-${theirs}-00f067aa0ba902b7-01`;
  const body = { input: { text: "a secret input" } };
  const challenge = await asked(body, { traceparent });
  const answer = await settled(() => ask(body, { ...pull(challenge), traceparent }));
  expect(answer.status).toBe(200);
  await end();

  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const ours = spans.filter(({ traceId }) => traceId === theirs);
  const named = (name: string) => ours.filter((span) => span.name === name);
  const requests = named("POST /v1/skills/:id/call");
  expect(requests.length).toBeGreaterThanOrEqual(2);
  expect(new Set(requests.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set(["00f067aa0ba902b7"]));
  const factOf = (span: Span | undefined, key: string) =>
    Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0];
  const statuses = requests.map((span) => Number(factOf(span, "http.response.status_code")));
  expect([statuses[0], statuses.at(-1)]).toEqual([402, 200]);
  const ancestors = (span: Span | undefined): string[] => {
    const parent = ours.find(({ spanId }) => spanId === span?.parentSpanId);
    return parent === undefined ? [] : [parent.name, ...ancestors(parent)];
  };
  const [request] = requests.map(({ name }) => name);
  const quoteId = quoteIdOf(challenge);
  for (const [name, above] of [
    ["quote", []],
    ["payment", []],
    ["settle", ["payment"]],
    ["run", []],
    ["sandbox", ["run"]],
  ] as const) {
    const [span] = named(name);
    expect([name, ancestors(span)]).toEqual([name, [...above, request]]);
  }
  for (const name of ["payment", "settle", "run"])
    expect(factOf(named(name)[0], "emporion.quote_id")).toBe(quoteId);
  const services = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.map(({ resource }) => resource.attributes),
  );
  expect(services[0]).toContainEqual({ key: "service.name", value: { stringValue: "emporion-web" } });
  expect(JSON.stringify(sent)).not.toContain("a secret input");
});
