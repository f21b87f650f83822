import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OfflinePage } from './offline-page.tsx'

test('the offline page contains the elements that the service worker changes', () => {
  const html = renderToStaticMarkup(<OfflinePage siteName="Suchana & Co" />)
  expect(html).toContain('<div data-variant="offline"><h1>You&#x27;re offline</h1>')
  expect(html).toContain('<div data-variant="unreachable" hidden=""><h1>Suchana &amp; Co cannot be reached</h1>')
  expect(html).toContain('<ul class="saved-pages"></ul>')
  expect(html).toContain('data-retry')
})
