import { beforeAll, expect, test } from "vitest";
import { app, OPERATIONS } from "@/api/app";
import { openApiDocument, operationsIn } from "@/api/frame/openapi";
import { assertValid } from "@/api/testing/assert-as-documented";
import { call } from "@/api/testing/client";
import { inPath, makeExampleMarket, SIGNED_FOR_A_MARKET } from "@/api/testing/example-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { CallMarket } from "@/lib/running/testing/call-market";
import { testBlobStore } from "@/lib/testing/builders";

testBlobStore();
makeExampleMarket(new CallMarket());
const REQUEST_EXAMPLES = Object.fromEntries(
  OPERATIONS.flatMap(({ route, example }) => (example ? [[route.operationId ?? "", example]] : [])),
);
let key: string;

beforeAll(async () => {
  key = (await makeKeyHolder()).key;
});

const document = openApiDocument(app, OPERATIONS, "http://127.0.0.1:3000");
const bodies = Object.entries(document.paths ?? {}).flatMap(([route, item]) =>
  Object.entries(item as Record<string, { operationId: string; requestBody?: { content: object } }>).flatMap(
    ([method, { operationId, requestBody }]) =>
      Object.entries((requestBody?.content ?? {}) as Record<string, { example?: unknown }>)
        .filter(([type]) => !/^(?:multipart\/|application\/zip$)/.test(type)) // bytes have no example in JSON
        .map(([type, { example }]) => ({ operationId, method, route, type, example })),
  ),
);

test("each operation with a body has an example, and each example an operation", () => {
  expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
  const described = new Set(bodies.map(({ operationId }) => operationId));
  expect([...described].sort()).toEqual(Object.keys(REQUEST_EXAMPLES).sort());
});

test.each(bodies)("$operationId as $type is as its schema says", ({ method, route, type, example }) => {
  assertValid(example, ["paths", route, method, "requestBody", "content", type, "schema"]);
});

/** What a body is refused with for itself, not for what it speaks of. */
const REFUSES_BODY = [400, 413, 415];
/** What the examples are good for on a market with the starter catalogue. */
const DONE: Readonly<Record<string, number>> = {
  uploadSkill: 201,
  validateSkill: 200,
  validateText: 200,
  uploadDraft: 409, // the name is the upload's before
  checkCompatibility: 200,
  runSkill: 200,
  callSkill: 402,
  createQuote: 201,
  takeTestMoney: 201,
  writeReview: 201,
  reportSkill: 201,
  askQuestion: 201,
  saveSet: 200,
  prepareSpendingLimit: 200,
  prepareSpendingLimitRemoval: 200,
  setOwnPolicy: 200,
  setWebhook: 200,
  createApiKey: 201,
  registerOwner: 202,
};

test.each(bodies)(
  "$operationId as $type is understood by a market",
  async ({ operationId, method, route, type, example }) => {
    const place = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath(operationId, route, name));
    const body = typeof example === "string" ? example : JSON.stringify(example);
    // Nothing has been set before: the policy is the first one.
    const headers = {
      "content-type": type,
      "x-agent-author": "compiler@workshop.example",
      "if-match": '"0"',
    };
    const answer = await call(method.toUpperCase(), place, { body, headers, key });
    const said = `${answer.status} ${JSON.stringify(answer.body)}`;
    if (operationId === SIGNED_FOR_A_MARKET) expect(said).toContain('"pointer":"#/envelope"');
    else expect(REFUSES_BODY, said).not.toContain(answer.status);
    expect(answer.body["error_code"], said).not.toBe("INPUT_INVALID");
    if (operationId in DONE) expect(answer.status, said).toBe(DONE[operationId]);
  },
);

test("each operation has one kind of body, of one form, and a name for what it sends and answers", () => {
  const schemas = (document.components?.schemas ?? {}) as Record<string, object>;
  const formsOf = ({ schema }: { schema?: object }) => {
    const reference = schema && "$ref" in schema ? String(schema.$ref) : null;
    return Object.keys((reference === null ? schema : schemas[reference.split("/").at(-1) ?? ""]) ?? {});
  };
  const isUnion = (media: object) => formsOf(media).some((member) => /^(?:any|one)Of$/.test(member));
  const isUnnamed = ({ schema }: { schema?: object }) =>
    schema !== undefined && /"(?:properties|items|(?:any|one|all)Of)"/.test(JSON.stringify(schema));
  for (const { operationId, requestBody, responses } of operationsIn(document.paths ?? {})) {
    const sent = Object.values(requestBody?.content ?? {});
    const answered = Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}));
    expect(sent.length, `kinds of body of ${operationId}`).toBeLessThanOrEqual(1);
    expect(sent.filter(isUnion), `forms of the body of ${operationId}`).toEqual([]);
    expect([...sent, ...answered].filter(isUnnamed), `unnamed in ${operationId}`).toEqual([]);
  }
});

test("each operation says whether it takes a key, and belongs to a group that is described", () => {
  const groups = new Set(document.tags?.map(({ name }) => name));
  for (const { operationId, security, ...operation } of operationsIn(document.paths ?? {})) {
    expect(security, operationId).toBeDefined();
    expect((operation as { tags?: string[] }).tags, operationId).toEqual([expect.any(String)]);
    for (const tag of (operation as { tags?: string[] }).tags ?? []) expect(groups).toContain(tag);
  }
  const keys = (id: string) =>
    operationsIn(document.paths ?? {}).find(({ operationId }) => operationId === id)?.security;
  expect(keys("listSkills")).toEqual([]);
  expect(keys("runSkill")).toEqual([{}, { ApiKey: [] }, { Bearer: [] }]);
  expect(keys("createApiKey")).toEqual([{ ApiKey: [] }, { Bearer: [] }]);
});

test("the examples of a problem are problems", () => {
  const problem = ["components", "schemas", "Problem"];
  const schema = document.components?.schemas?.["Problem"] as { examples?: unknown[] } | undefined;
  const examples = schema?.examples ?? [];
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) assertValid(example, problem);
});
