/** Small letters of other scripts that stand for a Latin one unseen, in any text and in the name of a host. */
export const LOOK_ALIKE_LETTERS: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  х: "x",
  у: "y",
  і: "i",
  ѕ: "s",
  ј: "j",
  һ: "h",
  ԁ: "d",
  ɡ: "g",
  ո: "n",
  ν: "v",
  ο: "o",
  ι: "i",
  α: "a",
};

/** Traditional letters of the vocabulary's Chinese words, each before its simplified form, in which the words are written. */
const TRADITIONAL =
  "傳传鑰钥環环變变數数請请務务運运執执發发讀读轉转賬账帳账記记詞词無无視视統统據据憑凭碼码靜静訴诉戶户錢钱錄录規规則则於于關关";

/** The same by letter. */
export const SIMPLIFIED_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  (TRADITIONAL.match(/../g) ?? []).map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);
