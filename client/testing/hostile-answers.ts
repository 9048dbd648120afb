import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** What a market answers to one purchase, as JSON. */
export interface Answers {
  skill: Record<string, unknown>;
  info: Record<string, unknown>;
  /** Of `POST /v1/quotes`: the whole answer, and its quote. */
  offer: Record<string, unknown>;
  quote: Record<string, unknown>;
}

/** Something a market may say instead of what it has shown. */
export interface Lie {
  name: string;
  /** `lookup`: before the quote, so a page, which is drawn from what it shows, never asks for it. */
  in: "lookup" | "quote";
  change: (answers: Answers) => unknown;
  /** The lie is about nothing that is signed: exactly what was shown is. */
  harmless?: true;
}

const address = () => Keypair.generate().publicKey.toBase58();

export const PAYER = Keypair.generate();
export const PAYEE = address();
export const TREASURY = address();
const STRANGER = address();
const REFERENCE = address();
export const SHOWN_LAMPORTS = 50_000n;
export const SHOWN_FEE_LAMPORTS = 2_500n;
export const FEE_BASIS_POINTS = 500;

/** Of a market that keeps its word. */
export function honestAnswers(): Answers {
  const quote = {
    id: "quo_01jd0000000000000000000000",
    skill: "amounts",
    version: "1.0.0",
    payer: PAYER.publicKey.toBase58(),
    payee: PAYEE,
    treasury: TREASURY,
    calls: 1,
    price_lamports: "50000",
    creator_lamports: "47500",
    fee_lamports: "2500",
    reference: REFERENCE,
    memo: "skillcall:v1:quo_01jd0000000000000000000000",
    blockhash: address(),
  };
  return {
    skill: { name: "amounts", version: "1.0.0", price_lamports: "50000", payee_address: PAYEE },
    info: { settlement: { fee_basis_points: FEE_BASIS_POINTS, treasury_address: TREASURY } },
    offer: { quote, access_token: "token" },
    quote,
  };
}

const MISSING = Symbol("missing");

/** What is no amount of lamports, or not the one that was shown. */
const AMOUNTS: readonly unknown[] = [
  "-1",
  "-999999990",
  "-18446744073709551616",
  "-18446744073709551606",
  "18446744073709551615",
  "18446744073709551616",
  "18446744073709551626",
  "99999999999999999999",
  "0".repeat(16) + "50000",
  "50000.0",
  "5e4",
  "0xc350",
  "0b11",
  "+50000",
  " 50000",
  "50000 ",
  "50000\n",
  "50_000",
  "50,000",
  "50000n",
  "٥٠٠٠٠",
  "５００００",
  "",
  "NaN",
  "Infinity",
  50_000,
  5e21,
  -1,
  true,
  null,
  ["50000"],
  { valueOf: "50000" },
  MISSING,
];
const ADDRESSES: readonly unknown[] = [
  STRANGER,
  PAYER.publicKey.toBase58(),
  "11111111111111111111111111111111",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  bs58.encode(new Uint8Array(31).fill(7)),
  bs58.encode(new Uint8Array(33).fill(7)),
  PAYEE.replace(/.$/, "0"),
  ` ${PAYEE}`,
  "ab".repeat(32),
  "",
  7,
  null,
  [PAYEE],
  MISSING,
];

const shown = (value: unknown) => (value === MISSING ? "missing" : (JSON.stringify(value) ?? String(value)));

function put(record: Record<string, unknown>, member: string, value: unknown): void {
  if (value === MISSING) delete record[member];
  else record[member] = value;
}

const each = (
  where: Lie["in"],
  member: string,
  values: readonly unknown[],
  of: (answers: Answers) => Record<string, unknown> = (answers) =>
    where === "quote" ? answers.quote : answers.skill,
): Lie[] =>
  values.map((value) => ({
    name: `${member} of the ${where} is ${shown(value)}`,
    in: where,
    change: (answers) => put(of(answers), member, value),
  }));

const lie = (name: string, change: Partial<Record<string, unknown>>): Lie => ({
  name,
  in: "quote",
  change: ({ quote }) => Object.assign(quote, change),
});

const OTHER_ID = "quo_01jd0000000000000000000009";

export const LIES: readonly Lie[] = [
  lie("a negative fee hides what the payee gets", {
    creator_lamports: "1000000000",
    fee_lamports: "-999950000",
  }),
  lie("both amounts wrap around 2^64", {
    creator_lamports: "-18446744072709551616",
    fee_lamports: "-18446744073709551616",
  }),
  lie("the whole price is raised", {
    price_lamports: "50000000",
    creator_lamports: "47500000",
    fee_lamports: "2500000",
  }),
  lie("the price stays and its parts are raised", { creator_lamports: "47500000", fee_lamports: "2500000" }),
  lie("the price is lower than what was shown", {
    price_lamports: "40000",
    creator_lamports: "38000",
    fee_lamports: "2000",
  }),
  lie("the market takes a larger share", { creator_lamports: "0", fee_lamports: "50000" }),
  lie("the market takes one lamport more of the price", { creator_lamports: "47499", fee_lamports: "2501" }),
  lie("the market takes no share", { creator_lamports: "50000", fee_lamports: "0" }),
  lie("payee and treasury change places", { payee: TREASURY, treasury: PAYEE }),
  lie("the payee is the treasury", { payee: TREASURY }),
  lie("the treasury is the payee", { treasury: PAYEE }),
  lie("two calls are paid for", { calls: 2 }),
  lie("no call is paid for", { calls: 0 }),
  lie("the number of calls is a text", { calls: "1" }),
  lie("another skill", { skill: "another" }),
  lie("another version", { version: "1.0.1" }),
  lie("a version that is a path", { version: "../1.0.0" }),
  lie("the memo of another quote", { memo: `skillcall:v1:${OTHER_ID}` }),
  lie("the id of another quote", { id: OTHER_ID }),
  lie("a memo with something behind it", { memo: "skillcall:v1:quo_01jd0000000000000000000000 and more" }),
  lie("a memo in another form", { memo: "quo_01jd0000000000000000000000" }),
  lie("a memo that no packet holds", { memo: "m".repeat(2_000) }),
  lie("no memo", { memo: "" }),
  lie("a memo that is a list", { memo: ["skillcall:v1:quo_01jd0000000000000000000000"] }),
  lie("an id that is a path", { id: "../../v1/keys", memo: "skillcall:v1:../../v1/keys" }),
  lie("an id of another address", { id: "x?y=1#", memo: "skillcall:v1:x?y=1#" }),
  lie("a long id", { id: "q".repeat(65), memo: `skillcall:v1:${"q".repeat(65)}` }),
  lie("a reference that is the payee", { reference: PAYEE }),
  lie("a reference that is the treasury", { reference: TREASURY }),
  ...each("quote", "creator_lamports", AMOUNTS),
  ...each("quote", "fee_lamports", AMOUNTS),
  ...each("quote", "price_lamports", AMOUNTS),
  ...each("quote", "payee", ADDRESSES),
  ...each("quote", "treasury", ADDRESSES),
  ...each("quote", "payer", [STRANGER, PAYEE, ...ADDRESSES.slice(4)]),
  ...each("quote", "reference", ADDRESSES.slice(1)),
  ...each("quote", "blockhash", ADDRESSES.slice(4)),
  ...each("quote", "skill", ["", 7, null, MISSING]),
  ...each("quote", "version", ["", 7, null, MISSING]),
  ...each("quote", "id", ["", 7, null, ["quo_1"], MISSING]),
  ...each("quote", "quote", [null, [], "quote", 7, MISSING], ({ offer }) => offer),
  {
    name: "amounts that are inherited",
    in: "quote",
    change: ({ offer, quote }) => {
      const { price_lamports: _price, ...rest } = quote;
      offer["quote"] = JSON.parse(
        JSON.stringify(rest).replace("{", '{"__proto__":{"price_lamports":"50000"},'),
      );
    },
  },
  ...each("lookup", "price_lamports", [...AMOUNTS, "49999", "50001"]),
  ...each("lookup", "payee_address", ADDRESSES),
  ...each("lookup", "version", ["", "1.0.1", "a/b", 7, null, MISSING]),
  ...each("lookup", "name", ["", "../x", "another", 7, null, MISSING]),
  ...each("lookup", "treasury_address", ADDRESSES, settlement),
  ...each("lookup", "fee_basis_points", [501, 499, 10_001, -500, 2.5, "500", null, MISSING], settlement),
  ...each("lookup", "settlement", [null, [], "500", MISSING], ({ info }) => info),
  {
    name: "a whole transaction of its own beside the quote",
    in: "quote",
    harmless: true,
    change: ({ quote, offer }) => {
      const drain = { transaction: "AQ==", instructions: [{ to: STRANGER, lamports: "1000000000" }] };
      Object.assign(quote, drain, { address_lookup_tables: [STRANGER], token: { mint: STRANGER } });
      Object.assign(offer, drain);
    },
  },
  {
    name: "a quote that has ended long ago",
    in: "quote",
    harmless: true,
    change: ({ quote }) => Object.assign(quote, { expires_at: "1970-01-01T00:00:00Z", state: "EXPIRED" }),
  },
];

function settlement({ info }: Answers): Record<string, unknown> {
  return info["settlement"] as Record<string, unknown>;
}
