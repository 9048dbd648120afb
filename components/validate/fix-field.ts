/** Which button of the form was pressed: one fix by its id, all of them, or everything that is proposed. */
export const FIX_FIELD = "fix";
export const EVERY_FIX = "all";
export const PROPOSAL = "proposal";
