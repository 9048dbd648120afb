import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { NoOwnSkill } from "@/components/dashboard/no-own-skill";
import { SendButton } from "@/components/forms/send-button";
import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { askForNameAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { useFieldProblem } from "@/components/forms/problem-note";
import { MAX_NAMES } from "@/lib/identity/accounts/rename-account";
import { listOwnNames, type NamesOfSkill } from "@/lib/registry/names/ask-for-name";
import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { OwnSkillField } from "@/components/dashboard/somebody-frame";
import { InputField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { NAME_MAX_CHARACTERS } from "@/lib/skill-format";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.names");

/** Where a creator asks for another name of a skill, and sees the names their skills have and had. */
export default async function NamesPage(props: PageProps<ActQuery>) {
  const { actor, frame, query } = await loadCreator(props, "/dashboard/names");
  const { field, skill } = query;
  const [t, skills] = await Promise.all([getTranslations("dashboard.names"), listOwnNames(actor.accountId)]);
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/names" title={t("title")} lead={t("lead")}>
      <ActOutcome
        query={query}
        did={query.done && t("done")}
        fields={[
          {
            name: "name",
            id: "skill-name",
            label: t("name"),
            refused: t("name-wrong", { most: NAME_MAX_CHARACTERS }),
          },
        ]}
      />
      <NameList skills={skills} keep={askForNameAction} />
      <NameForm
        skills={skills.map(({ slug }) => slug)}
        chosen={skill}
        wrong={field}
        most={MAX_NAMES}
        ask={askForNameAction}
      />
    </DashboardFrame>
  );
}

interface NameListProps {
  skills: readonly NamesOfSkill[];
  /** Gives up the name that was asked for. */
  keep: (form: FormData) => Promise<void>;
}

/** Skills that had, or are to have, another name than theirs. */
function NameList({ skills, keep }: NameListProps) {
  const t = useTranslations("dashboard.names");
  const renamed = skills.filter(({ nextName, before }) => nextName !== null || before.length > 0);
  if (renamed.length === 0) return null;
  return (
    <PageSection id="names" title={t("yours")} className="part">
      <ItemList>
        {renamed.map(({ slug, nextName, before }) => (
          <li key={slug}>
            <div className="wrap-anywhere">
              <h3 className="text-16 font-semibold text-ink">
                <SiteLink className="hover:underline" href={`/skills/${slug}`}>
                  {slug}
                </SiteLink>
              </h3>
              {nextName === null ? null : <p>{t("next", { name: nextName })}</p>}
              {before.length === 0 ? null : <p>{t("before", { names: before.join(", ") })}</p>}
            </div>
            {nextName === null ? null : (
              <form action={keep}>
                <input type="hidden" name="skill" value={slug} />
                <input type="hidden" name="name" value={slug} />
                <button type="submit" className="btn btn-sm btn-quiet">
                  {t("keep", { name: slug })}
                </button>
              </form>
            )}
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}

interface NameFormProps {
  /** Names of own skills. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  /** How many names a skill has at most. */
  most: number;
  ask: (form: FormData) => Promise<void>;
}

/** Asks for another name of one of the reader's skills, and says before what renaming means. */
function NameForm({ skills, chosen, wrong, most, ask }: NameFormProps) {
  const t = useTranslations("dashboard.names");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("skill-name");
  const wanted = written?.["skill"] ?? chosen;
  return (
    <PageSection id="ask" title={t("ask")} remark={t("ask-remark")} className="part">
      {skills.length === 0 ? (
        <NoOwnSkill>{t("no-skill")}</NoOwnSkill>
      ) : (
        <>
          <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3 text-14 text-ink-2">
            {(["when", "leads", "stays", "seal", "folder"] as const).map((each) => (
              <li key={each}>{t(`means.${each}`)}</li>
            ))}
            <li>{t("means.five", { most })}</li>
          </ul>
          <form action={ask} className="grid max-w-[48ch] gap-4 pt-4">
            <OwnSkillField id="named-skill" label={t("skill")} skills={skills} wanted={wanted} />
            <InputField
              id="skill-name"
              name="name"
              label={t("name")}
              hint={t("name-hint", { most: NAME_MAX_CHARACTERS })}
              problem={problem("name", t("name"), t("name-wrong", { most: NAME_MAX_CHARACTERS }))}
              autoComplete="off"
              maxLength={NAME_MAX_CHARACTERS}
              defaultValue={written?.["name"]}
              required
              mono
              tall
            />
            <SendButton>{t("send")}</SendButton>
          </form>
        </>
      )}
    </PageSection>
  );
}
