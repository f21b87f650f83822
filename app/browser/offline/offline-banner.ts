import { drawing, element } from '#app/browser/element.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import type { Banner } from '#app/browser/banners/banner.ts'
import { savedDayLine } from './saved-day.ts'

const NO_WAVES =
  'M3.5 3.5l17 17M5 12.5a10 10 0 0 1 5-2.7M8.5 16a5 5 0 0 1 6-.6M2.5 9A15 15 0 0 1 7 6.2M11 5.1A15 15 0 0 1 21.5 9M15 10.2a10 10 0 0 1 4 2.3M12 19.5v.1'

/**
 * The banner that is shown while the device is offline. For a page that was not rendered today it names the day of the
 * page, because texts such as 'days left' are outdated.
 */
export function offlineBanner(): Banner {
  const dayLine = element('p')
  const strip = element(
    'div',
    { class: 'banner strip' },
    drawing(NO_WAVES),
    element('div', {}, element('p', {}, BANNERS.offline), dayLine),
  )
  const updateDay = () => {
    dayLine.textContent = ''
    if (!navigator.onLine) void showDay(dayLine)
  }
  addEventListener('offline', updateDay)
  addEventListener('pageshown', updateDay)
  updateDay()
  return () => (navigator.onLine ? null : strip)
}

async function showDay(line: HTMLElement): Promise<void> {
  const { href } = location
  try {
    const text = await savedDayLine(Date.now())
    if (location.href === href) line.textContent = text
  } catch (error) {
    console.info('The age of this page is unknown', error)
  }
}
