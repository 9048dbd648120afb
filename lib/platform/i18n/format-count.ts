/** A count in three significant digits: 318k, 31.8万, 31.8만. For result rows; tables show every digit. */
export function formatCompact(count: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 });
  return format.format(count).replace("K", "k");
}

/** Every digit, thousands separated by commas in all three languages. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat("en", { maximumFractionDigits: 0 }).format(count);
}

/** A file size in units of 1000: 812 B, 4.2 kB, 1.3 MB. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  if (sizeBytes < 999_950) return `${oneDecimal(sizeBytes / 1000)} kB`;
  return `${oneDecimal(sizeBytes / 1_000_000)} MB`;
}

/** A duration in seconds with two decimals, one from ten seconds on: 0.94 s, 12.3 s. */
export function formatSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
}

/** A typical duration, where two digits say enough: 1.6 s; 0.04 s below a tenth. */
export function formatRoughSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${seconds.toFixed(seconds < 0.095 ? 2 : 1)} s`;
}

/** A share between 0 and 1 as per cent with one decimal, cut so that only a full share reads 100%. */
export function formatShare(share: number): string {
  const tenths = Math.floor(share * 1000 + 1e-9);
  return tenths === 1000 ? "100%" : `${(tenths / 10).toFixed(1)}%`;
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
