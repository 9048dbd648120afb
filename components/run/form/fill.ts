/** Puts values in the places that a label prepared on the server has left open, `{name}`. */
export function fill(label: string, values: Readonly<Record<string, string | number>>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
