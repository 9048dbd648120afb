import { escapeXml } from "@/lib/documents/escape-xml";

export interface FeedEntry {
  /** Stays the same for ever. */
  id: string;
  title: string;
  /** Whole address of the page. */
  address: string;
  changedAt: Date;
  author: string;
  summary: string;
}

export interface Feed {
  title: string;
  /** Whole address of the feed, which is also its id. */
  address: string;
  /** Whole address of the page that shows the same. */
  page: string;
  language: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

const MAX_SUMMARY_CHARACTERS = 2_000;
const NOTHING_YET = new Date(0);

/** An Atom feed (RFC 4287). All texts are plain; what readers show is what stands in them. */
export function atomFeed({ title, address, page, language, entries }: Feed): string {
  const changedAt = entries[0]?.changedAt ?? NOTHING_YET;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<id>${escapeXml(address)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(address)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<updated>${changedAt.toISOString()}</updated>`,
    ...entries.map(entryXml),
    "</feed>\n",
  ].join("\n");
}

function entryXml({ id, title, address, changedAt, author, summary }: FeedEntry): string {
  return [
    "<entry>",
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
    `<updated>${changedAt.toISOString()}</updated>`,
    `<published>${changedAt.toISOString()}</published>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<summary>${escapeXml(Array.from(summary).slice(0, MAX_SUMMARY_CHARACTERS).join(""))}</summary>`,
    "</entry>",
  ].join("\n");
}
