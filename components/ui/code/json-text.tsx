import { JsonSource } from "@/components/ui/code/coloured-code";
import { printJson } from "@/components/ui/code/print-json";

/** A value as indented JSON, coloured. */
export function JsonText({ value }: { value: unknown }) {
  return <JsonSource text={printJson(value)} />;
}
