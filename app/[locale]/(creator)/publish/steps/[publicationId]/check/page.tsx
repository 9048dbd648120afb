import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { rulesAddress } from "@/components/docs/rules-address";
import { ProblemNote } from "@/components/forms/problem-note";
import { CheckForm } from "@/components/publish/check-form";
import { StoredUpload } from "@/components/publish/stored-upload";
import { WizardFrame } from "@/components/publish/wizard-frame";
import { PageShell } from "@/components/site/page-shell";
import { stepOf } from "@/components/publish/under-way";
import { checkLabels } from "@/components/validate/check-labels";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { checkSourceAction, saveSourceAction } from "../actions";
import { loadPublication, stepMetadata, type StepProps } from "../load-publication";
import { StepLead } from "../step-lead";
import { toCheckView } from "../to-check-view";

export const dynamic = "force-dynamic";

export const generateMetadata = (props: StepProps): Promise<Metadata> => stepMetadata(props, "check");

export default async function CheckPage(props: StepProps) {
  const { locale, publication, preview, problem } = await loadPublication(props, "check");
  const [t, checks] = await Promise.all([getTranslations("publish"), getTranslations("validate")]);
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
          labels={{
            save: t("save"),
            saved: t("saved"),
            vet: t("vet"),
            ready: t("ready"),
            left: t("left", { errors: "{errors}" }),
            elsewhere: t("elsewhere.title"),
            elsewhereText: t("elsewhere.text"),
            elsewhereLink: t("elsewhere.link"),
          }}
          checks={checkLabels(checks, rulesAddress(locale, listDialectDocuments()))}
          box={<StoredUpload id={id} name={fileName ?? "SKILL.md"} files={files} />}
          action={saveSourceAction.bind(null, { id, shown: packageDigest })}
          check={checkSourceAction.bind(null, id)}
        />
      </WizardFrame>
    </PageShell>
  );
}
