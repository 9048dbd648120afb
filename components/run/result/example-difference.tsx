import type { RunLabels } from "@/components/run/run-labels";
import { listDifferences } from "@/components/run/result/list-differences";

interface ExampleDifferenceProps {
  declared: unknown;
  here: unknown;
  labels: RunLabels;
}

/** Whether a run of an example's input gave what its author declared, and each place where it did not. */
export function ExampleDifference({ declared, here, labels }: ExampleDifferenceProps) {
  const differences = listDifferences(declared, here);
  if (differences.length === 0)
    return (
      <p className="mt-2 text-13 text-accent" data-testid="example-same">
        {labels.exampleSame}
      </p>
    );
  return (
    <table className="mt-2 w-full table-fixed text-start text-13" data-testid="example-difference">
      <caption className="pb-1 text-start text-ink-2">{labels.exampleDiffers}</caption>
      <thead className="text-12 text-ink-3">
        <tr>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differencePlace}
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differenceDeclared}
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differenceHere}
          </th>
        </tr>
      </thead>
      <tbody className="font-mono text-12 wrap-anywhere">
        {differences.map(({ path, ...sides }) => (
          <tr key={path} className="border-t border-line align-top">
            <th scope="row" className="py-1 pe-2 text-start font-normal">
              {path || "·"}
            </th>
            <td className="py-1 pe-2">{shorten(sides.declared)}</td>
            <td className="py-1">{shorten(sides.here)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_CHARACTERS = 200;

/** A side without a value shows a dash. */
function shorten(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? "–";
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
