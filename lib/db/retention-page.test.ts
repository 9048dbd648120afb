import fs from "node:fs";
import { format } from "oxfmt";
import { expect, test } from "vitest";
import { RETENTION, type AtClosing, type RetentionTime, type Retention } from "@/lib/db/retention";

const PAGE = "docs/operating.md";
const HEAD = "| table | kept | when its account is closed |";

function retentionText(kept: RetentionTime): string {
  if ("forEver" in kept) return `for ever: ${kept.forEver}`;
  if ("with" in kept) return `as long as its row in ${kept.with}`;
  if ("use" in kept) return kept.use;
  if ("by" in kept) return Object.values(kept.by).map(byText).join("; ");
  const age = (["days", "hours", "minutes"] as const).flatMap((unit) => {
    const number = kept[unit] ?? 0;
    return number === 0 ? [] : [`${number} ${number === 1 ? unit.slice(0, -1) : unit}`];
  });
  const until = age.length === 0 ? `until \`${kept.after}\`` : `${age.join(" ")} after \`${kept.after}\``;
  return kept.says === undefined ? until : `${until}: ${kept.says}`;
}

const byText = ({ days, says }: { days: number; says: string }) =>
  days === 0 ? says : `${days} ${days === 1 ? "day" : "days"}: ${says}`;

function closingText(closing: AtClosing | undefined): string {
  if (closing === undefined) return "";
  if ("stays" in closing) return `stays: ${closing.stays}`;
  if ("by" in closing) return closing.says;
  return "clear" in closing ? "stays, without the account" : "deleted";
}

/** The table of the page, as `RETENTION` says. With `RECORD_RETENTION` set, the page is written. */
test("the page for operators tells of every table what RETENTION says of it", async () => {
  const rows = Object.entries<Retention>(RETENTION).map(
    ([table, { kept, closing }]) => `| \`${table}\` | ${retentionText(kept)} | ${closingText(closing)} |`,
  );
  const { code: made } = await format(PAGE, [HEAD, "| --- | --- | --- |", ...rows].join("\n"));
  const page = fs.readFileSync(PAGE, "utf8");
  const shown = /^\| table +\| kept +\|[^\n]+\n(?:\|[^\n]+\n)+/m;
  if (process.env["RECORD_RETENTION"])
    fs.writeFileSync(
      PAGE,
      page.replace(shown, () => made),
    );
  expect(shown.exec(fs.readFileSync(PAGE, "utf8"))?.[0]).toBe(made);
});
