/** @returns the endpoint at which this browser gets notifications of the site, or null when it does not */
export async function endpointOfThisBrowser(): Promise<string | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  return subscription?.endpoint ?? null
}
