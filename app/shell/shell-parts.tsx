import { useEffect, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { clearOtherVersion } from '#app/browser/app-version.ts'
import { keepSubscribed } from '#app/browser/push-subscription.ts'
import { keepPage, startServiceWorker } from '#app/browser/service-worker.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { useSite } from '#app/data/use-site.ts'
import { InstallBanner } from './install-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PushInvitation } from './push-invitation.tsx'
import { UpdateBanner } from './update-banner.tsx'
import { useOnline } from './use-online.ts'

/** Loaded after everything that a reader waits for. */
export function ShellParts() {
  const registration = useServiceWorker()
  const isOnline = useOnline()
  useKeptPages(registration)
  useFreshDataOnline(isOnline)
  useKeptSubscription(registration)
  const isForVisitors = !useLocation().pathname.startsWith('/admin')

  return (
    <div className="banners" aria-live="polite">
      {!isOnline && <OfflineBanner />}
      <UpdateBanner registration={registration} />
      {isOnline && isForVisitors && <PushInvitation />}
      {isOnline && <InstallBanner />}
    </div>
  )
}

function useServiceWorker(): ServiceWorkerRegistration | null {
  const [registration, setRegistration] = useState<ServiceWorkerRegistration | null>(null)
  useEffect(() => {
    void clearOtherVersion().then(startServiceWorker).then(setRegistration)
  }, [])
  return registration
}

/** Every page that is visited can be read offline, however the visitor came to it. */
function useKeptPages(registration: ServiceWorkerRegistration | null): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (registration) void whenIdle().then(() => keepPage(pathname + location.search))
  }, [registration, pathname])
}

/** Browsers exchange push subscriptions, and not all of them tell the service worker. */
function useKeptSubscription(registration: ServiceWorkerRegistration | null): void {
  const { site } = useSite()
  useEffect(() => {
    if (registration) keepSubscribed(site).catch((error: unknown) => console.info('No push subscription', error))
  }, [registration, site])
}

/** What was read offline may be old: it is asked for again as soon as there is a network. */
function useFreshDataOnline(isOnline: boolean): void {
  const { revalidate } = useRevalidator()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  useEffect(() => {
    if (isOnline && wasOffline) void revalidate().then(() => setWasOffline(false))
  }, [isOnline, wasOffline, revalidate])
}
