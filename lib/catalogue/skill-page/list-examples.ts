import {
  searchExamples,
  type ExampleSearch,
  type ExampleSearchResult,
} from "@/lib/catalogue/search/search-examples";

/** Examples of all listed skills by words, capability and replay state, the reader's language first; 20 to a page. */
export function listExamples(search: ExampleSearch = {}): Promise<ExampleSearchResult> {
  return searchExamples(search);
}
