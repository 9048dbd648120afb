/** Operations that a page's form and a program can call alike. */

/**
 * The body of such an operation: the same members as a form or as JSON, each a text; those that are `required` first.
 */
export function formBody(required: Record<string, string>, optional: Record<string, string> = {}) {
  const schema = {
    type: "object" as const,
    required: Object.keys(required),
    properties: Object.fromEntries(
      Object.entries({ ...required, ...optional }).map(([name, description]) => [
        name,
        { type: "string" as const, description },
      ]),
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
