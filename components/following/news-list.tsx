import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { ShownNews } from "@/lib/catalogue/following/news-words";

/** What happened to what somebody follows, newest first. */
export function NewsList({ news }: { news: readonly ShownNews[] }) {
  return (
    <ul className="divide-y divide-line">
      {news.map(({ id, title, text, path, occurredAt }) => (
        <li key={id} className="grid gap-1 py-3 text-14">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <SiteLink className="link font-medium wrap-anywhere" href={path}>
              {title}
            </SiteLink>
            <span className="ms-auto text-13 text-ink-3">
              <When iso={occurredAt} as="relative" />
            </span>
          </div>
          {text === "" ? null : (
            <p className="max-w-[80ch] whitespace-pre-line text-ink-2 wrap-anywhere">{text}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
