import { useTranslations } from "next-intl";

/** What may become of a search; the field that it stands at is described by it. */
export function SearchNote({ id, className }: { id: string; className: string }) {
  return (
    <p id={id} className={className}>
      {useTranslations("common")("search.published")}
    </p>
  );
}
