import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import type { Uploader } from "@/lib/registry/views";

interface ByMaintainerProps {
  uploader: Uploader | null;
  className?: string;
}

/** Who uploaded a version, where it was somebody else than who answers for it; nothing where it was the same. */
export function ByMaintainer({ uploader, className }: ByMaintainerProps) {
  const t = useTranslations("skill");
  if (!uploader?.isMaintainer) return null;
  const { username } = uploader;
  const link = (
    <SiteLink className="link" href={`/people/${encodeURIComponent(username)}`}>
      {username}
    </SiteLink>
  );
  return <span className={className}>{t.rich("by-maintainer", { name: slot(link) })}</span>;
}
