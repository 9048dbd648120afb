import { expect, it } from "vitest";
import { fullDigest, shortAddress, shortCommit, shortDigest } from "@/lib/platform/i18n/format";

const HEX = `9f2c${"0".repeat(56)}b7e0`;

it("an address keeps its first and last four characters", () => {
  expect(shortAddress("7xKqW3nT2mXcE1pKzJw8uHsDfGaLo5nQ7vWiYt89fPa")).toBe("7xKq…9fPa");
  expect(shortAddress("short")).toBe("short");
});

it("a digest names its algorithm, whether it was written or not", () => {
  expect(shortDigest(`sha256:${HEX}`)).toBe("sha256:9f2c…b7e0");
  expect(shortDigest(HEX)).toBe("sha256:9f2c…b7e0");
  expect(fullDigest(HEX)).toBe(`sha256:${HEX}`);
  expect(fullDigest(`sha512:${HEX}`)).toBe(`sha512:${HEX}`);
});

it("a commit is seven characters", () => {
  expect(shortCommit("4c1e09af2b6d8e9012345678")).toBe("4c1e09a");
});
