/** Operations that a page's form and a program can call alike. */

/** The body of such an operation: the same members as a form or as JSON, each a text. */
export function formBody(members: Record<string, string>) {
  const schema = {
    type: "object" as const,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, description]) => [name, { type: "string" as const, description }]),
    ),
  };
  return {
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
    },
  };
}

export const FORM_ANSWER = {
  303: { description: "For a form: the page that shows how it went, also when it failed." },
};
