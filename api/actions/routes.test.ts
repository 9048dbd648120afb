import { VersionedTransaction } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { toInput, toParameters } from "@/api/actions/parameters";
import { call } from "@/api/testing/client";
import { CallMarket } from "@/lib/running/testing/call-market";
import { withoutWaiting } from "@/lib/payments/testing/without-waiting";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();
let path: string;
beforeAll(() => {
  path = `/api/actions/skills/${market.skill.slug}`;
});

const payer = () => market.buyer.publicKey.toBase58();
const links = (body: Record<string, unknown>) => body["links"] as { next: { href: string } };

async function sign(transaction: unknown): Promise<string> {
  const parsed = VersionedTransaction.deserialize(Buffer.from(String(transaction), "base64"));
  parsed.sign([market.buyer]);
  return market.push(Buffer.from(parsed.serialize()));
}

describe("a call bought as a Solana Action", () => {
  test("a form, a transaction of a real quote, and the output once the payment is on the chain", async () => {
    const offer = await call("GET", path);
    expect(offer.status).toBe(200);
    expect(offer.body).toMatchObject({ type: "action", label: "Call for 0.00005 SOL" });
    const sold = await call("POST", path, { json: { account: payer(), data: { text: "bought" } } });
    expect(sold.body).toMatchObject({ type: "transaction", links: { next: { type: "post" } } });
    const signature = await sign(sold.body["transaction"]);
    const done = await call("POST", links(sold.body).next.href, { json: { account: payer(), signature } });
    expect(done.body).toMatchObject({ type: "completed", title: `${market.skill.slug} 1.0.0` });
    expect(done.body["description"]).toContain('"echo": "bought"');
    const again = await call("POST", links(sold.body).next.href, { json: { account: payer(), signature } });
    const nonceOf = ({ body }: typeof done) => /"nonce": "(\w+)"/.exec(String(body["description"]))?.[1];
    expect(nonceOf(again)).toBe(nonceOf(done)); // paid once, made once
  });

  test("nobody pays for an input the skill refuses, and nobody else's quote is delivered", async () => {
    const refused = await call("POST", path, { json: { account: payer(), data: { sleepMs: "99999999" } } });
    expect([refused.status, refused.body["error_code"]]).toEqual([422, "INPUT_INVALID"]);
    const sold = await call("POST", path, { json: { account: payer(), data: { text: "x" } } });
    const href = links(sold.body).next.href.replace(/token=.*/, "token=wrong");
    expect((await call("POST", href, { json: { signature: "x" } })).status).toBe(403);
    expect((await call("POST", path, { json: { account: "no address" } })).status).toBe(400);
  });

  test("a payment that is not there yet is asked for again, not a second time paid", async () => {
    const sold = await call("POST", path, { json: { account: payer(), data: { text: "x" } } });
    const signature = "5".repeat(88);
    const { href } = links(sold.body).next;
    const answer = await withoutWaiting(() => call("POST", href, { json: { signature } }));
    expect([200, 400]).toContain(answer.status);
    expect(answer.body["type"]).not.toBe("completed");
  });

  test("the button of an action that waits leads to what comes next, although a button sends no signature", async () => {
    const sold = await call("POST", path, {
      json: { account: payer(), data: { text: "late", status: "1" } },
    });
    const signature = await sign(sold.body["transaction"]);
    const { body } = await call("POST", links(sold.body).next.href, {
      json: { account: payer(), signature },
    });
    expect(body).toMatchObject({ type: "action", label: "Look again" });
    const [button] = (body["links"] as { actions: { type: string; href: string }[] }).actions;
    expect(button?.type).toBe("post");
    const again = await call("POST", button?.href ?? "", { json: { account: payer() } });
    expect(again.body).toMatchObject({
      type: "post",
      links: { next: { type: "inline", action: { type: "action", label: "Look again" } } },
    });
    const stolen = (button?.href ?? "").replace(/token=[^&]*/, "token=wrong");
    expect((await call("POST", stolen, { json: { account: payer() } })).status).toBe(403);
  });

  test("says on which chain to send it: a wallet that is not told takes mainnet", async () => {
    const { headers } = await call("GET", path);
    expect(headers.get("x-blockchain-ids")).toBe("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1");
    const refused = await call("POST", path, { json: { account: payer(), data: { sleepMs: "x" } } });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("x-blockchain-ids")).toMatch(/^solana:/);
  });

  test("a free skill is no purchase", async () => {
    const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
    const { status, body, headers } = await call("GET", `/api/actions/skills/${slug}`);
    expect([status, body["error_code"]]).toEqual([409, "SKILL_NOT_RUNNABLE"]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("every answer, an error and a preflight too, lets pages of others read it", async () => {
    for (const [method, where] of [
      ["OPTIONS", path],
      ["GET", path],
      ["GET", "/actions.json"],
      ["OPTIONS", "/actions.json"],
      ["POST", path],
      ["GET", "/api/actions/nothing"],
    ] as const) {
      const { headers } = await call(method, where);
      expect(headers.get("access-control-allow-origin"), `${method} ${where}`).toBe("*");
      expect(headers.get("access-control-allow-methods")).toContain("POST");
      expect(headers.get("access-control-allow-headers")).toContain("Content-Type");
    }
    expect((await call("GET", "/actions.json")).body["rules"]).toContainEqual({
      pathPattern: "/skills/*",
      apiPath: "http://127.0.0.1:3000/api/actions/skills/*",
    });
  });
});

describe("the fields of an input", () => {
  const schema = {
    properties: {
      text: { type: "string", description: "Any  text" },
      times: { type: "integer" },
      loud: { type: "boolean" },
      mode: { enum: ["a", "b"] },
    },
    required: ["text"],
  };

  test("one for each simple member, typed as the schema has it", () => {
    expect(toParameters(schema).map(({ name, type, required }) => [name, type, required])).toEqual([
      ["text", "text", true],
      ["times", "number", false],
      ["loud", "select", false],
      ["mode", "select", false],
    ]);
    expect(toInput(schema, { text: "x", times: "3", loud: "true", mode: "", other: 1 })).toEqual({
      text: "x",
      times: 3,
      loud: true,
    });
    expect(() => toInput(schema, { times: "many" })).toThrow("times is not a number");
  });

  test("one text of JSON for anything else", () => {
    const nested = { properties: { rows: { type: "array" } } };
    expect(toParameters(nested)).toMatchObject([{ name: "input", type: "textarea" }]);
    expect(toInput(nested, { input: '{"rows":[1]}' })).toEqual({ rows: [1] });
    expect(() => toInput(nested, { input: "{" })).toThrow("not JSON");
  });
});
