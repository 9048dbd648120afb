import type { ZodType } from "zod";
import { expect } from "vitest";
import { app, OPERATIONS } from "@/api/app";
import { formOf } from "@/api/frame/paths";
import { assertAsDocumented, assertHeadersDocumented } from "@/api/testing/assert-as-documented";
import { type ErrorCode, PROBLEMS } from "@/lib/kernel/error-codes";

/** What a page's form is answered with; what was written into a refused one is found again by a cookie. */
const FORM_SENT_BACK = 303;
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

export interface Call {
  json?: unknown;
  body?: BodyInit;
  key?: string;
  headers?: Record<string, string>;
  /** The socket's other end. */
  remoteAddress?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON. */
  body: Record<string, unknown>;
  bytes: Uint8Array;
}

/**
 * One request to the real application. Whatever it answers must stand in the description of the operation: the status,
 * the content type, and each member of the body.
 */
export async function call(method: string, path: string, given: Call = {}): Promise<Answer> {
  const { json, key, headers = {}, remoteAddress = "203.0.113.1" } = given;
  const body = json === undefined ? given.body : JSON.stringify(json);
  const init = {
    method,
    headers: {
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  };
  const response = await app.request(path, init, { incoming: { socket: { remoteAddress } } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = /json/.test(response.headers.get("content-type") ?? "") && bytes.length > 0;
  const parsed = isJson ? (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>) : {};
  const answer = { status: response.status, headers: response.headers, body: parsed, bytes };
  assertDescribed(method, new URL(path, "http://x").pathname, answer);
  assertAsItsPage(answer);
  const cookie = response.headers.get("set-cookie");
  if (response.status !== FORM_SENT_BACK) expect(cookie, "no operation sets a program a cookie").toBeNull();
  else expect(cookie ?? "emporion-written=").toMatch(/^emporion-written=/);
  return answer;
}

interface Described {
  content?: Record<string, { schema: unknown }>;
}

function assertDescribed(method: string, path: string, { status, headers, body }: Answer): void {
  const operation = OPERATIONS.find(
    ({ route }) => route.method === method.toLowerCase() && formOf(route.path).test(path),
  );
  if (!operation) return;
  const described = (operation.route.responses as Record<string, Described | undefined>)[status];
  const name = `${method} ${operation.route.path} answers ${status} ${codeOf(body)}`;
  expect(described, `${name}, which its description does not name`).toBeDefined();
  if (typeof body["error_code"] === "string") {
    expect(JSON.stringify(described), `${name}, which its description does not name`).toContain(
      body["error_code"],
    );
  }
  const [type] = (headers.get("content-type") ?? "").split(";");
  const content = described?.content?.[type ?? ""];
  if (described?.content && method !== "HEAD") expect(content, `${name} as ${type}`).toBeDefined();
  assertHeadersDocumented(operation.route, { status, headers });
  const schema = content?.schema;
  if (!isZod(schema)) return;
  expect(schema.parse(body), `${name} with members that are not described`).toEqual(body);
  if (type?.endsWith("json")) assertAsDocumented(operation.route, { status, type, body });
}

/** A problem has the status and the title its page names (`docs/errors`, which a test holds against the same table). */
function assertAsItsPage({ status, headers, body }: Answer): void {
  if (!headers.get("content-type")?.startsWith("application/problem+json")) return;
  const code = codeOf(body);
  expect(Object.keys(PROBLEMS), "a problem has a code that has a page").toContain(code);
  expect({ status, title: body["title"] }).toEqual(PROBLEMS[code as ErrorCode]);
  expect(body["type"]).toMatch(new RegExp(`/errors/${code}$`));
}

const codeOf = (body: Answer["body"]) => (typeof body["error_code"] === "string" ? body["error_code"] : "");

const isZod = (schema: unknown): schema is ZodType =>
  typeof schema === "object" && schema !== null && "safeParse" in schema;

/** Asserts a problem with its code, status and page. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body["error_code"]]).toEqual([status, code]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body).toMatchObject({
    status,
    type: `http://127.0.0.1:3000/errors/${code}`,
    status_legacy: "error",
    message: answer.body["detail"],
    findings: expect.any(Array) as unknown,
    request_id: answer.headers.get("x-request-id"),
  });
}
