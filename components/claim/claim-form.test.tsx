import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { MailLinkForm } from "@/components/account/mail-link-form";
import { ClaimForm } from "@/components/claim/claim-form";

/** What is said of a field: the text its `aria-describedby` leads to. */
const saidOf = (html: string, id: string) =>
  new RegExp(`<p class="([^"]*)" id="${id}-hint">([^<]*)</p>`).exec(html)?.slice(1);

test("a refused field says why where its hint was, and is marked", () => {
  const claim = (problem: string | null) =>
    htmlOf(<ClaimForm token="t" otherDrafts={null} sent={false} problem={problem} outbox={null} />);
  expect(saidOf(claim(null), "claim-email")?.[0]).toBe("hint");
  expect(saidOf(claim("RATE_LIMITED"), "claim-email")?.[0]).toBe("hint");
  expect(saidOf(claim("email"), "claim-email")).toEqual([
    "hint hint-bad",
    "This is not a valid email address. Nothing was sent.",
  ]);
  expect(claim("email")).toContain('aria-invalid="true"');

  const mailLink = (problem: string | null) =>
    htmlOf(<MailLinkForm returnTo="/" problem={problem} send={() => Promise.resolve()} />);
  expect(saidOf(mailLink("email"), "sign-in-email")?.[1]).toMatch(/^This is not a valid email address/);
  expect(saidOf(mailLink(null), "sign-in-email")?.[0]).toBe("hint");
});
