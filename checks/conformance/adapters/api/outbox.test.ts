import { expect, it } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { queueMail } from "@/lib/platform/mail/queue-mail";
import { testDatabase } from "@/lib/testing/database";
import { Outbox } from "./outbox";
import { Variables } from "./variables";

testDatabase();

it("a subject is compared like any other text of a case", async () => {
  const to = "reader@example.com";
  const content = { kind: "no-account", link: "https://market.example/x" } as const;
  await inTransaction((tx) => queueMail(tx, { to, locale: "en", content, now: new Date() }));
  const outbox = new Outbox(new Variables());
  expect(await outbox.check(to, { count: 1, subject: "$string" })).toEqual([]);
  expect(await outbox.check(to, { subject: "$regex:(?i)account" })).toEqual([]);
  expect(await outbox.check(to, { subject: "$regex:^moon" })).toHaveLength(1);
  expect(await outbox.check(to, { subject: "account" })).toHaveLength(1);
});
