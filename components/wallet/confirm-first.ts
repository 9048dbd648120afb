/** Pressed in a form around it, this keeps what is written there and leads to where its person confirms who they are. */
export const CONFIRM_FIRST = { name: "then", value: "confirm" } as const;
