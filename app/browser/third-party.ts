import { AD_CHECK_DELAY_MS } from '#domain/limits.ts'
import { withChunkLimit } from './chunk-limit.ts'
import { savesData } from './save-data.ts'

/** Third-party scripts that the operator has configured. They are loaded when the page is idle. */
export function startThirdParty(): void {
  document.documentElement.dataset['scripts']?.split(' ').forEach(loadScript)
  let timer: ReturnType<typeof setTimeout>
  const checkLater = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void checkPage(), AD_CHECK_DELAY_MS)
  }
  addEventListener('pageshown', () => {
    closeSlotsBehind()
    checkLater()
  })
  checkLater()
}

/** Closes the slots of pages behind the one on screen, so that no advertisement is loaded there. A page that is shown again is rated again. */
function closeSlotsBehind(): void {
  for (const slot of document.querySelectorAll('main[aria-hidden] [data-ad-slot]')) slot.removeAttribute('data-ad-slot')
}

/**
 * Rates the page. If that opens slots, loads the script of the ad network, which finds them by `data-ad-slot`; once it
 * is loaded, it learns of the slots of further pages by the event `ad-slots`.
 */
async function checkPage(): Promise<void> {
  const { adScript } = document.documentElement.dataset
  if (!adScript && savesData()) return
  try {
    const { rateForAds } = await withChunkLimit(import('./ads.ts'))
    if (!rateForAds() || !adScript) return
    loadScript(adScript)
    document.dispatchEvent(new Event('ad-slots'))
  } catch (error) {
    console.info('The page could not be rated for advertising', error)
  }
}

/**
 * Adds a third-party script to the page. A script that fails to load is only logged.
 * Source: docs/behaviour/public-pages.md#scripts-of-others.
 */
function loadScript(address: string): void {
  if (document.querySelector(`script[src="${CSS.escape(address)}"]`)) return
  const script = Object.assign(document.createElement('script'), { src: address, async: true })
  script.onerror = () => console.info(`A script could not be loaded: ${address}`)
  document.head.append(script)
}
