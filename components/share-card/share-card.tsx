import { MARKS } from "@/components/marks/logo";
import { scallopPath } from "@/components/marks/geometry";

export const SHARE_CARD = { width: 1200, height: 630 } as const;

/** Colours of the light theme, as a picture has no theme. */
const PAPER = "#f7f4ec";
const INK = "#1c1914";
const INK_2 = "#47433c";
const INK_3 = "#666158";
const ACCENT = "#14645a";
const CAUTION = "#815616";

const DISC = scallopPath({ centre: 14, radius: 13.65, lobes: 16, depth: 1.7 });
const LETTER = "M9.4 8v12M9.4 8.7h9.6M9.4 14h6.8M9.4 19.3h9.6";

export type CardMark = keyof typeof MARKS;

export interface CardContent {
  /** Path data of a skill's sign (components/marks/skill-sign.ts); null of what has none. */
  sign: string | null;
  /** The picture of its own icon, as a data address, in place of the sign. */
  icon?: string | undefined;
  title: string;
  /** Who or what it belongs to, beside the market's name. */
  of: string;
  text: string;
  /** What goes in and comes out; "" where that is not known. */
  line: string;
  /** Short facts at the foot. */
  facts: readonly { mark?: CardMark; text: string }[];
}

const COLOURS: Partial<Record<CardMark, string>> = {
  audited: ACCENT,
  verified: ACCENT,
  optimistic: CAUTION,
};

/** The picture other sites show beside a link: whose it is, its sign and name, what it does, its facts. */
export function ShareCard({ card, fontFamily }: { card: CardContent; fontFamily: string }) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: 64,
        background: PAPER,
        color: INK,
        fontFamily,
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 18, fontSize: 34, color: INK_3 }}>
        <svg width="56" height="56" viewBox="0 0 28 28">
          <path d={DISC} fill={ACCENT} />
          <path d={LETTER} stroke="#fcfaf4" strokeWidth="2" fill="none" />
        </svg>
        <div style={{ display: "flex", color: INK }}>Emporion</div>
        <div style={{ display: "flex" }}>{card.of}</div>
      </div>
      <div style={{ display: "flex", alignItems: "center", gap: 48 }}>
        {card.icon === undefined ? null : <img alt="" width={196} height={196} src={card.icon} />}
        {card.sign === null || card.icon !== undefined ? null : (
          <svg width="196" height="196" viewBox="0 0 24 24">
            <path
              d={card.sign}
              fill="none"
              stroke={INK}
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        )}
        <div style={{ display: "flex", flexDirection: "column", flex: 1, gap: 20 }}>
          <div
            style={{
              display: "flex",
              fontSize: card.title.length > 16 ? 60 : 80,
              lineHeight: 1.08,
              wordBreak: "break-word",
            }}
          >
            {card.title}
          </div>
          <div style={{ display: "flex", fontSize: 32, lineHeight: 1.35, color: INK_2 }}>{card.text}</div>
          <div style={{ display: "flex", fontSize: 30, lineHeight: 1.35 }}>{card.line}</div>
        </div>
      </div>
      <div
        style={{
          display: "flex",
          alignItems: "center",
          gap: 44,
          paddingTop: 24,
          borderTop: `2px solid ${INK}`,
          fontSize: 32,
        }}
      >
        {card.facts.map(({ mark, text }) => (
          <div key={text} style={{ display: "flex", alignItems: "center", gap: 14 }}>
            {mark === undefined ? null : <img alt="" width={38} height={38} src={markPicture(mark)} />}
            {text}
          </div>
        ))}
      </div>
    </div>
  );
}

/** One of the six marks as a picture of its own, in the colour of its state. */
function markPicture(mark: CardMark): string {
  const drawing = MARKS[mark]
    .replaceAll("currentColor", COLOURS[mark] ?? INK_3)
    .replaceAll("var(--paper)", PAPER);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="76" height="76" viewBox="0 0 20 20">${drawing}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
