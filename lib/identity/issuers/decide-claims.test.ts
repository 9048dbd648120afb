import { expect, test } from "vitest";
import { decideClaims } from "@/lib/identity/issuers/decide-claims";

const trusted = { issuer: "https://login.acme.example", domains: ["acme.example", "acme.org"] };
const linkOnly = { issuer: "https://login.other.example", domains: [] };
const good = { sub: "u1", email: "Mira@Acme.example", email_verified: true };

test.each([
  ["a verified address of a trusted domain", trusted, good, { email: "mira@acme.example" }],
  ["another trusted domain", trusted, { ...good, email: "m@acme.org" }, { email: "m@acme.org" }],
  [
    "an address below the domain",
    trusted,
    { ...good, email: "m@eu.acme.example" },
    { refused: "email_domain" },
  ],
  [
    "a domain that ends like it",
    trusted,
    { ...good, email: "m@notacme.example" },
    { refused: "email_domain" },
  ],
  [
    "the domain before an @",
    trusted,
    { ...good, email: "acme.example@evil.example" },
    { refused: "email_domain" },
  ],
  [
    "two addresses",
    trusted,
    { ...good, email: "m@evil.example,m@acme.example" },
    { refused: "email_missing" },
  ],
  ["no address", trusted, { sub: "u1", email_verified: true }, { refused: "email_missing" }],
  ["a list of addresses", trusted, { ...good, email: [good.email] }, { refused: "email_missing" }],
  ["an unverified address", trusted, { ...good, email_verified: false }, { refused: "email_unverified" }],
  ["verified, as a word", trusted, { ...good, email_verified: "true" }, { refused: "email_unverified" }],
  [
    "nothing said of verification",
    trusted,
    { sub: "u1", email: good.email },
    { refused: "email_unverified" },
  ],
  ["an empty subject", trusted, { ...good, sub: "" }, { refused: "subject" }],
  ["a subject without end", trusted, { ...good, sub: "s".repeat(256) }, { refused: "subject" }],
  ["an issuer trusted for nothing", linkOnly, good, { email: null }],
  ["the same without an address", linkOnly, { sub: "u1" }, { email: null }],
] as const)("%s", (_, rule, claims, decided) => {
  expect(decideClaims(rule, claims)).toEqual(decided);
});
