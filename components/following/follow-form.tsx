import { useLocale, useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { FollowState, Followed } from "@/lib/catalogue/following/follow";

export type FollowAction = (form: FormData) => Promise<void>;

interface FollowFormProps {
  followed: Followed;
  state: FollowState;
  /** Path of the page without a language. */
  page: string;
  act: FollowAction;
}

/** How many follow a skill, a publisher or a set, and the button to. Whoever is not signed in is led there first. */
export function FollowForm({ followed, state: { followers, isFollowed }, page, act }: FollowFormProps) {
  const t = useTranslations("following");
  const returnTo = encodeURIComponent(localizedPath(useLocale(), page));
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {isFollowed === null ? (
        <SiteLink className="btn btn-sm" href={`/sign-in?return=${returnTo}`} rel="nofollow">
          {t("follow")}
        </SiteLink>
      ) : (
        <FollowButton followed={followed} isFollowed={isFollowed} act={act} />
      )}
      <span className="text-13 text-ink-2">{t("followers", { count: followers })}</span>
    </span>
  );
}

/** The button alone; in a list of many it says of which it is. */
export function FollowButton({
  followed: { kind, name },
  isFollowed,
  inList = false,
  act,
}: Pick<FollowFormProps, "followed" | "act"> & { isFollowed: boolean; inList?: boolean }) {
  const t = useTranslations("following");
  const does = isFollowed ? "unfollow" : "follow";
  return (
    <form action={act}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="from" value={inList ? "list" : "own"} />
      <button
        type="submit"
        className="btn btn-sm"
        name="act"
        value={does}
        aria-label={inList ? t(`${does}-name`, { name }) : undefined}
      >
        {t(does)}
      </button>
    </form>
  );
}
