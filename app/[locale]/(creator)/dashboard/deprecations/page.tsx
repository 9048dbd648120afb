import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { NoOwnSkill } from "@/components/dashboard/no-own-skill";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { deprecateAction, endDeprecationAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { OwnSkillField } from "@/components/dashboard/somebody-frame";
import { InputField, TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import {
  listOwnDeprecations,
  MAX_DEPRECATION_CHARACTERS,
  type Deprecation,
} from "@/lib/registry/deprecations/deprecate-skill";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.deprecations");

const MAX_NAME_CHARACTERS = 100;

/** Where a creator says that another skill takes the place of one of theirs, and takes that back. */
export default async function DeprecationsPage(props: PageProps<ActQuery>) {
  const { actor, frame, query } = await loadCreator(props, "/dashboard/deprecations");
  const { field, skill } = query;
  const [t, skills] = await Promise.all([
    getTranslations("dashboard.deprecations"),
    listOwnDeprecations(actor.accountId),
  ]);
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path="/dashboard/deprecations"
      title={t("title")}
      lead={t("lead")}
    >
      <ActOutcome
        query={query}
        did={query.done && t("done")}
        fields={[
          { name: "message", id: "deprecation-message", label: t("message") },
          {
            name: "successor",
            id: "deprecation-successor",
            label: t("successor"),
            refused: t("successor-wrong"),
          },
        ]}
      />
      <DeprecatedList skills={skills} end={endDeprecationAction} />
      <DeprecationForm
        skills={skills.map(({ slug }) => slug)}
        chosen={skill}
        wrong={field}
        send={deprecateAction}
      />
    </DashboardFrame>
  );
}

interface DeprecatedListProps {
  skills: readonly Deprecation[];
  end: (form: FormData) => Promise<void>;
}

function DeprecatedList({ skills, end }: DeprecatedListProps) {
  const t = useTranslations("dashboard.deprecations");
  const said = skills.flatMap(({ slug, deprecated }) => (deprecated ? [{ slug, ...deprecated }] : []));
  if (said.length === 0) return null;
  return (
    <PageSection id="deprecated" title={t("yours")} className="part">
      <ItemList>
        {said.map(({ slug, message, successor }) => (
          <li key={slug}>
            <div className="wrap-anywhere">
              <h3 className="text-16 font-semibold text-ink">
                <SiteLink className="hover:underline" href={`/skills/${slug}`}>
                  {slug}
                </SiteLink>
              </h3>
              <p>{message}</p>
              {successor === null ? null : <p>{t("by", { name: successor })}</p>}
            </div>
            <form action={end}>
              <input type="hidden" name="skill" value={slug} />
              <button type="submit" className="btn btn-sm btn-quiet">
                {t("end")}
                <span className="vh"> {slug}</span>
              </button>
            </form>
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}

interface DeprecationFormProps {
  /** Names of own skills. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  send: (form: FormData) => Promise<void>;
}

function DeprecationForm({ skills, chosen, wrong, send }: DeprecationFormProps) {
  const t = useTranslations("dashboard.deprecations");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("deprecation");
  return (
    <PageSection id="deprecate" title={t("say")} remark={t("say-remark")} className="part">
      {skills.length === 0 ? (
        <NoOwnSkill>{t("no-skill")}</NoOwnSkill>
      ) : (
        <form action={send} className="grid max-w-[48ch] gap-4 pt-4">
          <OwnSkillField
            id="deprecated-skill"
            label={t("skill")}
            skills={skills}
            wanted={written?.["skill"] ?? chosen}
          />
          <TextField
            id="deprecation-message"
            name="message"
            label={t("message")}
            note={t("message-note")}
            maxLength={MAX_DEPRECATION_CHARACTERS}
            rows={3}
            required
            defaultValue={written?.["message"]}
            problem={problem("message", t("message"))}
          />
          <InputField
            id="deprecation-successor"
            name="successor"
            label={t("successor")}
            note={t("successor-note")}
            hint={t("successor-hint")}
            problem={problem("successor", t("successor"), t("successor-wrong"))}
            autoComplete="off"
            maxLength={MAX_NAME_CHARACTERS}
            defaultValue={written?.["successor"]}
            mono
            tall
          />
          <SendButton>{t("send")}</SendButton>
        </form>
      )}
    </PageSection>
  );
}
