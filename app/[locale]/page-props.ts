/** What Next hands a page: its language, the other parts of its path by name, and what its address asks. */
export interface PageProps<
  Query = Record<string, string | string[] | undefined>,
  Part extends string = never,
> {
  params: Promise<Record<"locale" | Part, string>>;
  searchParams: Promise<Query>;
}
