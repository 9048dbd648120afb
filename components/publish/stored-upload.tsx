import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { DropActs, DropBox, DropFiles } from "@/components/validate/drop-box";

const SHOWN_FILES = 5;

/** The package under way: its name, size and first files, and how to choose another one. */
export function StoredUpload({
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
    <DropBox>
      <Icon name="folder" size={22} className="text-accent" />
      <div className="min-w-0">
        <p>
          <b className="font-semibold wrap-anywhere">{name}</b>{" "}
          <span className="text-ink-3">
            {t("packageSize", { kilobytes: Math.ceil(bytes / 1000), files: files.length })}
          </span>
        </p>
        <DropFiles>
          {files.slice(0, SHOWN_FILES).map(({ path }) => `${path}  `)}
          {more > 0 ? `+${more}` : ""}
        </DropFiles>
      </div>
      <DropActs>
        <SiteLink className="btn btn-sm" href={`/publish?instead=${id}`}>
          {t("replace")}
        </SiteLink>
      </DropActs>
    </DropBox>
  );
}
