/** InstallEvent of the Service Workers standard, with the method that not all browsers have; TypeScript lacks it. */
interface RoutingEvent {
  addRoutes?: (rules: { condition: { requestMethod: string }; source: 'network' }) => Promise<void>
}

/**
 * Lets the browser send posted requests without the worker, which would leave them to the browser anyway. Otherwise
 * Chromium may lose a page view that is sent while the page is left, because the worker is asked about it only then.
 * Source: Service Workers, InstallEvent.addRoutes.
 */
export function bypassWorker(event: ExtendableEvent & RoutingEvent): void {
  void event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' })
}
