import { useTranslations } from "next-intl";

/**
 * Says at the field that was wrong what the note above the form says of it; `wrong` is its name. Undefined for every
 * other field.
 */
export function useFieldProblem(
  wrong: string | undefined,
): (name: string, label: string) => string | undefined {
  const t = useTranslations("forms");
  return (name, label) => (name === wrong ? t("field", { label }) : undefined);
}
