import { useSyncExternalStore } from "react";

/**
 * False on the server and until this page's scripts run: a control that only they can serve stays disabled until then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, onClient, onServer);
}

const subscribeToNothing = () => () => {};
const onClient = () => true;
const onServer = () => false;
