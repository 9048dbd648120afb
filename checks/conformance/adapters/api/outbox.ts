import { listOutbox, type OutboxMail } from "@/lib/platform/mail/outbox";
import { findDifference, toExpression } from "../../runner/compare";
import { assertKnown } from "../../runner/conformance-case";
import type { Variables } from "./variables";

/** What a case expects of the mails to one address. */
export interface OutboxExpectation {
  count?: number;
  min_count?: number;
  /** Mails since the last `outbox_mark`. */
  count_since_mark?: number;
  subject?: string;
  /** At least one mail matches. */
  body_regex?: string;
  /** No mail matches. */
  none_matching?: string;
}

const KNOWN = [
  "count",
  "min_count",
  "count_since_mark",
  "subject",
  "body_regex",
  "none_matching",
] satisfies (keyof OutboxExpectation)[];

/** The mails this market would have sent. */
export class Outbox {
  readonly #variables: Variables;
  #marked = new Set<string>();

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  async mark(): Promise<void> {
    this.#marked = new Set((await listOutbox()).map(({ id }) => id));
  }

  /** One line for each expectation that is not met; saves links and tokens that a later step needs. */
  async check(to: string, expected: OutboxExpectation, save: Record<string, string> = {}): Promise<string[]> {
    assertKnown(expected, KNOWN, "expectation of mails");
    const mails = (await listOutbox()).filter((mail) => mail.to === to);
    for (const [name, wanted] of Object.entries(save)) this.#save(name, wanted, mails);
    const fresh = mails.filter(({ id }) => !this.#marked.has(id));
    const matching = (pattern: string) =>
      mails.some((mail) => toExpression(pattern).test(`${mail.subject}\n${mail.text}`));
    return [
      ...unless(expected.count === undefined || mails.length === expected.count, `${mails.length} mails`),
      ...unless(mails.length >= (expected.min_count ?? 0), `only ${mails.length} mails`),
      ...unless(
        expected.count_since_mark === undefined || fresh.length === expected.count_since_mark,
        `${fresh.length} mails since the mark`,
      ),
      ...unless(
        expected.subject === undefined ||
          mails.some(({ subject }) => findDifference(expected.subject, subject) === null),
        `no mail with the subject ${expected.subject}`,
      ),
      ...unless(
        expected.body_regex === undefined || matching(expected.body_regex),
        `no mail matches ${expected.body_regex}`,
      ),
      ...unless(
        expected.none_matching === undefined || !matching(expected.none_matching),
        `a mail matches ${expected.none_matching}`,
      ),
    ];
  }

  // `$link:<text>`: the newest link that contains the text; `$token:<text>`: the value of its token.
  #save(name: string, wanted: string, mails: readonly OutboxMail[]): void {
    const [, kind, part = ""] = /^\$(link|token):(.*)$/s.exec(wanted) ?? [];
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []);
    const link = links.find((candidate) => candidate.includes(part));
    if (kind === undefined || link === undefined) return;
    this.#variables.set(name, kind === "link" ? link : (new URL(link).searchParams.get("token") ?? ""));
  }
}

const unless = (holds: boolean, line: string): string[] => (holds ? [] : [line]);
