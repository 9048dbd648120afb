import { domainToUnicode } from "node:url";
import { LOOK_ALIKE_LETTERS } from "./look-alike-letters";

/** Letters of other scripts and of IPA that a Latin one is taken for in a host, where only small ones stand. */
const LETTERS = new Map(
  Object.entries({
    ...LOOK_ALIKE_LETTERS,
    ӏ: "l",
    ԛ: "q",
    ԝ: "w",
    к: "k",
    м: "m",
    т: "t",
    н: "h",
    в: "b",
    г: "r",
    ı: "i",
    ɩ: "i",
    ʟ: "l",
    ս: "u",
    օ: "o",
    ց: "g",
    ρ: "p",
    κ: "k",
    τ: "t",
    υ: "u",
    ł: "l",
    ø: "o",
    đ: "d",
    ħ: "h",
  }),
);
const KNOWN = new Set(
  "github gitlab google paypal apple microsoft openai anthropic claude pypi npmjs solana phantom metamask binance coinbase huggingface docker amazon facebook cloudflare stackoverflow discord telegram slack twitter ethereum kakao naver alipay taobao wechat weixin githubusercontent bitbucket netlify vercel".split(
    " ",
  ),
);

/** True for a host that reads like a well-known one and is spelt with other letters, in plain sight or in punycode. */
export function looksLikeKnownHost(host: string): boolean {
  const shown = host.includes("xn--") ? domainToUnicode(host) : host;
  if (!/[^\0-\x7f]/.test(shown)) return false;
  return shown.split(".").some((label) => {
    const plain = Array.from(
      label.normalize("NFD").replace(/\p{M}/gu, ""),
      (letter) => LETTERS.get(letter) ?? letter,
    ).join("");
    return plain !== label && KNOWN.has(plain);
  });
}
