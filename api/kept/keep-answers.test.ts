import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { yankVersion } from "@/lib/registry/versions/yank-version";
import { database } from "@/lib/db/client";
import { connections } from "@/lib/db/client";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const name = uniqueName();
const schema = `/v1/agent/skills/${name}/schema`;

/** How many statements are asked while `act` runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const pool = connections();
  const { query } = pool;
  let asked = 0;
  pool.query = ((...given: unknown[]) => {
    asked++;
    return Reflect.apply(query, pool, given) as unknown;
  }) as typeof query;
  try {
    await act();
  } finally {
    pool.query = query;
  }
  return asked;
}

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name }), await makeAccount());
});

test("x", async () => {
  const first = await call("GET", schema);
  const again = await call("GET", schema);
  console.log(first.status, Object.fromEntries(first.headers), Object.fromEntries(again.headers));
  console.log(await statementsOf(() => call("GET", schema)));
  const known = await call("GET", schema, {
    headers: { "if-none-match": String(first.headers.get("etag")) },
  });
  console.log(known.status, Object.fromEntries(known.headers));
  for (const path of ["/v1/skills?q=" + name, "/v1/skills/" + name, "/v1/categories", "/feed.xml"]) {
    await call("GET", path);
    console.log(path, await statementsOf(() => call("GET", path)));
  }
});
