import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { OperationView, ShapeView } from "@/components/docs/api-view";
import { EnglishNote } from "@/components/docs/docs-frame";
import { FieldTable, TypeName } from "@/components/docs/field-table";
import { CodeBlock } from "@/components/ui/code/code-block";
import { PageSection } from "@/components/ui/page-parts";
import { ShellText } from "@/components/ui/code/shell-text";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";

/** One operation: how it is called and everything it can answer. */
export function OperationParts({ operation }: { operation: OperationView }) {
  const t = useTranslations("docs.api");
  const { method, path, description, needsKey, curl, parameters, bodies, answers } = operation;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <code className="wrap-anywhere">
          <b className="font-medium text-accent">{method}</b> {path}
        </code>
        {needsKey ? <span className="pill">{t("key")}</span> : null}
      </p>
      <EnglishNote />
      {description ? <OperationText lang="en">{description}</OperationText> : null}
      <div className="pt-5">
        <CodeBlock code={curl} title={t("call")} wrap>
          <ShellText code={curl} />
        </CodeBlock>
      </div>
      {parameters.length > 0 ? (
        <Part id="parameters" title={t("parameters")}>
          <FieldTable caption={t("parameters")} rows={parameters} />
        </Part>
      ) : null}
      {bodies.length > 0 ? (
        <Part id="body" title={t("body")}>
          {bodies.map((shape) => (
            <Shape key={shape.mediaType} caption={t("body")} shape={shape} />
          ))}
        </Part>
      ) : null}
      <Part id="answers" title={t("answers")}>
        {answers.map(({ status, description: text, shapes }) => (
          <div key={status}>
            <h3 className="mt-3.5 text-15 font-medium">
              <span className="mono">{status}</span> <span lang="en">{text}</span>
            </h3>
            {shapes.map((shape) => (
              <Shape key={shape.mediaType} caption={`${t("answers")} ${status}`} shape={shape} />
            ))}
          </div>
        ))}
      </Part>
      <Problems operation={operation} />
    </>
  );
}

/** What is said of an operation or of one of its shapes. */
export function OperationText({ lang, children }: { lang?: string; children: ReactNode }) {
  return (
    <p className="max-w-[72ch] text-14 text-ink-2" lang={lang}>
      {children}
    </p>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <PageSection id={id} title={title} className="part">
      {children}
    </PageSection>
  );
}

function Shape({ caption, shape }: { caption: string; shape: ShapeView }) {
  const t = useTranslations("docs.api");
  return (
    <div className="pt-3">
      <OperationText>
        {t.rich("shape", {
          media: slot(<code>{shape.mediaType}</code>),
          type: slot(<TypeName type={shape.type} schema={shape.schema} />),
        })}
      </OperationText>
      {shape.rows.length > 0 ? <FieldTable caption={caption} rows={shape.rows} /> : null}
    </div>
  );
}

/** The failures of an operation; each code leads to its page. */
function Problems({ operation }: { operation: OperationView }) {
  const t = useTranslations("docs.api");
  if (operation.problems.length === 0) return null;
  return (
    <Part id="problems" title={t("problems")}>
      <dl className="facts facts-start *:grid-cols-[56px_minmax(0,1fr)]">
        {operation.problems.map(({ status, codes }) => (
          <div key={status}>
            <dt className="mono">{status}</dt>
            <dd className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-13">
              {codes.map((code) => (
                <SiteLink
                  key={code}
                  className="link mono inline-flex min-h-6.5 items-center"
                  href={`/errors/${code}`}
                >
                  {code}
                </SiteLink>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
