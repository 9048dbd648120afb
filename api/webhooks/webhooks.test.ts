import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { testDatabase } from "@/lib/testing/database";

process.env["SERVER_KEY"] ??= "a server key that is long enough for tests";
testDatabase();

const PATH = "/v1/account/webhook";

test("a webhook is set, tested, looked at, sent again and ended; its secret is told once", async () => {
  const { key } = await makeKeyHolder();
  expectProblem(await call("GET", PATH, { key }), 404, "NOT_FOUND");
  const json = { url: "https://hooks.example.org/in", types: ["version.published"] };
  const set = await call("PUT", PATH, { key, json });
  expect(set.body).toMatchObject({ ...json, disabled_at: null });
  expect(set.body["secret"]).toMatch(/^whsec_/);
  expect((await call("PUT", PATH, { key, json })).body["secret"]).toBeNull();
  expect((await call("GET", PATH, { key })).body).not.toHaveProperty("secret");
  const { body } = await call("POST", `${PATH}/test`, { key });
  const log = await call("GET", `${PATH}/deliveries`, { key });
  expect(log.body).toMatchObject({
    results: [{ id: body["delivery_id"], type: "webhook.test", state: "waiting", attempts: 0 }],
    next_cursor: null,
  });
  const again = `${PATH}/deliveries/${body["delivery_id"] as string}/redeliver`;
  expect((await call("POST", again, { key })).status).toBe(202);
  const { key: other } = await makeKeyHolder();
  await call("PUT", PATH, { key: other, json });
  expectProblem(await call("POST", again, { key: other }), 404, "NOT_FOUND");
  expect((await call("DELETE", PATH, { key })).status).toBe(200);
  expectProblem(await call("DELETE", PATH, { key }), 404, "NOT_FOUND");
});

test.each([
  [{ url: "https://192.168.0.1/" }, "#/url"],
  [{ url: "https://hooks.example.org/", types: ["no.such"] }, null],
  [{}, null],
])("%j is refused", async (json, pointer) => {
  const { key } = await makeKeyHolder();
  const answer = await call("PUT", PATH, { key, json });
  expectProblem(answer, 400, "REQUEST_INVALID");
  if (pointer !== null) expect(answer.body["errors"]).toMatchObject([{ pointer }]);
});

test("nobody sets one without a key", async () => {
  expectProblem(await call("PUT", PATH, { json: { url: "https://a.example.org" } }), 401, "AUTH_REQUIRED");
});
