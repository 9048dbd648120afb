import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";

/** The address that leads to an issuer; a link of this site only, and never followed ahead. */
export const issuerPath = (query: Record<string, string>) =>
  `/api/sign-in/issuer?${new URLSearchParams(query)}`;

export type OfferedIssuer = Pick<SignInIssuer, "id" | "name">;

/** A link for each issuer that the operator allows; nothing where there is none. */
export function IssuerLinks({ issuers, returnTo }: { issuers: readonly OfferedIssuer[]; returnTo: string }) {
  const t = useTranslations("signIn.issuer");
  if (issuers.length === 0) return null;
  return (
    <div className="mt-4 grid gap-2 border-t border-line pt-4">
      {issuers.map(({ id, name }) => (
        <a key={id} className="btn w-full" href={issuerPath({ id, return: returnTo })}>
          {t("with", { name })}
        </a>
      ))}
    </div>
  );
}

/** Reasons that people can do something about; any other one is named as it is. */
const EXPLAINED = [
  "email_missing",
  "email_unverified",
  "email_domain",
  "not_linked",
  "linked_elsewhere",
  "unconfirmed",
  "denied",
  "unavailable",
] as const;

interface IssuerRefusedProps {
  /** Null for nothing. */
  refused: string | null;
  /** What the issuer is called; undefined for one that is not offered. */
  name: string | undefined;
}

/** Why an issuer did not let anybody in, or was not linked. */
export function IssuerRefused({ refused, name }: IssuerRefusedProps) {
  const t = useTranslations("signIn.issuer");
  if (refused === null || name === undefined) return null;
  const known = EXPLAINED.find((each) => each === refused);
  const reason = /^[a-z_]{1,20}$/.test(refused) ? refused : "answer";
  return (
    <div className="mb-6" role="alert">
      <Note tone="bad" title={t("refused", { name })}>
        {known ? t(`reason.${known}`, { name }) : t("reason.token", { name, reason })}
      </Note>
    </div>
  );
}
