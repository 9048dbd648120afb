import { useTranslations } from "next-intl";
import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import type { NamedField } from "@/components/forms/problem-note";
import type { OrganisationRole } from "@/lib/identity/organisations/roles";

/** What was done, by what the address calls it. */
const DONE = [
  "founded",
  "joined",
  "declined",
  "left",
  "invited",
  "changed",
  "ended",
  "payee",
  "domain",
] as const;

/** Roles together, as a member has them; their order is that of a row. */
export const ROLE_CHOICES = ["maintainer", "money", "maintainer-money", "owner"] as const;

interface OrganisationOutcomeProps {
  query: ActQuery;
  fields: readonly NamedField[];
}

/** What came of the last act. */
export function OrganisationOutcome({ query, fields }: OrganisationOutcomeProps) {
  const t = useTranslations("organisations.done");
  const done = DONE.find((each) => query.done !== undefined && each === query.about);
  return <ActOutcome query={query} did={done && t(done)} fields={fields} />;
}

/** The roles of a member in one word or two. */
export function RoleWords({ roles }: { roles: readonly OrganisationRole[] }) {
  const t = useTranslations("organisations.role");
  const choice = ROLE_CHOICES.find((each) => each === roles.join("-"));
  return choice === undefined ? null : t(choice);
}
