import { Converter } from "opencc-js/t2cn";

const HAN = /\p{sc=Han}/u;
const convert = Converter({ from: "twp", to: "cn" });

/** Traditional Chinese in the simplified characters and words of the mainland, by the data of OpenCC; others as given. */
export function simplifyChinese(text: string): string {
  return HAN.test(text) ? convert(text) : text;
}
