import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

interface CopyButtonProps {
  /** The text to copy, or the id of the element whose text is copied. */
  text?: string;
  from?: string;
  /** What is copied, for readers who do not see its place: "Copy input". */
  label?: string;
  className?: string;
  /** The button that the key C presses. */
  install?: boolean;
}

/** Copies through the page's one script; without a script it is not shown, and the text is copied by hand. */
export function CopyButton({ text, from, label, className = "copy", install = false }: CopyButtonProps) {
  const t = useTranslations("common");
  return (
    <button
      type="button"
      className={`${className} needs-script`}
      data-copy={text}
      data-copy-from={from}
      data-install={install ? "" : undefined}
      data-copied={t("copy.done")}
      aria-label={label}
    >
      <Icon name="copy" size={15} />
      <span>{t("copy.action")}</span>
    </button>
  );
}
