import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { NoOwnSkill } from "@/components/dashboard/no-own-skill";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { endTrustAction, trustPublisherAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { SkillLine } from "@/components/dashboard/skill-lines";
import { OwnSkillField } from "@/components/dashboard/somebody-frame";
import { AnswerButton } from "@/components/forms/answer-button";
import { InputField, SelectField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import ISSUER_KINDS from "@/lib/identity/workloads/issuer-kinds.json";
import { env } from "@/lib/platform/config/env";
import {
  listTrustedPublishers,
  MAX_TRUSTED,
  type TrustedPublisherView,
} from "@/lib/publishing/trusted/trusted-publishers";
import { listOwnNames } from "@/lib/registry/names/ask-for-name";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.trusted");

/** Where a creator names the jobs of a CI that may publish their skills, and ends that. */
export default async function TrustedPage(props: PageProps<ActQuery>) {
  const { actor, frame, query } = await loadCreator(props, "/dashboard/trusted");
  const { field, skill } = query;
  const [t, jobs, skills] = await Promise.all([
    getTranslations("dashboard.trusted"),
    listTrustedPublishers(actor),
    listOwnNames(actor.accountId),
  ]);
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/trusted" title={t("title")} lead={t("lead")}>
      <ActOutcome
        query={query}
        did={query.done && t("done")}
        fields={FIELDS.map((name) => ({ name, id: `trusted-${name}`, label: t(name) }))}
      />
      <JobList jobs={jobs} />
      <JobForm skills={skills.map(({ slug }) => slug)} chosen={skill} wrong={field} />
    </DashboardFrame>
  );
}

const FIELDS = ["issuer", "repository", "workflow", "environment"] as const;
/** What is typed of a job. */
const TYPED = [
  { name: "repository", most: 200, required: true },
  { name: "workflow", most: 200, required: true },
  { name: "environment", most: 100, required: false },
] as const;

function JobList({ jobs }: { jobs: readonly TrustedPublisherView[] }) {
  const t = useTranslations("dashboard.trusted");
  if (jobs.length === 0) return null;
  return (
    <PageSection id="jobs" title={t("jobs")} className="part">
      <ItemList>
        {jobs.map(({ id, slug, issuer, repository, workflow, environment, isSeen, mayOnlyStage }) => (
          <SkillLine
            key={id}
            slug={slug}
            says={
              <>
                <span className="mono wrap-anywhere">{`${repository} · ${workflow}`}</span>
                {environment === null ? null : <span className="mono">{` · ${environment}`}</span>}
                {` · ${nameOfIssuer(issuer)} · ${isSeen ? t("seen") : t("not-seen")}`}
                {mayOnlyStage ? ` · ${t("stages")}` : null}
              </>
            }
          >
            <AnswerButton
              subject={["trusted", id]}
              about={`${repository} ${slug}`}
              act={endTrustAction}
              tone="btn-quiet"
              label={t("end")}
            />
          </SkillLine>
        ))}
      </ItemList>
    </PageSection>
  );
}

function nameOfIssuer(url: string): string {
  const kind = env().CI_ISSUERS.find((each) => each.url === url)?.kind;
  return kind === undefined ? url : `${ISSUER_KINDS[kind].name} (${new URL(url).host})`;
}

interface JobFormProps {
  /** Names of own skills. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}

/** Names a job for one of the reader's skills, and says before what that means. */
function JobForm({ skills, chosen, wrong }: JobFormProps) {
  const t = useTranslations("dashboard.trusted");
  const words = useTranslations("dashboard");
  const written = writtenIn("trusted");
  const issuers = env().CI_ISSUERS;
  if (issuers.length === 0) return <p className="pt-3 text-14 text-ink-2">{t("none-taken")}</p>;
  if (skills.length === 0) return <NoOwnSkill>{t("no-skill")}</NoOwnSkill>;
  return (
    <PageSection id="ask" title={t("ask")} className="part">
      <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3 text-14 text-ink-2">
        {(["no-key", "name", "money", "seen"] as const).map((each) => (
          <li key={each}>{t(`means.${each}`)}</li>
        ))}
        <li>{t("means.most", { most: MAX_TRUSTED })}</li>
      </ul>
      <form action={trustPublisherAction} className="grid max-w-[48ch] gap-4 pt-4">
        <OwnSkillField
          id="trusted-skill"
          label={words("skill")}
          skills={skills}
          wanted={written?.["skill"] ?? chosen}
        />
        <SelectField
          id="trusted-issuer"
          name="issuer"
          label={t("issuer")}
          options={issuers.map(({ url }) => ({ value: url, text: nameOfIssuer(url) }))}
          defaultValue={written?.["issuer"] ?? issuers[0]?.url ?? ""}
        />
        {TYPED.map(({ name, most, required }) => (
          <InputField
            key={name}
            id={`trusted-${name}`}
            name={name}
            label={t(name)}
            hint={t(`${name}-hint`)}
            problem={wrong === name ? t("wrong", { field: t(name) }) : undefined}
            autoComplete="off"
            maxLength={most}
            defaultValue={written?.[name]}
            required={required}
            mono
            tall
          />
        ))}
        <label className="flex items-baseline gap-2 text-14">
          <input type="checkbox" name="stage" value="on" defaultChecked={written?.["stage"] === "on"} />
          <span>{t("stage")}</span>
        </label>
        <SendButton>{t("send")}</SendButton>
      </form>
    </PageSection>
  );
}
