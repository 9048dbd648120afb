/**
 * What was wrong with a field, as a link that leads to it: people who fill forms by keyboard or voice need not look
 * for it.
 */
export function ToField({ id, children }: { id: string; children: string }) {
  return (
    <a className="link" href={`#${id}`}>
      {children}
    </a>
  );
}
