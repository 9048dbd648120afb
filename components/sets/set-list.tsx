import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/lists";
import { SiteLink } from "@/components/ui/site-link";

interface SetListProps {
  sets: readonly { name: string; version: string; description: string; parts: number }[];
}

/** Sets below each other, each with its version and how many skills it has. */
export function SetList({ sets }: SetListProps) {
  const t = useTranslations("sets");
  return (
    <ItemList>
      {sets.map(({ name, version, description, parts }) => (
        <li key={name}>
          <h3 className="text-16 font-semibold wrap-anywhere text-ink">
            <SiteLink className="hover:underline" href={`/sets/${name}`}>
              {name}
            </SiteLink>
          </h3>
          <span className="text-13 text-ink-2">{t("contents", { version, count: parts })}</span>
          <p>{description}</p>
        </li>
      ))}
    </ItemList>
  );
}
