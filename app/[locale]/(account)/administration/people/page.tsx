import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { setRoleAction } from "@/app/[locale]/(account)/administration/actions";
import { AnswerButton } from "@/components/forms/answer-button";
import { InputField } from "@/components/forms/field";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { PageSection } from "@/components/ui/page-parts";
import { listAdministrators } from "@/lib/identity/accounts/set-role";
import { loadAdministrator } from "../load-administrator";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration", "people");

export default async function PeoplePage(props: PageProps<AdministrationOutcome>) {
  const { actor, frame } = await loadAdministrator(props, "/administration/people");
  const [people, t] = await Promise.all([listAdministrators(actor), getTranslations("administration")]);
  const written = writtenIn("administrator");
  return (
    <AdministrationFrame
      {...frame}
      section="people"
      fields={[{ name: "username", id: "username", label: t("username") }]}
    >
      <PageSection id="people" title={t("people")} remark={t("peopleRemark")} className="grid gap-4">
        <ul className="divide-y divide-line">
          {people.map((person) => (
            <li key={person.accountId} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span>
                <b className="font-semibold">{person.username}</b>{" "}
                <span className="mono wrap-anywhere text-ink-2">{person.address}</span>
              </span>
              {people.length === 1 ? (
                <span className="text-14 text-ink-2">{t("lastAdministrator")}</span>
              ) : (
                <AnswerButton
                  subject={["username", person.username]}
                  about={person.username}
                  act={setRoleAction}
                  sends={["role", "member"]}
                  tone="btn-danger"
                  label={t("makeMember")}
                />
              )}
            </li>
          ))}
        </ul>
        <form action={setRoleAction} className="grid max-w-[560px] gap-4">
          <InputField
            id="username"
            name="username"
            label={t("username")}
            required
            maxLength={32}
            defaultValue={written?.["username"]}
            problem={wrongIn("administrator") === "username" ? t("usernameRefused") : undefined}
            autoComplete="off"
          />
          <div>
            <button type="submit" name="role" value="administrator" className="btn btn-primary">
              {t("makeAdministrator")}
            </button>
          </div>
        </form>
      </PageSection>
    </AdministrationFrame>
  );
}
