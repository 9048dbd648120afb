import { expect, test } from "vitest";
import EXAMPLES from "@/api/examples.json";
import { call, expectProblem } from "@/api/testing/client";

interface Described {
  paths: Record<string, Record<string, Record<string, unknown>>>;
}

test("what is paid for is found in the description, with a request that is asked for payment", async () => {
  const { body } = await call("GET", "/openapi.json");
  expect(body["x-service-info"]).toMatchObject({ docs: { llms: "http://127.0.0.1:3000/llms.txt" } });
  const operations = Object.values((body as unknown as Described).paths).flatMap((item) =>
    Object.values(item),
  );
  const payable = operations.filter((operation) => "x-payment-info" in operation);
  expect(payable).toMatchObject([
    {
      operationId: "callSkill",
      "x-payment-info": {
        offers: [{ intent: "charge", method: "solana", amount: null, currency: "sol" }],
      },
      requestBody: { content: { "application/json": { example: EXAMPLES.callSkill } } },
    },
  ]);
  const [{ parameters, responses } = {}] = payable;
  expect(parameters).toContainEqual(expect.objectContaining({ in: "path", example: "loan-amortization" }));
  expect(responses).toHaveProperty("402");
});

test("who sends nothing is told so, and not that nothing has the wrong type", async () => {
  expectProblem(await call("POST", "/v1/skills/any/call"), 400, "REQUEST_INVALID");
  expectProblem(await call("POST", "/v1/skills/any/call", { body: "x" }), 415, "CONTENT_TYPE_INVALID");
  const empty = { body: "", headers: { "content-type": "text/plain" } };
  expectProblem(await call("POST", "/v1/skills/any/call", empty), 415, "CONTENT_TYPE_INVALID");
});
