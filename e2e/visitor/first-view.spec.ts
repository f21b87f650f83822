import { expect, test } from './browser-test.ts'

test('the script is requested after the document has been parsed, in a task of its own before the load event', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const events: string[] = []
    Object.assign(window, { events })
    new MutationObserver(() => {
      const isRequested = document.querySelector('link[rel=modulepreload]') !== null
      if (isRequested && !events.includes('requested')) events.push('requested')
    }).observe(document, { childList: true, subtree: true })
    // Added while the event is dispatched, so this is the last of its listeners.
    document.addEventListener('DOMContentLoaded', () =>
      addEventListener('DOMContentLoaded', () => events.push('parsed')),
    )
    addEventListener('load', () => events.push('loaded'))
  })
  for (const path of ['/', '/jobs', '/search?q=ssc']) {
    await page.goto(path)
    expect(await page.evaluate('events'), path).toEqual(['parsed', 'requested', 'loaded'])
  }
})
