import { SendButton } from "@/components/forms/send-button";
import { getTranslations } from "next-intl/server";
import { TextField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Note } from "@/components/ui/note";
import { SectionHead } from "@/components/ui/page-parts";
import { formatSol, formatLamports } from "@/lib/platform/i18n/format";
import type { VettingJobView } from "@/lib/publishing/vetting/get-vetting-job";
import { findWaitingFirstRun, type FirstRun } from "@/lib/running/calls/first-run";
import { runFirstAction } from "./actions";

const MAX_INPUT_CHARACTERS = 100 * 1024;

/** The publisher's way to have a priced version run once, which puts its price into force; nothing for any other. */
export async function WaitingFirstRun({
  job: { slug, version, versionId },
  accountId,
  wrong,
}: {
  job: VettingJobView;
  accountId: string;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}) {
  const [t, waiting] = await Promise.all([
    getTranslations("publish.firstRun"),
    findWaitingFirstRun(versionId, accountId),
  ]);
  if (waiting === null) return null;
  const { declaredLamports, input, last } = waiting;
  const price = { lamports: formatLamports(declaredLamports), sol: formatSol(declaredLamports) };
  return (
    <section id="first-run" aria-labelledby="first-run-title" className="grid gap-4">
      <SectionHead id="first-run-title" title={t("title")} />
      <p className="text-14">{t("text", price)}</p>
      {last === null ? null : <Failed last={last} />}
      <form action={runFirstAction} className="grid gap-4">
        <input type="hidden" name="skill" value={slug} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="versionId" value={versionId} />
        <TextField
          id="first-input"
          name="input"
          label={t("input")}
          note={t("inputNote")}
          maxLength={MAX_INPUT_CHARACTERS}
          rows={5}
          required
          defaultValue={writtenIn("first run")?.["input"] ?? JSON.stringify(input ?? {}, null, 2)}
          problem={wrong === "input" ? t("inputRefused") : undefined}
        />
        <SendButton>{t("run")}</SendButton>
      </form>
    </section>
  );
}

/** What came of the last run that gave no valid answer, with the end of what it wrote about it. */
async function Failed({ last: { failure, stderrTail } }: { last: NonNullable<FirstRun["last"]> }) {
  const t = await getTranslations("publish.firstRun");
  return (
    <>
      <Note tone="bad" title={t("failed")}>
        <span className="wrap-anywhere" lang="en">
          {failure}
        </span>
      </Note>
      {stderrTail ? (
        <pre className="max-h-60 overflow-auto text-12 whitespace-pre-wrap" lang="en" {...SCROLLABLE}>
          {stderrTail}
        </pre>
      ) : null}
    </>
  );
}
