import { clearOtherVersion } from '#app/browser/app-version.ts'
import { element } from '#app/browser/element.ts'
import { holdInstallPrompt } from '#app/browser/held-install-prompt.ts'
import { refreshSubscription } from '#app/browser/push-subscription.ts'
import { registerServiceWorker, storePage } from '#app/browser/service-worker.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import type { Banner, BannerSite } from './banner.ts'
import './banners.css'
import { installBanner } from './install-banner.ts'
import { offlineBanner } from './offline-banner.ts'
import { pushInvitation } from './push-invitation.ts'
import { updateBanner } from './update-banner.ts'
import { watchActions } from './watch-actions.ts'

/** In the order in which they stand. The stylesheet shows one offer at a time: the first. */
const KINDS = [offlineBanner, updateBanner, pushInvitation, installBanner]

let isStarted = false

/**
 * What makes the site an app: banners, service worker, version marker. To be loaded once the page is idle; a second call
 * does nothing. From then on it follows `pageshown` events of the window, one for each page that is shown.
 */
export function startBanners(site: BannerSite): void {
  if (isStarted) return
  isStarted = true
  holdInstallPrompt()
  const container = element('div', { class: 'banners', 'aria-live': 'polite' })
  document.body.append(container)
  const registration = clearOtherVersion().then(registerServiceWorker)
  const banners: Banner[] = []
  const onChange = () => place(container, banners)
  for (const kind of KINDS) banners.push(kind({ site, registration, onChange }))
  for (const event of ['online', 'offline', 'pageshown']) addEventListener(event, onChange)
  onChange()
  watchActions()
  void registration.then((found) => found && followPages(site))
}

/** Elements that are shown already stay where they are, with their focus. */
function place(container: Element, banners: Banner[]): void {
  const shown = banners.map((banner) => banner()).filter((banner) => banner !== null)
  for (const child of container.querySelectorAll('.banner')) if (!shown.includes(child)) child.remove()
  shown.forEach((banner, position) => {
    const other = container.children[position]
    if (other !== banner) container.insertBefore(banner, other ?? null)
  })
}

/** Every page that is visited can be read offline, however the visitor came to it. */
function followPages(site: BannerSite): void {
  const storeShown = () => {
    const path = location.pathname + location.search
    void whenIdle().then(() => storePage(path))
  }
  addEventListener('pageshown', storeShown)
  storeShown()
  refreshSubscription(site).catch((error: unknown) => console.info('No push subscription', error))
}
