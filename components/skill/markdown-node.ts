/** A node of the tree that Markdown is read into, as far as we look at it. */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  children?: MarkdownNode[];
  title?: string | null;
  identifier?: string;
  label?: string | null;
  data?: { hName: string; hProperties: Record<string, string | boolean> };
  [member: string]: unknown;
}
