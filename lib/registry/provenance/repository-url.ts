/** Behind owner and repository: the page of a directory, file or commit (GitHub, Gitea, Bitbucket). */
const PAGE = /^\/(?:tree|blob|raw|commit|src)\/.+$/;

/** GitLab, whose groups lie in groups, marks its pages. */
const MARKED_PAGE = /\/-\/.*$/;

/**
 * The address of the repository behind a `source_url`: people name the page of a directory, too. Query and fragment say
 * nothing about a repository. Undefined for what is no URL.
 */
export function repositoryUrl(sourceUrl: string): string | undefined {
  if (!URL.canParse(sourceUrl)) return undefined;
  const url = new URL(sourceUrl);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const head = `/${parts.slice(0, 2).join("/")}`;
  const tail = parts
    .slice(2)
    .map((part) => `/${part}`)
    .join("");
  url.pathname = head + tail.replace(PAGE, "").replace(MARKED_PAGE, "");
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/$/, "");
}
