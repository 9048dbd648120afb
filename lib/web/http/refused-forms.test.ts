import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { purgeAged } from "@/lib/db/purge-rows";
import {
  storeRefusedForm,
  KEEP_SECONDS,
  toRefusedForm,
  hashFormKey,
  takeRefusedForm,
} from "@/lib/web/http/refused-forms";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const START = "2026-11-22T08:00:00Z";
const REFUSED = { form: "report", fields: { text: "It lies.\u0007\n<script>" } };

const keep = (clock = fakeClock(START)) => storeRefusedForm(REFUSED, clock);

test("what was written is read with its key, once, also by many at once", async () => {
  const clock = fakeClock(START);
  const key = await keep(clock);
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeRefusedForm(key, clock)));
  expect(taken.filter((refused) => refused !== null)).toEqual([REFUSED]);
  expect(await takeRefusedForm(key, clock)).toBeNull();
});

test("no other key reads it: neither that of another form nor what the database holds", async () => {
  const clock = fakeClock(START);
  const [mine, theirs] = [await keep(clock), await keep(clock)];
  expect(mine).not.toBe(theirs);
  for (const { id } of await database().refusedForm.findMany()) {
    expect(await takeRefusedForm(id, clock)).toBeNull();
  }
  expect(await takeRefusedForm("", clock)).toBeNull();
  expect(await takeRefusedForm(mine, clock)).toEqual(REFUSED);
});

test("the database does not show what was written, and a row under another id does not open", async () => {
  const clock = fakeClock(START);
  const key = await keep(clock);
  const { sealed } = await database().refusedForm.findUniqueOrThrow({ where: { id: hashFormKey(key) } });
  expect(Buffer.from(sealed).includes("It lies")).toBe(false);
  const id = hashFormKey(await keep(clock));
  await database().refusedForm.update({ where: { id }, data: { id: hashFormKey("another") } });
  expect(await takeRefusedForm("another", clock)).toBeNull();
  expect(await takeRefusedForm(key, clock)).toEqual(REFUSED);
});

test("after ten minutes nobody reads it, and the worker deletes it", async () => {
  const clock = fakeClock(START);
  const [late, never] = [await keep(clock), await keep(clock)];
  clock.advanceMs(KEEP_SECONDS * 1000 - 1);
  await purgeAged("RefusedForms", clock.now());
  clock.advanceMs(1);
  expect(await takeRefusedForm(late, clock)).toBeNull();
  await purgeAged("RefusedForms", clock.now());
  expect(await database().refusedForm.count()).toBe(0);
  expect(await takeRefusedForm(never, clock)).toBeNull();
});

test("only named fields are kept, as they were written; files and passwords are not", () => {
  const form = new FormData();
  form.set("text", "one\r\ntwo ");
  form.set("password", "secret");
  form.set("reason", "");
  form.set("file", new File(["bytes"], "a.txt"));
  const refused = toRefusedForm("report", ["text", "reason", "file", "absent"], (name) => form.get(name));
  expect(refused).toEqual({ form: "report", fields: { text: "one\ntwo ", reason: "" } });
});
