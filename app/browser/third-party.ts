import { AD_CHECK_DELAY_MS } from '#domain/limits.ts'
import { element } from './element.ts'

/** Third-party scripts that the operator has configured. They are loaded after the page. */
export function startThirdParty(): void {
  const { scripts, adScript } = document.documentElement.dataset
  if (scripts) setTimeout(() => scripts.split(' ').forEach(loadScript), 0)
  if (!adScript) return
  let timer: ReturnType<typeof setTimeout>
  addEventListener('pageshown', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void placeAds(adScript), AD_CHECK_DELAY_MS)
  })
}

/**
 * Adds ad slots below the content of a page that has enough content of its own; other pages get none and reserve no
 * height. The script of the ad network finds them by `data-ad-slot`.
 */
async function placeAds(script: string): Promise<void> {
  const [{ readPageText }, { adEligibility }] = await Promise.all([
    import('./page-text.ts'),
    import('#domain/ad-eligibility.ts'),
  ])
  const main = document.querySelector('main')
  const { content, banner } = adEligibility(readPageText())
  if (!main || !content || main.querySelector('.ad-slots')) return
  const slots = ['content', ...(banner ? ['banner'] : [])].map((name) => element('div', { 'data-ad-slot': name }))
  main.append(element('aside', { class: 'ad-slots', 'aria-label': 'Advertisement' }, ...slots))
  loadScript(script)
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
