import { useTranslations } from "next-intl";
import { AuditMark } from "@/components/marks/audit-mark";
import { DataTable } from "@/components/ui/data-table";
import { PriceBuys } from "@/components/ui/price-buys";
import { Price } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import type { SetPartView, SetView, SummedAccess } from "@/lib/catalogue/sets/get-set";

/** Each skill of a set: the version it gives, its audit, its price and what it may touch; and the sum of that. */
export function SetTable({ set }: { set: SetView }) {
  const t = useTranslations("sets.page");
  const dearest = set.parts.reduce((most, { given }) => {
    const price = BigInt(given?.row.priceLamports ?? 0);
    return price > most ? price : most;
  }, 0n);
  return (
    <>
      <DataTable
        stacked
        className="mt-3"
        caption={t("parts")}
        columns={[t("skill"), t("version"), t("audit"), t("price"), t("touches")]}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              {t("all")}
            </th>
            <td>{set.weakest === null ? null : <AuditMark skill={set.weakest} />}</td>
            <td>–</td>
            <td>
              <Touches access={set.access} />
            </td>
          </tr>
        }
      >
        {set.parts.map((part) => (
          <PartRow key={part.skill} part={part} />
        ))}
      </DataTable>
      <p className="pt-2 text-13 text-ink-3">
        <PriceBuys priceLamports={dearest} />
      </p>
    </>
  );
}

function PartRow({ part }: { part: SetPartView }) {
  const t = useTranslations("sets.page");
  const { skill, range, given, reason } = part;
  return (
    <tr>
      <th scope="row">
        <SiteLink className="font-semibold wrap-anywhere hover:underline" href={`/skills/${skill}`}>
          {skill}
        </SiteLink>
      </th>
      <td className="mono">
        {given?.row.version ?? "–"} <span className="text-ink-3">{range}</span>
      </td>
      {given === null ? (
        <td colSpan={3} className="text-ink-2">
          {part.state === "given" ? "" : t(`state.${part.state}`)}
          {reason === null ? null : <>: {reason}</>}
        </td>
      ) : (
        <>
          <td>
            <AuditMark skill={given.row} />
          </td>
          <td>
            <Price lamports={given.row.priceLamports} />
          </td>
          <td>
            <Touches
              access={{
                ...given.row.access,
                envVars: given.row.access.envVars ?? [],
                envVarsUndeclared: given.row.access.envVars === null ? 1 : 0,
              }}
            />
          </td>
        </>
      )}
    </tr>
  );
}

const ACCESSES = ["network", "filesystem", "subprocess"] as const;

/** What is declared, and what nobody says, are told apart. */
function Touches({ access }: { access: SummedAccess }) {
  const t = useTranslations("sets.page");
  const words = [
    ...ACCESSES.flatMap((name) => (access[name] === true ? [t(`yes.${name}`)] : [])),
    ...(access.envVars.length === 0 ? [] : [t("variables", { names: access.envVars.join(", ") })]),
    ...ACCESSES.flatMap((name) => (access[name] === null ? [t(`unsaid.${name}`)] : [])),
    ...(access.envVarsUndeclared === 0 ? [] : [t("variables-unsaid", { count: access.envVarsUndeclared })]),
  ];
  return <span className="wrap-anywhere">{words.length === 0 ? t("nothing") : words.join(", ")}</span>;
}
