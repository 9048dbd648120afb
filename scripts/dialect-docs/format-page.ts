import { format } from "oxfmt";

/** The text of a page as the check of formats wants it in `file`. Throws what the formatter finds wrong with it. */
export async function formatPage(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}
