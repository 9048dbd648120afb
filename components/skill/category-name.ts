/** A category as its author wrote it, with a capital and without underscores: "data_analysis" is "Data analysis". */
export function categoryName(category: string): string {
  const words = category.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase("en") + words.slice(1);
}
