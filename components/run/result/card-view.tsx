import type { Card } from "@/components/run/result/card";

const MAX_DEPTH = 4;
const MAX_ENTRIES = 50;
const MAX_CHARACTERS = 500;

/** A card drawn from its data alone: members as a list of terms, items as a list. Nothing of it is markup or code. */
export default function CardView({ card }: { card: Card }) {
  return (
    <article className="rounded-1 border border-edge bg-surface p-4 text-14" data-testid="run-card">
      {card.title !== null && <h4 className="mb-2 text-15 font-semibold">{card.title}</h4>}
      <Value value={card.data} depth={0} />
    </article>
  );
}

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value !== "object" || value === null) return <span>{plainText(value)}</span>;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  if (depth >= MAX_DEPTH) return <code className="font-mono text-12">{shorten(JSON.stringify(value))}</code>;
  if (Array.isArray(value)) {
    return (
      <ul className="list-disc ps-5">
        {entries.map(([key, item]) => (
          <li key={key}>
            <Value value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {entries.map(([name, member]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{shorten(name)}</dt>
          <dd className="m-0 min-w-0 break-words">
            <Value value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return shorten(typeof value === "string" ? value : JSON.stringify(value));
}

const shorten = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);
