import { clearOtherVersion } from '#app/browser/offline/app-version.ts'
import { element } from '#app/browser/element.ts'
import { deferInstallPrompt } from '#app/browser/offline/install-prompt-event.ts'
import { refreshSubscription } from '#app/push/push-subscription.ts'
import { registerWithRetries, storePage } from '#app/browser/offline/service-worker.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import type { Banner, BannerSite } from './banner.ts'
import './banners.css'
import { installBanner } from '#app/browser/offline/install-banner.ts'
import { offlineBanner } from '#app/browser/offline/offline-banner.ts'
import { pushInvitation } from '#app/push/push-invitation.ts'
import { updateBanner } from '#app/browser/offline/update-banner.ts'
import { watchActions } from '#app/push/watch-actions.ts'

/** In the order in which they are shown. The stylesheet shows only the first offer. */
const KINDS = [offlineBanner, updateBanner, pushInvitation, installBanner]

let isStarted = false

/**
 * Starts what makes the site an app: banners, service worker and version marker. Load it when the page is idle; a second call has no
 * effect. It handles the `pageshown` event of the window, which is dispatched for every page that is shown.
 */
export function startBanners(site: BannerSite): void {
  if (isStarted) return
  isStarted = true
  deferInstallPrompt()
  const container = element('div', { class: 'banners', 'aria-live': 'polite' })
  document.body.append(container)
  // With large text they are higher than the space that style sheets reserve for them.
  new ResizeObserver(() => {
    if (container.firstElementChild)
      document.documentElement.style.setProperty('--banners', `${container.offsetHeight}px`)
  }).observe(container)
  const registration = clearOtherVersion().then(registerWithRetries)
  const banners: Banner[] = []
  const onChange = () => updateContainer(container, banners)
  for (const kind of KINDS) banners.push(kind({ site, registration, onChange }))
  for (const event of ['online', 'offline', 'pageshown']) addEventListener(event, onChange)
  onChange()
  watchActions()
  void registration.then((found) => found && followPages(site))
}

/** Updates the container without moving elements that are already in it, so that the focus is preserved. */
function updateContainer(container: Element, banners: Banner[]): void {
  const shown = banners.map((banner) => banner()).filter((banner) => banner !== null)
  for (const child of container.querySelectorAll('.banner')) if (!shown.includes(child)) child.remove()
  shown.forEach((banner, position) => {
    const other = container.children[position]
    if (other !== banner) container.insertBefore(banner, other ?? null)
  })
}

/** Saves every visited page for reading offline, also those that did not pass through the service worker. */
function followPages(site: BannerSite): void {
  const storeShown = () => {
    const path = location.pathname + location.search
    void whenIdle().then(() => storePage(path))
  }
  addEventListener('pageshown', storeShown)
  storeShown()
  refreshSubscription(site.readPushKeys).catch((error: unknown) => console.info('No push subscription', error))
}
