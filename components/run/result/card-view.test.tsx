import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { findCard } from "@/components/run/result/card";
import CardView from "@/components/run/result/card-view";

const cardOf = (cardType: unknown, data: unknown, title?: unknown) =>
  findCard({ card: { card_type: cardType, title, data_source: { type: "inline", data } } });

function draw(cardType: string, data: unknown): string {
  const card = cardOf(cardType, data);
  if (card === null) throw new Error("no card");
  return renderToStaticMarkup(<CardView card={card} />);
}

describe("the card of an output", () => {
  test.each([
    ["list", "list"],
    ["recommendation", "recommendation"],
    ["text", "text"],
    ["collect_form", "collect_form"],
    ["custom", "custom"],
    ["bazi_chart", "custom"],
    ["constructor", "custom"],
    ["", "custom"],
  ])("of the type %j is drawn as %s", (written, type) => {
    expect(cardOf(written, {})?.type).toBe(type);
  });

  test("is none without a type, or with data from elsewhere", () => {
    expect(cardOf(undefined, {})).toBeNull();
    expect(cardOf(1, {})).toBeNull();
    expect(findCard({ card: { card_type: "list", data_source: { type: "url", data: [] } } })).toBeNull();
    expect(findCard(null)).toBeNull();
  });
});

describe("what is drawn", () => {
  test("of a recommendation is an ordered list, each by its name, with the rest below", () => {
    const html = draw("recommendation", [
      { id: "bazi", title: "四柱", reason: "fits" },
      { name: "zodiac", score: 3 },
      "plain",
      { other: 1 },
    ]);
    expect(html).toMatch(/<ol [^>]*>(<li>.*<\/li>){4}<\/ol>/);
    expect(html).toContain('<span class="font-medium wrap-anywhere">四柱</span>');
    for (const text of ["bazi", "fits", "zodiac", "plain", "other"]) expect(html).toContain(text);
  });

  test("of a list, and of the questions of a form, is a list", () => {
    expect(draw("list", ["a", "b"])).toMatch(/<ul [^>]*><li>.*a.*<\/li><li>.*b.*<\/li><\/ul>/);
    expect(draw("list", { items: ["a"] })).toMatch(/<ul [^>]*><li>/);
    expect(draw("collect_form", { fields: [{ label: "Birth time", required: true }] })).toContain(
      "Birth time",
    );
  });

  test("of a text keeps its lines, and is cut where it is long", () => {
    expect(draw("text", "one\ntwo")).toContain('<p class="whitespace-pre-line">one\ntwo</p>');
    expect(draw("text", "x".repeat(9_000)).length).toBeLessThan(5_500);
    expect(draw("text", { a: 1 })).toContain("<dl");
  });

  test.each(["list", "recommendation", "collect_form", "custom"])(
    "of data that a %s is not is drawn by its members",
    (type) => {
      for (const data of [
        { a: 1, b: [2] },
        { a: [1], b: [2] },
      ])
        expect(draw(type, data)).toContain("<dl");
      for (const data of [null, 1, "x", {}, []]) expect(draw(type, data)).toContain("<article");
    },
  );

  test.each(["list", "recommendation", "text", "collect_form", "custom"])(
    "of a %s is never markup or a link, and is bounded",
    (type) => {
      const hostile = {
        title: "<img src=x onerror=1>",
        id: "javascript:alert(1)",
        url: "https://evil.example",
      };
      const html = draw(type, [hostile, hostile]);
      expect(html).not.toMatch(/<img|<a |href=/);
      const many = Array.from({ length: 5_000 }, (_, n) => ({ title: "t".repeat(5_000), n }));
      expect(draw(type, many).length).toBeLessThan(60_000);
      let deep: unknown = "end";
      for (let i = 0; i < 500; i++) deep = [{ title: "x", deep }];
      expect(draw(type, deep).length).toBeLessThan(5_000);
    },
  );
});
