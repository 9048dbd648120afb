import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";

const SHOWN_FILES = 5;

/** The package under way: its name, size and first files, and how to choose another one. */
export function KeptPackage({
  id,
  name,
  files,
}: {
  id: string;
  name: string;
  files: readonly { path: string; sizeBytes: number }[];
}) {
  const t = useTranslations("publish");
  const more = files.length - SHOWN_FILES;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <div className="drop">
      <Icon name="folder" size={22} className="text-accent" />
      <div className="min-w-0">
        <p>
          <b className="font-semibold wrap-anywhere">{name}</b>{" "}
          <span className="text-ink-3">
            {t("packageSize", { kilobytes: Math.ceil(bytes / 1000), files: files.length })}
          </span>
        </p>
        <p className="drop-files">
          {files.slice(0, SHOWN_FILES).map(({ path }) => `${path}  `)}
          {more > 0 ? `+${more}` : ""}
        </p>
      </div>
      <div className="drop-acts">
        <SiteLink className="btn btn-sm" href={`/publish?instead=${id}`}>
          {t("replace")}
        </SiteLink>
      </div>
    </div>
  );
}
