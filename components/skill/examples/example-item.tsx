import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/code/copy-button";
import { Icon } from "@/components/ui/icon";
import { JsonText } from "@/components/ui/code/coloured-code";
import { printJson } from "@/components/ui/code/json";
import { When } from "@/components/ui/values";
import { formatSeconds } from "@/lib/platform/i18n/format";
import type { ExampleView } from "@/lib/registry/views";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { slot } from "@/components/ui/sentences";

interface ExampleItemProps {
  example: ExampleView;
  heading?: "h2" | "h3";
  open: boolean;
  lang: string | undefined;
  /** False where examples of several skills are listed: their numbers would mean nothing there. */
  numbered?: boolean;
  /** False where the pair is only a preview: no buttons to copy. */
  copyable?: boolean;
  /** "Use this input", where there is a run form. */
  action?: ReactNode;
}

/** One declared pair: input, declared output, the rule it was compared by, and how the last replay went. */
export function ExampleItem({
  example,
  heading: Heading = "h3",
  open,
  lang,
  numbered = true,
  copyable = true,
  action,
}: ExampleItemProps) {
  const t = useTranslations("examples");
  return (
    <details className="example" open={open}>
      <summary>
        <span className="no">{numbered ? example.position + 1 : null}</span>
        <Heading lang={lang}>{example.name ?? t("unnamed", { number: example.position + 1 })}</Heading>
        <ReplayPill example={example} />
        <Icon name="chevron" />
        {example.description === null ? null : <p lang={lang}>{example.description}</p>}
      </summary>
      <div className="grid grid-cols-2 border-t border-line to-720:grid-cols-[minmax(0,1fr)]">
        <Side title={t("input")} copy={copyable ? t("copy-input") : null} value={example.input} />
        <Side title={t("output")} copy={copyable ? t("copy-output") : null} value={example.output} />
      </div>
      <div className="flex min-h-13 flex-wrap items-center gap-x-4.5 gap-y-1.5 border-t border-line py-2.25 pr-2.5 pl-4 text-13 text-ink-3 [&_.btn]:ms-auto">
        <ReplayFacts example={example} />
        {example.tags.length > 0 ? <span>{example.tags.join(", ")}</span> : null}
        {action}
      </div>
    </details>
  );
}

function Side({ title, copy, value }: { title: string; copy: string | null; value: unknown }) {
  return (
    <div className="min-w-0 not-first:border-s not-first:border-line to-720:not-first:border-s-0 to-720:not-first:border-t">
      <h4 className="flex min-h-9 items-center justify-between pt-2 pr-2 pl-4 text-12 font-medium text-ink-3">
        {title}
        {copy === null ? null : <CopyButton text={printJson(value)} label={copy} />}
      </h4>
      <pre
        className="max-h-[420px] overflow-auto px-4 pt-1 pb-3.5 text-13 leading-[1.6] wrap-anywhere whitespace-pre-wrap"
        {...SCROLLABLE}
      >
        <JsonText value={value} />
      </pre>
    </div>
  );
}

function ReplayPill({ example: { replay } }: { example: ExampleView }) {
  const t = useTranslations("examples");
  if (replay === null || replay.state === "not_run")
    return <span className="pill">{t("state.not_run")}</span>;
  if (replay.state === "proven") {
    return (
      <span className="pill pill-ok">
        <Icon name="check" size={13} />
        {t(`rule.${replay.matchRule}`)}
      </span>
    );
  }
  return (
    <span className={replay.state === "drifted" ? "pill pill-warn" : "pill pill-bad"}>
      {t(`state.${replay.state}`)}
    </span>
  );
}

function ReplayFacts({ example: { replay } }: { example: ExampleView }) {
  const t = useTranslations("examples");
  if (replay === null) return <span>{t("never")}</span>;
  return (
    <>
      <span>{t.rich("replayed", { time: slot(<When iso={replay.replayedAt} as="minute" />) })}</span>
      {replay.wallMs === null ? null : <span className="mono">{formatSeconds(replay.wallMs)}</span>}
      {replay.detail === null ? null : <span>{replay.detail}</span>}
    </>
  );
}
