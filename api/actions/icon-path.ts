/** The picture of every action: a client shows none without it. */
export const ICON_PATH = "/icon-512.png";
