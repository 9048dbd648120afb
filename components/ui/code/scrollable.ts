/**
 * For boxes that scroll sideways: they must be reachable with the keyboard, or their end cannot be read without
 * a mouse.
 */
export const SCROLLABLE = { tabIndex: 0 } as const;
