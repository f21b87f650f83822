/**
 * Has the browser request a page while the worker starts, except in Firefox: there a preload that fails shows the browser's own
 * error page although the worker responds with a saved copy, and one that the worker does not wait for never settles. The
 * setting outlives the worker that made it. Source: github.com/GoogleChrome/workbox/issues/3134
 *
 * @param preload undefined in browsers that have no preload
 */
export async function preloadNavigations(
  preload: Pick<NavigationPreloadManager, 'enable' | 'disable'> | undefined,
): Promise<void> {
  await (navigator.userAgent.includes('Firefox') ? preload?.disable() : preload?.enable())
}
