import { describe, expect, it, test } from "vitest";
import {
  chooseCuts,
  comesBefore,
  expectedRunMs,
  expectedWaitMs,
  isFree,
  isLong,
  isNext,
  isOverShare,
  LANES,
  isSameAsker,
  isSameCaller,
  mayEnter,
  turnMs,
  whyRefused,
  type Lease,
} from "@/lib/running/queue/decide-slots";

let ids = 0;
const lease = (more: Partial<Lease>): Lease => ({
  id: `lease ${++ids}`,
  state: "waiting",
  names: [],
  publisher: [],
  paid: false,
  used: 0,
  expectedMs: 1_000,
  limitMs: 60_000,
  elapsedMs: 0,
  ...more,
});

/** Whoever it is has a network of their own, and who is paid for the run is somebody else each time. */
const free = (name: string, more: Partial<Lease> = {}) => lease({ names: [name, `${name} net`], ...more });
const short = (name: string, more: Partial<Lease> = {}) =>
  lease({ names: [name, `${name} net`], publisher: [`paid by ${name}`], paid: true, ...more });
const long = (name: string, more: Partial<Lease> = {}) =>
  short(name, { expectedMs: 40_000, limitMs: 60_000, ...more });
const market = (more: Partial<Lease> = {}) => lease(more);
const runs = (given: Lease, elapsedMs = 0): Lease => ({ ...given, state: "running", elapsedMs });
const sold = (given: Lease): Lease => ({ ...given, state: "sold" });

test.each([
  ["a caller's of one name without payment", lease({ names: ["a"] }), true, false],
  ["a caller's without payment", free("a"), true, false],
  ["paid and expected to take a turn", short("a", { expectedMs: 2_000 }), false, false],
  ["paid and expected to take more", short("a", { expectedMs: 2_001 }), false, true],
  ["without payment and long", free("a", { expectedMs: 100_000 }), true, false],
  ["the market's own", market({ expectedMs: 100_000 }), false, false],
])("a run that is %s: free %s, long %s", (_what, given, isOneFree, isOneLong) => {
  expect([isFree(given), isLong(given)]).toEqual([isOneFree, isOneLong]);
});

test.each([
  // slots, free, long, share of a caller
  [1, 1, 1, 1],
  [2, 1, 1, 1],
  [3, 2, 1, 1],
  [4, 3, 2, 1],
  [5, 4, 2, 2],
  [8, 7, 4, 3],
  [9, 8, 4, 4],
  [16, 15, 8, 7],
])("of %d slots free runs have %d, long ones %d, and one caller %d", (slots, ofFree, ofLong, ofCaller) => {
  expect([LANES.free.most(slots), LANES.long.most(slots)]).toEqual([ofFree, ofLong]);
  expect([LANES.free.share(slots), LANES.long.share(slots)]).toEqual([ofCaller, ofCaller]);
  expect([LANES.short.most(slots), LANES.short.share(slots)]).toEqual([slots, slots]);
});

const named = (names: string[], publisher: string[] = [], paid = true) => lease({ names, publisher, paid });
test.each([
  // one, other, the same asker, the same caller
  [named(["wallet", "net"]), named(["wallet", "net 2"]), true, true],
  [named(["wallet", "net"]), named(["wallet 2", "net"]), true, true],
  [named(["wallet", "net"]), named(["wallet 2", "net 2"]), false, false],
  [named(["wallet"], ["seller"]), named(["wallet 2"], ["seller"]), false, true],
  [named(["wallet"], ["seller", "its wallet"]), named(["wallet 2"], ["other", "its wallet"]), false, true],
  [named(["wallet"], ["seller"]), named(["seller"], ["other"]), false, true],
  [named(["seller"], ["other"]), named(["wallet"], ["seller"]), false, true],
  [named(["wallet"], ["seller"]), named(["wallet 2"], ["other"]), false, false],
  // What is free pays nobody: a stranger's runs of a skill are not its publisher's.
  [named(["a"], ["seller"], false), named(["b"], ["seller"], false), false, false],
  [named(["a"], ["seller"], false), named(["b"], ["seller"]), false, false],
  [named(["seller"], [], false), named(["b"], ["seller"]), false, true],
  [named([]), named([]), false, false],
])("%j and %j", (one, other, sameAsker, sameCaller) => {
  expect([isSameAsker(one, other), isSameAsker(other, one)]).toEqual([sameAsker, sameAsker]);
  expect([isSameCaller(one, other), isSameCaller(other, one)]).toEqual([sameCaller, sameCaller]);
});

test.each([
  // own, ofSkill, typicalMs, paid, limitMs → expected
  ["never run, as nothing was", [], undefined, undefined, false, 60_000, 5_000],
  ["never run, where long runs are typical", [], undefined, 40_000, false, 60_000, 5_000],
  ["never run, free", [], undefined, 700, false, 60_000, 700],
  ["never run, paid", [], undefined, 700, true, 60_000, 2_000],
  ["never run, with a limit below", [], undefined, 700, false, 500, 500],
  ["run by others", [], 1_500, 700, false, 60_000, 1_500],
  ["run by others, paid", [], 1_500, 700, true, 60_000, 1_500],
  ["run by others for long", [], 40_000, 700, false, 60_000, 5_000],
  ["run by others for long, paid", [], 40_000, 700, true, 60_000, 2_000],
  ["run by the caller", [40_000, 300], 1_500, 700, true, 60_000, 40_000],
  ["run by the caller for less than others", [300], 1_500, 700, false, 60_000, 300],
  ["run by the caller up to a limit since lowered", [40_000], 1_500, 700, true, 30_000, 30_000],
])("what a run takes: %s", (_what, own, ofSkill, typicalMs, paid, limitMs, expected) => {
  expect(expectedRunMs({ own, ofSkill, typicalMs, paid, limitMs })).toBe(expected);
});

describe("who may enter", () => {
  test.each([
    // who, beside whom, of how many slots
    ["free, alone", free("a"), [], 1, true],
    ["free, beside any", free("a"), [short("b")], 1, false],
    ["free, beside a paid one", free("a"), [short("b")], 2, true],
    ["free, beside a free one in the other slot", free("a"), [free("b")], 2, false],
    ["free, beside a free one with a third slot", free("a"), [free("b")], 3, true],
    ["free, of a caller with its share", free("a"), [free("a")], 4, false],
    ["free, of a caller below its share", free("a"), [free("a")], 5, true],
    ["free, of a network with its share", free("a"), [free("b", { names: ["b", "a net"] })], 4, false],
    ["free, whose caller has a paid one", free("a"), [short("a")], 4, true],
    ["short, beside a long one", short("a"), [long("b")], 2, true],
    ["short, beside all of its own", short("a"), [short("a"), short("a")], 3, true],
    ["short, where all slots are taken", short("a"), [free("b"), long("c")], 2, false],
    ["long, alone", long("a"), [], 1, true],
    ["long, beside a long one", long("a"), [long("b")], 2, false],
    ["long, beside a long one, of three", long("a"), [long("b")], 3, false],
    ["long, beside a long one, of four", long("a"), [long("b")], 4, true],
    ["long, beside two long ones, of four", long("a"), [long("b"), long("c")], 4, false],
    ["long, beside short ones", long("a"), [short("b"), free("c")], 3, true],
    ["long, of a caller with a long one", long("a"), [long("a")], 4, false],
    ["long, of a caller with a long one, of five", long("a"), [long("a")], 5, true],
    [
      "long, of a network with a long one",
      long("a", { names: ["a", "one net"] }),
      [long("b", { names: ["b", "one net"] })],
      4,
      false,
    ],
    [
      "long, that pays whom a long one pays",
      long("a", { publisher: ["x"] }),
      [long("b", { publisher: ["x"] })],
      4,
      false,
    ],
    ["long, of a caller with a short one", long("a"), [short("a")], 4, true],
    ["the market's own", market(), [free("a"), market()], 3, true],
    ["the market's own, where all are taken", market(), [market()], 1, false],
  ] as const)("%s", (_what, given, beside, slots, enters) => {
    const inside = beside.map((each) => runs(each));
    expect(mayEnter(given, inside, slots)).toBe(enters);
    // Who waits or was sold takes no slot.
    expect(mayEnter(given, [...inside, free("w"), long("w"), sold(long("s"))], slots)).toBe(enters);
  });

  it.each([1, 2, 3, 4, 8, 16])("nobody holds all of %d slots without ending for others", (slots) => {
    for (const ask of [
      (i: number) => free(`caller ${i}`),
      (i: number) => long(`payer ${i}`),
      () => free("one"),
      (i: number) => long(`payer ${i}`, { publisher: ["one"] }),
    ]) {
      const inside: Lease[] = [];
      for (let i = 0; i < 3 * slots; i++) if (mayEnter(ask(i), inside, slots)) inside.push(runs(ask(i)));
      expect(inside.length).toBeGreaterThan(0);
      expect(inside.length).toBeLessThanOrEqual(Math.max(1, slots - 1));
      if (slots > 1) expect(mayEnter(short("buyer"), inside, slots)).toBe(true);
    }
  });
});

test.each([
  // whose share, what runs, of how many slots
  ["nothing", short("a"), [], 2, false],
  ["one of another", short("a"), [runs(short("b"))], 2, false],
  ["one of two", short("a"), [runs(short("a"))], 2, true],
  ["one of five", short("a"), [runs(short("a"))], 5, false],
  ["two of five", short("a"), [runs(short("a")), runs(long("a"))], 5, true],
  [
    "one that pays the same",
    short("a", { publisher: ["x"] }),
    [runs(short("b", { publisher: ["x"] }))],
    2,
    true,
  ],
  ["one that waits", short("a"), [short("a"), sold(short("a"))], 2, false],
] as const)("a caller with %s has its share", (_what, given, leases, slots, isOver) => {
  expect(isOverShare(given, leases, slots)).toBe(isOver);
});

describe("who comes first", () => {
  const holds = [runs(short("rich"))];
  test.each([
    ["paid before the market's own", short("a", { used: 9 }), market()],
    ["the market's own before free", market({ used: 9 }), free("a")],
    ["paid before free", short("a", { used: 9, limitMs: 300_000 }), free("b")],
    ["paid without a share before paid with one", short("a", { used: 9 }), short("rich")],
    ["paid with a share before free", short("rich", { used: 9 }), free("a")],
    ["free with a paid one inside as any free one, by use", free("rich"), free("a", { used: 1 })],
    ["who has used less", short("a", { limitMs: 300_000 }), short("b", { used: 1 })],
    ["who has used less, free", free("a", { limitMs: 300_000 }), free("b", { used: 1 })],
    ["what ended for others before all others", long("a", { used: -1 }), short("b")],
    ["what may take less", short("a", { limitMs: 59_999 }), short("b")],
    ["what may take less, free", free("a", { limitMs: 59_999 }), free("b")],
  ])("%s", (_what, one, other) => {
    expect(comesBefore(one, other, holds, 2)).toBe(true);
    expect(comesBefore(other, one, holds, 2)).toBe(false);
  });

  test("nobody among equals", () => {
    for (const [one, other] of [
      [short("a"), short("b")],
      [free("a"), free("b")],
      [market(), market()],
    ] as const) {
      expect([comesBefore(one, other, holds, 2), comesBefore(other, one, holds, 2)]).toEqual([false, false]);
    }
  });
});

test.each([
  ["alone", short("a"), [], true],
  ["behind who may enter", short("a", { used: 1 }), [short("b")], false],
  ["behind who may not enter", short("a", { used: 1 }), [long("b", { used: -1 }), runs(long("c"))], true],
  ["behind who was only sold", short("a", { used: 1 }), [sold(short("b"))], true],
  ["before who waits too", short("a"), [short("b", { used: 1 })], true],
  ["among equals", short("a"), [short("b")], true],
  ["where it may not enter itself", long("a"), [runs(long("b"))], false],
] as const)("the next is who is %s: %s", (_what, given, leases, isOne) => {
  expect(isNext(given, [given, ...leases], 2)).toBe(isOne);
});

test.each([
  // what runs, who waits, after how long it ends
  ["free, for free", free("a"), free("b"), 5_000],
  ["free, for the market's own", free("a"), market(), 5_000],
  ["free, for paid", free("a"), short("b"), 2_000],
  ["free, for a long paid one", free("a"), long("b"), 2_000],
  ["free, for its caller's next", free("a"), free("a"), Infinity],
  ["free, for its network's next", free("a"), free("b", { names: ["b", "a net"] }), Infinity],
  ["free, for its caller's paid one", free("a"), short("a"), 2_000],
  ["short, for paid", short("a"), short("b"), 2_000],
  ["short, for its caller's next", short("a"), short("a"), 2_000],
  ["short, for free", short("a"), free("b"), Infinity],
  ["short, for the market's own", short("a"), market(), Infinity],
  ["long, for paid", long("a"), short("b"), Infinity],
  ["the market's own, for paid", market(), short("b"), Infinity],
])("a run that is %s, ends after its turn", (_what, inside, waiting, ms) => {
  expect(turnMs(inside, waiting)).toBe(ms);
});

describe("which runs end", () => {
  const cut = (leases: readonly Lease[], slots: number) => {
    const { ended, soonestMs } = chooseCuts(leases, slots);
    return [ended.map((id) => leases.findIndex((each) => each.id === id)), soonestMs];
  };
  test.each([
    ["none, while nobody waits", [runs(free("a"), 60_000)], 1, [], Infinity],
    ["none, for what was only sold", [runs(free("a"), 60_000), sold(short("b"))], 1, [], Infinity],
    ["a free one that had its turn", [runs(free("a"), 5_000), free("b")], 1, [0], Infinity],
    ["none before its turn", [runs(free("a"), 4_999), free("b")], 1, [], 1],
    ["none where a slot is free", [runs(free("a"), 9_000), short("b")], 2, [], Infinity],
    ["a free one for a paid one", [runs(free("a"), 2_000), short("b")], 1, [0], Infinity],
    [
      "a free one before a paid one",
      [runs(short("a"), 9_000), runs(free("b"), 2_000), short("c")],
      2,
      [1],
      Infinity,
    ],
    [
      "the longest of paid ones",
      [runs(short("a"), 3_000), runs(short("b"), 4_000), short("c")],
      2,
      [1],
      Infinity,
    ],
    [
      "the longest of free ones",
      [runs(free("a"), 6_000), runs(free("b"), 7_000), runs(short("c"), 0), free("d")],
      3,
      [1],
      Infinity,
    ],
    [
      "as many as wait",
      [runs(short("a"), 3_000), runs(short("b"), 4_000), short("c"), short("d")],
      2,
      [1, 0],
      Infinity,
    ],
    [
      "no more than wait",
      [runs(short("a"), 3_000), runs(short("b"), 4_000), runs(short("e"), 5_000), short("c"), short("d")],
      3,
      [2, 1],
      Infinity,
    ],
    ["no long one", [runs(long("a"), 59_000), runs(long("b"), 59_000), short("c")], 2, [], Infinity],
    [
      "none that would not help: long ones have their slots",
      [runs(long("a"), 9_000), runs(short("b"), 9_000), long("c")],
      2,
      [],
      Infinity,
    ],
    [
      "one for a long run that then may begin",
      [runs(short("a"), 9_000), runs(short("b"), 9_500), long("c")],
      2,
      [1],
      Infinity,
    ],
    [
      "none for a free run that may not begin then either",
      [runs(free("a"), 9_000), runs(free("b"), 9_000), runs(short("d"), 0), free("b")],
      3,
      [],
      Infinity,
    ],
    [
      "none twice: what was told to end counts as ended",
      [{ ...runs(short("a"), 3_000), cut: true }, runs(short("b"), 4_000), short("c")],
      2,
      [],
      Infinity,
    ],
    [
      "one more for a second who waits",
      [{ ...runs(short("a"), 3_000), cut: true }, runs(short("b"), 4_000), short("c"), short("d")],
      2,
      [1],
      Infinity,
    ],
    [
      "one for each who waits, and the next turn of one that begins now",
      [runs(free("a"), 2_500), short("c"), short("d")],
      1,
      [0],
      2_000,
    ],
    [
      "for who comes first, though it stands last",
      [runs(free("a"), 2_500), runs(long("b")), free("c"), long("d", { used: 9 }), short("e", { used: 5 })],
      2,
      [0],
      Infinity,
    ],
    [
      "the next turn, of all who wait",
      [runs(free("a"), 500), runs(short("c"), 900), free("b"), short("d")],
      2,
      [],
      1_100,
    ],
    [
      "who comes first is served first",
      [runs(free("a"), 2_500), free("b"), short("c", { used: 5 })],
      1,
      [0],
      Infinity,
    ],
  ] as const)("%s", (_what, leases, slots, ended, soonestMs) => {
    expect(cut(leases, slots)).toEqual([ended, soonestMs]);
  });
});

describe("how long a run might wait", () => {
  const min = { limitMs: 300_000 };
  test.each([
    ["none", short("a"), [], 1, 0],
    ["none, with a slot free", short("a"), [runs(long("b"), 0)], 2, 0],
    ["the rest of a long run's limit", short("a"), [runs(long("b", min), 100_000)], 1, 200_000],
    ["nothing past the limit", short("a"), [runs(long("b"), 61_000)], 1, 0],
    ["the rest of a turn", short("a"), [runs(long("b", min)), runs(short("c", min), 500)], 2, 1_500],
    [
      "the rest of a limit below the turn",
      short("a"),
      [runs(long("b")), runs(short("c", { limitMs: 1_000 }), 400)],
      2,
      600,
    ],
    ["nothing, past the turn", short("a"), [runs(long("b")), runs(short("c"), 2_500)], 2, 0],
    ["a free run's short turn, paid", short("a"), [runs(long("b")), runs(free("c"), 500)], 2, 1_500],
    ["a free run's turn, free", free("a"), [runs(free("b"), 500)], 2, 4_500],
    ["a paid run's limit, free", free("a"), [runs(short("b"), 500), runs(long("c"), 30_000)], 2, 30_000],
    ["the market's own run's limit", short("a"), [runs(market(), 10_000)], 1, 50_000],
    [
      "who waits before",
      short("a", { used: 1 }),
      [runs(long("b", min)), runs(short("c"), 500), short("d", { expectedMs: 700 })],
      2,
      2_200,
    ],
    [
      "who was sold before",
      short("a", { used: 1 }),
      [runs(long("b", min)), runs(short("c"), 500), sold(short("d", { expectedMs: 700 }))],
      2,
      2_200,
    ],
    ["equals", short("a"), [runs(long("b", min)), runs(short("c"), 500), short("d")], 2, 2_500],
    [
      "not who comes after",
      short("a"),
      [runs(long("b", min)), runs(short("c"), 500), short("d", { used: 1 })],
      2,
      1_500,
    ],
    ["not a long one that comes after", short("a"), [sold(long("b", { used: 9 }))], 1, 0],
    ["none, free, with slots free", free("a"), [runs(free("b"), 3_000)], 3, 0],
    [
      "a free run's turn, with the slot of paid ones left",
      free("a"),
      [runs(free("b"), 3_000), runs(free("c"))],
      3,
      2_000,
    ],
    [
      "none, with a slot left by those that run and were sold",
      short("a", { used: 1 }),
      [runs(short("b")), sold(short("c"))],
      3,
      0,
    ],
    ["not who is free, of the market's own", market(), [runs(market()), free("d")], 1, 60_000],
    ["not who is free", short("a"), [runs(long("b", min)), runs(short("c"), 500), free("d")], 2, 1_500],
    ["not itself", short("a", { id: "me" }), [runs(long("b")), short("a", { id: "me" })], 2, 0],
    ["a long one: the long slot", long("a"), [runs(long("b", min), 100_000)], 2, 200_000],
    ["a long one: any slot below", long("a"), [runs(short("b"), 500), runs(short("c"), 900)], 2, 1_100],
    [
      "a long one, before which a long one was sold",
      long("a"),
      [sold(long("b", { limitMs: 50_000 }))],
      2,
      50_000,
    ],
    [
      "a long one, of four slots, one is taken",
      long("a"),
      [runs(long("b", min), 10_000), runs(long("c", min), 20_000)],
      4,
      280_000,
    ],
    [
      "a short one beside long ones that wait",
      short("a"),
      [runs(long("b", min)), long("c", { used: -1 })],
      2,
      0,
    ],
    [
      "a short one on one slot, behind a long one that waits",
      short("a"),
      [runs(short("b"), 500), long("c", { used: -1 })],
      1,
      61_500,
    ],
    // Short runs that may turn out long, and then have the slots for long runs.
    ["of two short ones, the later", short("a"), [runs(short("b"), 500), runs(short("c"), 900)], 2, 1_500],
    [
      "of two short ones that cannot turn out long, the earlier",
      short("a"),
      [runs(short("b", { limitMs: 2_000 }), 500), runs(short("c", { limitMs: 2_000 }), 900)],
      2,
      1_100,
    ],
    [
      "of one that can and one that cannot, the later",
      short("a"),
      [runs(short("b", { limitMs: 2_000 }), 500), runs(short("c", { limitMs: 2_001 }), 900)],
      2,
      1_500,
    ],
    ["one sold at a time of idleness", short("a"), [sold(short("b"))], 2, 0],
    ["two sold at a time of idleness", short("a"), [sold(short("b")), sold(short("c"))], 2, 2_000],
    ["of one slot, the only one", short("a"), [runs(short("b"), 500)], 1, 1_500],
    [
      "of four slots, the third",
      short("a"),
      [runs(short("b"), 100), runs(short("c"), 200), runs(short("d"), 300), runs(short("e"), 400)],
      4,
      1_800,
    ],
    [
      "of four slots, one of which is long, the second",
      short("a"),
      [runs(short("b"), 100), runs(short("c"), 200), runs(short("d"), 300), runs(long("e"), 400)],
      4,
      1_800,
    ],
    [
      "of four slots, one of which is long and ends first, that one",
      short("a"),
      [runs(short("b"), 100), runs(short("c"), 200), runs(short("d"), 300), runs(long("e"), 59_000)],
      4,
      1_000,
    ],
    [
      "of four slots where two may be lost and one run can turn out long, the second",
      short("a"),
      [runs(short("b"), 100), runs(free("c"), 200), runs(free("d"), 300), runs(free("e"), 400)],
      4,
      1_700,
    ],
    [
      "behind a long one that waits for the same slot",
      short("a"),
      [runs(short("b"), 500), runs(short("c"), 900), long("d", { used: -1 })],
      2,
      1_500,
    ],
    [
      "behind more long ones than have slots",
      short("a"),
      [runs(long("b")), runs(short("c"), 900), long("d", { used: -1 }), long("e", { used: -1 })],
      2,
      1_100,
    ],
    [
      "of four slots, behind one more long one than has slots",
      short("a"),
      [
        runs(long("b")),
        runs(long("c")),
        runs(short("d"), 100),
        runs(short("e"), 400),
        long("f", { used: -1 }),
      ],
      4,
      1_600,
    ],
    [
      "a long one behind one that will have used more, but was sold",
      long("a"),
      [sold(long("b", { used: 9, limitMs: 50_000 }))],
      2,
      50_000,
    ],
    [
      "a long one, not behind a short one that will have used more",
      long("a"),
      [runs(short("c"), 0), sold(short("b", { used: 9 }))],
      1,
      2_000,
    ],
    [
      "free ones in their slots",
      free("a", { used: 1 }),
      [runs(free("b"), 3_000), free("c", { expectedMs: 40_000 }), free("d", { expectedMs: 800 })],
      2,
      7_800,
    ],
    [
      "a free one behind a paid one",
      free("a"),
      [runs(free("b"), 3_000), runs(short("c", min), 0), short("d", { expectedMs: 800 })],
      2,
      2_800,
    ],
  ] as const)("%s", (_what, given, leases, slots, ms) => {
    expect(expectedWaitMs(given, leases, slots)).toBe(ms);
  });
});

const wait = { maxWaiting: 8, waitMs: 0, maxWaitMs: 20_000 };
const crowd = (count: number) => Array.from({ length: count }, (_, each) => short(`of the crowd ${each}`));
const own = (count: number) => Array.from({ length: count }, () => short("a"));

test.each<[string, Lease, Partial<Parameters<typeof whyRefused>[1]>, string | null]>([
  ["free, below three quarters of the queue", free("a"), { ahead: crowd(5) }, null],
  ["free, at three quarters", free("a"), { ahead: crowd(6) }, "the queue is full"],
  ["paid, at three quarters", short("a"), { ahead: crowd(6) }, null],
  ["paid, one below all of it", short("a"), { ahead: crowd(7) }, null],
  ["paid, at all of it", short("a"), { ahead: crowd(8) }, "the queue is full"],
  ["the market's own, one below all of it", market(), { ahead: crowd(7) }, null],
  ["of a caller below half of the queue", short("a"), { ahead: own(3) }, null],
  ["of a caller at half of it", short("a"), { ahead: own(4) }, "too many of yours are waiting"],
  ["of a caller, where others are half", short("a"), { ahead: [...crowd(4), ...own(3)] }, null],
  ["free, and may wait so long", free("a"), { waitMs: 20_000 }, null],
  ["free, and would wait longer", free("a"), { waitMs: 20_001 }, "the wait would be too long"],
  ["paid already, however long it waits", short("a"), { waitMs: 100_000 }, null],
  ["the market's own, however long it waits", market(), { waitMs: 100_000 }, null],
  ["to be sold, at half of the longest wait", sold(short("a")), { waitMs: 10_000 }, null],
  ["to be sold, beyond it", sold(short("a")), { waitMs: 10_001 }, "the wait might be too long"],
])("whether a run waits that is %s", (_what, given, room, why) => {
  expect(whyRefused(given, { ahead: [], ...wait, ...room })).toBe(why);
});
