import { NotFoundView } from "@/components/site/not-found-view";

/** Shown by scripts where a page finds nothing; readers without scripts get `not-found-page` (processes/send-pages.ts). */
export default NotFoundView;
