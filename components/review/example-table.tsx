import { useTranslations } from "next-intl";
import type { ReviewExample, ReviewView } from "@/lib/audits/get-review";

/** Examples replayed on the version before and on this one. */
export function ExampleTable({ examples, base, version }: Pick<ReviewView, "examples" | "base" | "version">) {
  const t = useTranslations("review");
  if (examples.length === 0) return <p className="py-2 text-14 text-ink-2">{t("noExamples")}</p>;
  const state = (value: string | null) =>
    value === null ? "–" : t(`replay.${value as "proven" | "drifted" | "failing" | "not_run"}`);
  const time = ({ beforeMs, afterMs }: ReviewExample) =>
    [...(base ? [beforeMs] : []), afterMs].map((ms) => (ms === null ? "–" : `${ms} ms`)).join(" → ");
  return (
    <table className="ledger w-full text-13">
      <thead>
        <tr>
          <th scope="col">{t("example")}</th>
          {base && <th scope="col">{base.version}</th>}
          <th scope="col">{version}</th>
          <th scope="col" className="end">
            {t("time")}
          </th>
        </tr>
      </thead>
      <tbody>
        {examples.map((example) => (
          <tr key={example.name}>
            <th scope="row">{example.name}</th>
            {base && <td>{state(example.before)}</td>}
            <td>{state(example.after)}</td>
            <td className="end num">{time(example)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
