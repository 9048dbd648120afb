import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { addReminder, MAX_REMINDERS } from "@/lib/catalogue/core-tools/add-reminder";
import { endReminder } from "@/lib/catalogue/core-tools/end-reminder";
import { listReminders } from "@/lib/catalogue/core-tools/list-reminders";
import { readProfile } from "@/lib/catalogue/core-tools/read-profile";
import { saveProfile } from "@/lib/catalogue/core-tools/save-profile";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

testDatabase();
const someone = () => newId("acc");

describe("a profile", () => {
  test("is merged section by section; null removes", async () => {
    const owner = someone();
    await saveProfile(owner, {
      section: "identity",
      data: { name: "李", birth: { year: 1990, city: "上海" } },
    });
    await saveProfile(owner, { section: "identity", data: { birth: { city: null, month: 5 } } });
    await saveProfile(owner, { section: "taste", data: { tea: true } });
    expect(await readProfile(owner)).toEqual({
      identity: { name: "李", birth: { year: 1990, month: 5 } },
      taste: { tea: true },
    });
    expect(await saveProfile(owner, { section: "taste", data: null })).toBeNull();
    expect(Object.keys(await readProfile(owner))).toEqual(["identity"]);
    expect(await readProfile(someone())).toEqual({});
  });

  test("loses nothing when it is changed from several sides at once", async () => {
    const owner = someone();
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => saveProfile(owner, { section: "n", data: { [`m${number}`]: number } })),
    );
    expect(Object.keys((await readProfile(owner))["n"] as object)).toHaveLength(12);
  });

  test("does not grow without end, and keeps what it had", async () => {
    const owner = someone();
    await saveProfile(owner, { section: "a", data: { text: "x".repeat(40_000) } });
    const tooMuch = saveProfile(owner, { section: "b", data: { text: "y".repeat(40_000) } });
    expect((await refusal(tooMuch)).code).toBe("CONTENT_TOO_LARGE");
    expect(Object.keys(await readProfile(owner))).toEqual(["a"]);
  });

  const prototype = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  const deep = Array.from({ length: 20 }).reduce<object>((inner) => ({ inner }), {});
  test.each([
    ["a section with a path in it", "../x", {}],
    ["a section named like the prototype", "__proto__", {}],
    ["no section", "", {}],
    ["a list", "a", [1]],
    ["a text", "a", "x"],
    ["a prototype", "a", prototype],
    ["a nested prototype", "a", { inner: prototype }],
    ["a character the database cannot hold", "a", { text: "a\0b" }],
    ["half a character", "a", { text: "\ud800" }],
    ["too many levels", "a", deep],
  ])("refuses %s", async (_name, section, data) => {
    expect((await refusal(saveProfile(someone(), { section, data }))).code).toBe("INPUT_INVALID");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("reminders", () => {
  test("are listed with those due first, until they are ended by their owner", async () => {
    const owner = someone();
    const clock = fakeClock("2026-11-21T08:00:00Z");
    const none = await addReminder(owner, { text: "some day" }, clock);
    const late = await addReminder(owner, { text: "later", due: "2026-11-21T20:00:00+08:00" }, clock);
    clock.advanceMs(5 * 3_600_000);
    const listed = await listReminders(owner, clock);
    expect(listed.map(({ text, isDue }) => [text, isDue])).toEqual([
      ["later", true],
      ["some day", false],
    ]);
    expect((await refusal(endReminder(someone(), late.id))).code).toBe("NOT_FOUND");
    await endReminder(owner, late.id);
    expect((await listReminders(owner)).map(({ id }) => id)).toEqual([none.id]);
    expect((await refusal(endReminder(owner, late.id))).code).toBe("NOT_FOUND");
  });

  test("are bounded in number, also when they come at once", async () => {
    const owner = someone();
    for (let i = 1; i < MAX_REMINDERS; i++) await addReminder(owner, { text: `${i}` });
    const results = await Promise.allSettled([1, 2, 3].map(() => addReminder(owner, { text: "one more" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listReminders(owner)).toHaveLength(MAX_REMINDERS);
  });

  test.each([
    ["", undefined],
    ["x".repeat(501), undefined],
    ["a", "tomorrow"],
    ["a", "2026-02-30T10:00:00Z"],
  ])("refuses %j due %j", async (text, due) => {
    expect((await refusal(addReminder(someone(), { text, due }))).code).toBe("INPUT_INVALID");
  });
});
