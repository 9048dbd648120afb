import { cache } from "react";

interface Viewer {
  name: string;
  /** The wallet they signed in with. */
  address: string | null;
}

/** Who looks at the page: the layout says so once for each request, the header below it reads it. */
export const viewer = cache((): { account: Viewer | null } => ({ account: null }));
