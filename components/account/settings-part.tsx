import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmedNote, useFieldProblem } from "@/components/forms/problem-note";
import { ToField } from "@/components/forms/field";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";

/** Parts that can be refused without one field being at fault. */
const EXPLAINED = ["wallets", "policy", "close"] as const;

/** What is said of doing something too often, where it is no guess at a password. */
const LIMITED: Readonly<Record<string, "limited-mail" | "limited-checks">> = {
  mails: "limited-mail",
  checks: "limited-checks",
};

interface SettingsPartProps {
  id:
    | "name"
    | "language"
    | "email"
    | "password"
    | "wallets"
    | "issuers"
    | "domains"
    | "mails"
    | "policy"
    | "keys"
    | "access"
    | "sessions"
    | "close";
  title: string;
  outcome: SettingsOutcome;
  /** What is said when a mail is on its way. */
  sent?: ReactNode;
  children: ReactNode;
}

/** One matter of an account, with what came of the last change of it. */
export function SettingsPart({ id, title, outcome, sent, children }: SettingsPartProps) {
  const t = useTranslations("settings.outcome");
  return (
    <PageSection id={id} title={title}>
      <div className="pt-4">
        {outcome.confirmed === id ? <ConfirmedNote /> : null}
        {[outcome.done, outcome.sent, outcome.problem, outcome.limited].includes(id) ? (
          <div role="status" className="mb-4">
            {outcome.done === id ? <Note tone="ok" title={t("done")} /> : null}
            {outcome.sent === id ? (
              <Note tone="ok" title={t("sent")}>
                {sent}
              </Note>
            ) : null}
            {[outcome.problem, outcome.limited].includes(id) ? (
              <Note tone="bad" title={t("refused")}>
                <Reason part={id} outcome={outcome} />
              </Note>
            ) : null}
          </div>
        ) : null}
        {children}
      </div>
    </PageSection>
  );
}

function Reason({ part, outcome }: { part: SettingsPartProps["id"]; outcome: SettingsOutcome }) {
  const t = useTranslations("settings.outcome");
  const name = useNameProblem(outcome);
  const refused = refusedField(part, outcome);
  const explained = EXPLAINED.find((each) => each === part);
  if (part === "name" && name) return <ToField id="username">{name}</ToField>;
  if (outcome.limited === part) return t(LIMITED[outcome.of ?? ""] ?? "limited");
  if (refused?.id === part) return t(`fields.${refused.message}`); // it is about no field, and one is here already
  if (refused) return <ToField id={refused.id}>{t(`fields.${refused.message}`)}</ToField>;
  return explained ? t(explained) : null;
}

/** Says, for the id of a field of a part of the settings, why it was refused; undefined for every other one. */
export function useRefused(
  part: RefusablePart,
  outcome: SettingsOutcome,
): (id: string) => string | undefined {
  const t = useTranslations("settings.outcome.fields");
  const refused = refusedField(part, outcome);
  return (id) => (refused?.id === id ? t(refused.message) : undefined);
}

/** Why the user name was refused; undefined when it was not. */
export function useNameProblem({ problem, field }: SettingsOutcome): string | undefined {
  const label = useTranslations("settings.name")("label");
  return useFieldProblem(problem === "name" ? field : undefined)("username", label);
}

/** What came of the last change on the settings page, as its address says it: each names a part of the page. */
export interface SettingsOutcome {
  done?: string;
  /** A mail is on its way. */
  sent?: string;
  problem?: string;
  /** With `problem`: the field that was wrong. */
  field?: string;
  /** Its person was led away to confirm that it is them, and is back. */
  confirmed?: string;
  /** Tried too often. */
  limited?: string;
  /** With `limited`: `mails`, `checks` of domains, or guesses at a password. */
  of?: string;
}

/** A field that was refused: its id, and its sentence in `settings.outcome.fields`. */
interface RefusedField {
  id: string;
  message: string;
}

/** The fields of each part that can be refused, by what the address of the page calls them. */
const FIELDS = {
  email: {
    email: { id: "own-email", message: "email.email" },
  },
  password: {
    current: { id: "current-password", message: "password.current" },
    password: { id: "next-password", message: "password.password" },
  },
  domains: {
    domain: { id: "new-domain", message: "domains.domain" },
    count: { id: "domains", message: "domains.count" },
    missing: { id: "domains", message: "domains.missing" },
    another: { id: "domains", message: "domains.another" },
    taken: { id: "domains", message: "domains.taken" },
    "no-answer": { id: "domains", message: "domains.no-answer" },
  },
  policy: {
    leastAudit: { id: "policy-leastAudit", message: "policy.choice" },
    severityCeiling: { id: "policy-severityCeiling", message: "policy.choice" },
    deniedPermissions: { id: "policy", message: "policy.choice" },
    leastAgeDays: { id: "policy-leastAgeDays", message: "policy.leastAgeDays" },
    priceCeilingLamports: { id: "policy-priceCeilingLamports", message: "policy.priceCeilingLamports" },
    trustedVerifiers: { id: "policy-trustedVerifiers", message: "policy.trustedVerifiers" },
    trustedPublishers: { id: "policy-trustedPublishers", message: "policy.trustedPublishers" },
    deniedHosts: { id: "policy-deniedHosts", message: "policy.deniedHosts" },
    allowedLicenses: { id: "policy-allowedLicenses", message: "policy.allowedLicenses" },
  },
  close: {
    username: { id: "close-username", message: "close.username" },
  },
} as const;

type RefusablePart = keyof typeof FIELDS;

/** The field of a part that was refused last; null when none was, or the refusal is about no field. */
function refusedField(part: string, { problem, field = "" }: SettingsOutcome): RefusedField | null {
  if (problem !== part || !isRefusable(part)) return null;
  return new Map<string, RefusedField>(Object.entries(FIELDS[part])).get(field) ?? null;
}

function isRefusable(part: string): part is RefusablePart {
  return Object.hasOwn(FIELDS, part);
}
