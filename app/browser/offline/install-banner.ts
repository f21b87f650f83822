import { canInstall, install, isInstalled, onInstallPromptChange } from './install-prompt.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { offer, offerButton, type Banner, type BannerContext } from '#app/browser/banners/banner.ts'
import { isPaused, pause } from '#app/browser/banners/invitation-pause.ts'

const INTO_TRAY = 'M12 3.5v11M7.5 10l4.5 4.5 4.5-4.5M4 16v4h16v-4'
const NAME = 'install'

/**
 * The banner that offers to install the site, where the browser supports that. Not shown when the site is installed, or
 * for some time after the visitor has closed the banner.
 * Source: docs/behaviour/offline.md#install-banner.
 */
export function installBanner({ site, onChange }: BannerContext): Banner {
  let isClosed = isInstalled() || isPaused(NAME)
  const close = () => {
    pause(NAME)
    isClosed = true
    onChange()
  }
  const banner = offer({
    icon: INTO_TRAY,
    title: BANNERS.install(site.name),
    text: BANNERS.installReason,
    action: offerButton(BANNERS.installNow, () => void install().then(close)),
    onClose: close,
  })
  onInstallPromptChange(onChange)
  return () => (navigator.onLine && canInstall() && !isClosed ? banner : null)
}
