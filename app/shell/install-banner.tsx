import { useState, useSyncExternalStore } from 'react'
import { canInstall, followInstallPrompt, install, isInstalled } from '#app/browser/install-prompt.ts'
import { useSite } from '#app/data/use-site.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { Banner } from './banner.tsx'
import { isPaused, pause } from './invitation-pause.ts'

const INTO_TRAY = 'M12 3.5v11M7.5 10l4.5 4.5 4.5-4.5M4 16v4h16v-4'
const NAME = 'install'

/** Only where the browser offers to install, and not to those who have or who said no. Source: specification, section 4. */
export function InstallBanner() {
  const { site } = useSite()
  const isOffered = useSyncExternalStore(followInstallPrompt, canInstall, () => false)
  const [isClosed, setIsClosed] = useState(() => isInstalled() || isPaused(NAME))

  if (!isOffered || isClosed) return null
  const close = () => {
    pause(NAME)
    setIsClosed(true)
  }
  return (
    <Banner drawing={INTO_TRAY} title={BANNERS.install(site.name)} text={BANNERS.installReason} onClose={close}>
      <button type="button" className="button primary" onClick={() => void install().then(close)}>
        {BANNERS.installNow}
      </button>
    </Banner>
  )
}
