import type bond from "@/lib/platform/i18n/messages/en/bond.json";
import type dashboard from "@/lib/platform/i18n/messages/en/dashboard.json";
import type keys from "@/lib/platform/i18n/messages/en/keys.json";
import type publish from "@/lib/platform/i18n/messages/en/publish.json";
import type review from "@/lib/platform/i18n/messages/en/review.json";
import type run from "@/lib/platform/i18n/messages/en/run.json";
import type signIn from "@/lib/platform/i18n/messages/en/signIn.json";
import type spending from "@/lib/platform/i18n/messages/en/spending.json";
import type validate from "@/lib/platform/i18n/messages/en/validate.json";

/** The parts of the messages that browsers are sent: each is the texts of one island, or of several. */
interface Parts {
  "bond.desk": (typeof bond)["desk"];
  "bond.reasons": (typeof bond)["reasons"];
  "dashboard.read-token": (typeof dashboard)["read-token"];
  "keys.form": (typeof keys)["form"];
  "publish.arrives": (typeof publish)["arrives"];
  "publish.form": (typeof publish)["form"];
  "review.advise": (typeof review)["advise"];
  "review.signing": (typeof review)["signing"];
  "review.statement": (typeof review)["statement"];
  "review.wallet": (typeof review)["wallet"];
  "run.form": (typeof run)["form"];
  "signIn.wallet": (typeof signIn)["wallet"];
  "spending.limitForm": (typeof spending)["limitForm"];
  "validate.check": (typeof validate)["check"];
  "validate.counts": (typeof validate)["counts"];
  "validate.fixKind": (typeof validate)["fixKind"];
  "validate.verdict": (typeof validate)["verdict"];
}

interface Translator {
  (key: string, values?: Record<string, string | number>): string;
  raw(key: string): unknown;
}

/** The texts of one part, by their keys. */
export type Labels<Part extends keyof Parts> = Record<keyof Parts[Part] & string, string>;

/**
 * The texts of a part in the language of `t`, a translator of all messages. Islands are handed them, so that no message
 * catalogue is sent to a browser. A place for a value that is not among `values`, such as `{count}`, stays for the
 * island to fill.
 */
export function labelsOf<Part extends keyof Parts>(
  t: Translator,
  part: Part,
  values: Record<string, string | number> = {},
): Labels<Part> {
  const texts = t.raw(part) as Labels<Part>;
  return Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => {
      const open = [...text.matchAll(/\{(\w+)\}/g)].map(([place, name]) => [name, place] as const);
      return [key, t(`${part}.${key}`, { ...Object.fromEntries(open), ...values })];
    }),
  ) as Labels<Part>;
}
