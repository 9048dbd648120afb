import { labelsOf } from "@/lib/platform/i18n/labels";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { rulesAddress } from "@/components/docs/rule-link";
import { ProblemNote } from "@/components/forms/problem-note";
import { CheckForm } from "@/components/publish/check-form";
import { WizardFrame } from "@/components/publish/wizard-frame";
import { PageShell } from "@/components/site/page-shell";
import { stepOf } from "@/components/publish/under-way";
import { checkLabels } from "@/components/validate/check-labels";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { checkSourceAction, saveSourceAction } from "../actions";
import { loadPublication, stepMetadata, type StepProps } from "../load-publication";
import { StepLead } from "../step-lead";
import { toCheckView } from "../to-check-view";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { DropActs, DropBox, DropFiles } from "@/components/validate/drop-box";

export const generateMetadata = (props: StepProps): Promise<Metadata> => stepMetadata(props, "check");

export default async function CheckPage(props: StepProps) {
  const { locale, publication, preview, problem } = await loadPublication(props, "check");
  const [t, all] = await Promise.all([getTranslations("publish"), getTranslations()]);
  const { id, slug, fileName, packageDigest, package: skillPackage } = publication;
  const files = skillPackage.files.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length }));
  const view = await toCheckView(skillPackage, locale);
  return (
    <PageShell path={`/publish/steps/${id}/check`} wide>
      <WizardFrame
        step="check"
        publicationId={id}
        reach={stepOf(publication)}
        title={t("checkTitle", { name: slug || t("unnamed") })}
        lead={view.status === "rejected" ? t("checkLead") : <StepLead preview={preview} />}
      >
        <ProblemNote code={problem} />
        <CheckForm
          id={id}
          shown={packageDigest}
          saved={(await props.searchParams).saved === "1"}
          view={view}
          labels={labelsOf(all, "publish.form")}
          checks={checkLabels(all, rulesAddress(locale, listDialectDocuments()))}
          box={<StoredUpload id={id} name={fileName ?? "SKILL.md"} files={files} />}
          action={saveSourceAction.bind(null, { id, shown: packageDigest })}
          check={checkSourceAction.bind(null, id)}
        />
      </WizardFrame>
    </PageShell>
  );
}

const SHOWN_FILES = 5;

/** The package under way: its name, size and first files, and how to choose another one. */
function StoredUpload({
  id,
  name,
  files,
}: {
  id: string;
  name: string;
  files: readonly { path: string; sizeBytes: number }[];
}) {
  const t = useTranslations("publish");
  const more = files.length - SHOWN_FILES;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <DropBox>
      <Icon name="folder" size={22} className="text-accent" />
      <div className="min-w-0">
        <p>
          <b className="font-semibold wrap-anywhere">{name}</b>{" "}
          <span className="text-ink-3">
            {t("packageSize", { kilobytes: Math.ceil(bytes / 1000), files: files.length })}
          </span>
        </p>
        <DropFiles>
          {files.slice(0, SHOWN_FILES).map(({ path }) => `${path}  `)}
          {more > 0 ? `+${more}` : ""}
        </DropFiles>
      </div>
      <DropActs>
        <SiteLink className="btn btn-sm" href={`/publish?instead=${id}`}>
          {t("replace")}
        </SiteLink>
      </DropActs>
    </DropBox>
  );
}
