import { scallopPath } from "@/components/marks/geometry";

export const SHARE_CARD = { width: 1200, height: 630 } as const;

const DISC = scallopPath({ centre: 14, radius: 13.65, lobes: 16, depth: 1.7 });
const LETTER = "M9.4 8v12M9.4 8.7h9.6M9.4 14h6.8M9.4 19.3h9.6";

interface ShareCardProps {
  title: string;
  text: string;
  /** Short facts at the foot. */
  facts: readonly string[];
}

/**
 * The picture other sites show beside a link. Drawn on the server with one face that knows Latin letters only; the
 * caller gives no others. Colours are those of the light theme, as a picture has no theme.
 */
export function ShareCard({ title, text, facts }: ShareCardProps) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: 72,
        background: "#f7f4ec",
        color: "#1c1914",
        fontFamily: "Newsreader",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 40 }}>
        <svg width="72" height="72" viewBox="0 0 28 28">
          <path d={DISC} fill="#14645a" />
          <path d={LETTER} stroke="#fcfaf4" strokeWidth="2" fill="none" />
        </svg>
        Emporion
      </div>
      <div style={{ display: "flex", flexDirection: "column", gap: 24 }}>
        <div style={{ display: "flex", fontSize: title.length > 28 ? 64 : 88, lineHeight: 1.05 }}>
          {title}
        </div>
        <div style={{ display: "flex", fontSize: 36, lineHeight: 1.3, color: "#666158" }}>{text}</div>
      </div>
      <div style={{ display: "flex", gap: 40, fontSize: 30, color: "#14645a" }}>
        {facts.map((fact) => (
          <div key={fact} style={{ display: "flex" }}>
            {fact}
          </div>
        ))}
      </div>
    </div>
  );
}
