import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PriceArrives } from "@/components/publish/price-arrives";
import { splitPrice } from "@/lib/payments/quotes/payment-terms";

const labels = { paid: "{sol}|{arrives}|{arrivesSol}|{fee}", free: "free", unreadable: "unreadable" };
const said = (lamports: string, feeBasisPoints = 500) =>
  renderToStaticMarkup(
    <PriceArrives fieldId="price" lamports={lamports} feeBasisPoints={feeBasisPoints} labels={labels} />,
  ).replaceAll(/<[^>]*>/g, "");

test("a price is told in SOL, with what arrives after the fee", () => {
  expect(said("50000")).toBe("0.00005|47,500|0.0000475|2,500");
  expect(said("1 000 000")).toBe("0.001|950,000|0.00095|50,000");
  expect(said("7", 0)).toBe("0.000000007|7|0.000000007|0");
});

test("what arrives is what a purchase pays the creator, to the lamport", () => {
  for (const price of [1n, 19n, 21n, 999n, 12_345_678_901n])
    expect(said(String(price)).split("|")[1]?.replaceAll(",", "")).toBe(
      String(splitPrice(price, 500).creatorLamports),
    );
});

test("nothing and 0 are free, and what is no whole number is not guessed at", () => {
  expect([said(""), said("0"), said("000")]).toEqual(["free", "free", "free"]);
  expect([said("0,5"), said("-1"), said("1e9"), said("9".repeat(30))]).toEqual(
    Array<string>(4).fill("unreadable"),
  );
});
