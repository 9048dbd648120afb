import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everythingStored } from "@/lib/publishing/drafts/testing/draft-builders";
import messages from "@/lib/platform/i18n/messages/en/mail.json";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { inTransaction } from "@/lib/db/transaction";
import { listOutbox } from "@/lib/platform/mail/outbox";
import { type MailContent, type NoticeKind, ACCESS_CHANGES } from "@/lib/platform/mail/mail";
import { purgeAged } from "@/lib/db/purge-rows";
import { mayReceiveMail, queueMail, openMail, sealMail } from "@/lib/platform/mail/queue-mail";
import { renderMail } from "@/lib/platform/mail/render-mail";
import { Mailbox } from "@/lib/platform/mail/testing/mailbox";
import { closeMailTransport } from "@/lib/platform/mail/send-mail";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const mailbox = new Mailbox();
beforeAll(async () => {
  // Read before anything asks for the settings.
  process.env["SMTP_URL"] = `smtp://127.0.0.1:${await mailbox.open()}`;
});
afterAll(async () => {
  closeMailTransport();
  await mailbox.close();
});

const ACCOUNT = {
  username: "user-1",
  apiKey: `sk_${"a".repeat(64)}`,
  passwordLink: "https://m.example/p?token=t1",
};
const CONTENTS: MailContent[] = [
  { kind: "draft-verify", slug: "my-skill", link: "https://m.example/v?token=t2", hours: 24 },
  { kind: "draft-claimed", slug: "my-skill", link: "https://m.example/s", account: ACCOUNT },
  { kind: "agent-verify", agent: "my-bot", link: "https://m.example/a?token=t3", days: 7 },
  { kind: "agent-claimed", agent: "my-bot", skills: 2, link: "https://m.example/d", account: ACCOUNT },
  { kind: "join", link: "https://m.example/j?token=t4", minutes: 60 },
  { kind: "owner-verify", username: "somebody", link: "https://m.example/o?token=t5", hours: 24 },
  { kind: "owner-registered", link: "https://m.example/d", account: ACCOUNT },
  { kind: "email-verify", username: "somebody", link: "https://m.example/e?token=t6", hours: 24 },
  { kind: "email-taken", username: "somebody", owner: "another", link: "https://m.example/login" },
  { kind: "email-changed", username: "somebody", email: "n…w@b.org", link: "https://m.example/settings" },
  { kind: "account-closed", username: "somebody", link: "https://m.example/docs/accounts" },
];
const NOTICE = {
  name: "my-skill 1.0.0",
  reason: "It sends files away.\nSee <main.py>.",
  link: "https://m.example/skills/my-skill/quarantine",
  settings: "https://m.example/settings#mails",
  last: false,
};
const NOTICES = Object.keys(messages.notice).flatMap((kind): MailContent[] =>
  kind === "reason" || kind === "more" ? [] : [{ kind: `notice:${kind as NoticeKind}`, ...NOTICE }],
);
const WAYS = ["wallet", "password", "key", "agent", "link"] as const;
const SECURITY = ACCESS_CHANGES.map((change, at): MailContent => ({
  kind: `security:${change}`,
  username: "somebody",
  what: "sk_12345678",
  skill: "my-skill 1.0.0",
  at: "2026-11-21T07:59:58Z",
  by: WAYS[at % WAYS.length] ?? "link",
  with: "7xKq",
  link: "https://m.example/keys",
  last: at === 0,
}));
const now = new Date("2026-11-21T08:00:00Z");
const send = (to: string, content: MailContent = CONTENTS[1]!) =>
  inTransaction((tx) => queueMail(tx, { to, locale: "ko", content, now }));

describe("a mail", () => {
  test.each(
    LOCALES.flatMap((locale) =>
      [...CONTENTS, ...NOTICES, ...SECURITY].map((content) => [locale, content.kind, content] as const),
    ),
  )("in %s of the kind %s says the same as text and as HTML", (locale, _kind, content) => {
    const { subject, text, html } = renderMail(content, locale);
    expect(subject).not.toMatch(/[\r\n{}]/);
    const texts = [content.link];
    if ("account" in content) texts.push(ACCOUNT.apiKey, ACCOUNT.passwordLink, ACCOUNT.username);
    for (const part of texts) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text + html).not.toMatch(/\{\w+\}/);
    expect(html).toContain(`lang="${locale}"`);
  });

  test("says why it was sent, and only one that can be switched off says where", () => {
    const footerOf = (content: MailContent) => renderMail(content, "en").text.split("\n\n").at(-1) ?? "";
    const transfer = { slug: "my-skill", from: "ann", to: "bob", link: "https://m.example/t" };
    const kinds = [
      "transfer-offered",
      "transfer-begun",
      "transfer-accepted",
      "maintainer-invited",
      "maintainer-accepted",
      "maintainer-ended",
      "member-invited",
      "member-accepted",
      "member-changed",
      "member-ended",
    ] as const;
    const closed = CONTENTS.find(({ kind }) => kind === "account-closed")!;
    for (const content of [closed, ...SECURITY, ...kinds.map((kind) => ({ kind, ...transfer }))])
      expect(footerOf(content)).toMatch(
        /it is about your account; emails of this kind cannot be turned off\.\n$/,
      );
    expect(footerOf(CONTENTS[0]!)).toMatch(/because of a request with your address; .*\.\n$/);
    const [notice] = NOTICES;
    expect(footerOf(notice!)).toMatch(
      /turn off such emails in your settings:\nhttps:\/\/m\.example\/settings#mails\n$/,
    );
    expect(renderMail(notice!, "en").html).toContain('<a href="https://m.example/settings#mails">');
  });

  test("quotes why, in text and in HTML, and nothing where nobody said it", () => {
    const { text, html } = renderMail(NOTICES[0]!, "en");
    expect(text).toContain("Reason\n> It sends files away.\n> See <main.py>.\n");
    expect(html).toContain("It sends files away.\nSee &lt;main.py&gt;.</blockquote>");
    const silent = { ...NOTICE, kind: "notice:challenge-lapsed", reason: null } as const;
    expect(renderMail(silent, "en").text).not.toMatch(/Reason|>/);
  });

  test("without a new account has no key in it, and without a password to set no link", () => {
    const account = { username: "user-1", apiKey: null, passwordLink: null };
    const { text } = renderMail(
      { kind: "draft-claimed", slug: "s", link: "https://m.example", account },
      "en",
    );
    expect(text).not.toMatch(/sk_|we created one|Set a password/);
  });

  test("is escaped in HTML and cannot begin a header", () => {
    const content = {
      kind: "draft-verify",
      slug: "<b>x</b>\r\nBcc: a@b.c",
      link: "https://m.example",
      hours: 1,
    };
    const { subject, html } = renderMail(content as MailContent, "en");
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain("<b>x</b>");
  });
});

describe("sealed", () => {
  const mail = { to: "a@example.com", subject: "s", text: "t", html: "h" };

  test("it opens for its own row only, and unchanged", () => {
    const sealed = sealMail("mai_1", mail);
    expect(openMail("mai_1", sealed)).toEqual(mail);
    expect(() => openMail("mai_2", sealed)).toThrow();
    const changed = Uint8Array.from(sealed, (byte, index) => (index === 40 ? byte ^ 1 : byte));
    expect(() => openMail("mai_1", changed)).toThrow();
    expect(Buffer.from(sealed).toString("latin1")).not.toContain("example.com");
  });
});

describe("sending", () => {
  test("a job sends it after the transaction, once, and nothing of it is kept", async () => {
    await send("owner@example.com");
    expect(mailbox.received).toHaveLength(0);
    expect(await everythingStored()).not.toContain("owner@example.com");
    await drainJobs(marketHandlers);
    await drainJobs(marketHandlers);
    const [mail, ...others] = mailbox.received;
    expect(others).toEqual([]);
    expect(mail?.to).toEqual(["owner@example.com"]);
    expect(mail?.raw).toMatch(/^To: owner@example\.com\r$/m);
    expect(mail?.raw).toMatch(/^Message-ID: <mai_\w+@127\.0\.0\.1>\r$/m);
    expect(mail?.raw).toContain("Content-Type: multipart/alternative");
    const [row] = await database().mail.findMany();
    expect([row?.sealed, row?.sentAt]).toEqual([null, expect.any(Date)]);
  });

  test("a notice tells mail programs where such mails are switched off; other mails do not", async () => {
    await send("noticed@example.com", NOTICES[0]);
    await drainJobs(marketHandlers);
    const [first, newest] = [mailbox.received[0], mailbox.received.at(-1)];
    expect(newest?.to).toEqual(["noticed@example.com"]);
    expect(newest?.raw).toMatch(/^List-Unsubscribe: <https:\/\/m\.example\/settings#mails>\r$/m);
    expect(first?.raw).not.toContain("List-Unsubscribe");
  });

  test("a transaction that fails sends nothing", async () => {
    const before = mailbox.received.length;
    const failing = inTransaction(async (tx) => {
      await queueMail(tx, { to: "nobody@example.com", locale: "en", content: CONTENTS[0]!, now });
      throw new Error("and then it fails");
    });
    await expect(failing).rejects.toThrow("and then it fails");
    await drainJobs(marketHandlers);
    expect(mailbox.received).toHaveLength(before);
  });

  test("what the server refuses for now is tried again", async () => {
    const before = mailbox.received.length;
    mailbox.refusals = 1;
    await send("later@example.com");
    await drainJobs(marketHandlers);
    expect(mailbox.received).toHaveLength(before);
    const stored = await everythingStored();
    expect(stored).toContain("try again later");
    expect(stored).not.toContain("later@example.com");
    const soon = { now: () => new Date(Date.now() + 60_000) };
    await drainJobs(marketHandlers, soon);
    expect(mailbox.received.at(-1)?.to).toEqual(["later@example.com"]);
  });

  test("an address that does not exist is not tried again, and nothing of it is kept", async () => {
    mailbox.refused["gone@example.com"] = "5.1.1 <gone@example.com> no such user";
    mailbox.refused["barred@example.com"] = "5.7.1 <barred@example.com> relay access denied";
    await send("gone@example.com");
    await send("barred@example.com");
    await drainJobs(marketHandlers);
    const stored = await everythingStored();
    expect(stored).toContain("relay access denied");
    expect(stored).not.toContain("no such user");
    const waiting = await database().mail.findMany({ where: { sentAt: null, sealed: { not: null } } });
    expect(waiting.map(({ id, sealed }) => openMail(id, sealed!).to)).toEqual(["barred@example.com"]);
    delete mailbox.refused["barred@example.com"];
    await drainJobs(marketHandlers, { now: () => new Date(Date.now() + 60_000) });
    expect(mailbox.received.at(-1)?.to).toEqual(["barred@example.com"]);
  });

  test("the outbox is closed where mails are sent", async () => {
    await expect(listOutbox()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("how much mail an address gets", () => {
  const HOUR_MS = 3_600_000;
  const to = "bounded@example.com";
  const later = (ms: number) => new Date(now.getTime() + ms);
  /** As every use case does that sends a mail when it is asked to. */
  const askFor = (at: Date, address = to) =>
    inTransaction(async (tx) => {
      const may = await mayReceiveMail(tx, address, at);
      if (may) await queueMail(tx, { to: address, locale: "en", content: CONTENTS[0]!, now: at });
      return may;
    });
  const counted = (answers: boolean[]) => answers.filter(Boolean).length;

  test("is exact for those who ask at once, and for each address by itself", async () => {
    await askFor(now);
    const [one, other] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => askFor(now))),
      Promise.all(Array.from({ length: 4 }, () => askFor(now, "another@example.com"))),
    ]);
    expect([counted(one), counted(other)]).toEqual([5, 4]);
    expect(await askFor(later(HOUR_MS - 1))).toBe(false);
    expect(await askFor(later(HOUR_MS))).toBe(true);
  });

  const forgetMails = async (at: Date) => {
    for (const table of ["Mails", "MailRecipients"] as const) await purgeAged(table, at);
  };

  test("is forgotten with the mails: after thirty days nothing of an address is left", async () => {
    await forgetMails(later(30 * 24 * HOUR_MS + 1));
    // The hour later one is younger.
    expect(await database().mailRecipient.count()).toBe(1);
    await forgetMails(later(31 * 24 * HOUR_MS));
    const left = { recipients: database().mailRecipient.count(), mails: database().mail.count() };
    expect([await left.recipients, await left.mails]).toEqual([0, 0]);
    expect(await database().rateLimit.count()).toBe(0);
  });
});
