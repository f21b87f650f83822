/**
 * Without a network pages come from the service worker: it has them whole, or says that it has not. Data alone would be
 * an empty page.
 *
 * @param error with which a fetch of data failed, if one has
 */
export function isReadOffline(error?: unknown): boolean {
  const isAway = error === undefined ? !navigator.onLine : error instanceof TypeError
  return isAway && Boolean(navigator.serviceWorker?.controller)
}
