import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { createDocumentWriter } from './document.tsx'
import { SiteHeader } from './site-header.tsx'

const site = {
  name: 'Suchana',
  url: 'https://suchana.example',
  host: 'suchana.example',
  scriptUrls: [],
  adScriptUrl: null,
  publishableKey: 'key',
} as Partial<SiteSettings>
const writer = createDocumentWriter({ site: site as SiteSettings, script: '/main.js' })

function documentAt(path: string, main: string[] = []): string {
  const url = new URL(path, 'https://suchana.example')
  const parts = {
    meta: { title: 'Search', description: '' },
    styles: 'search',
    main,
    tags: [],
    status: 200,
  } as const
  return Buffer.from(writer.write({ url, today: '2026-11-20' }, parts)).toString()
}

function headerAt(path: string): string | undefined {
  const html = documentAt(path)
  return /<header class="site-header">[^]*?<\/header>/.exec(html)?.[0]
}

test.each(['ssc', `"><script>'&amp;`, 'रेलवे $& $1', '\0text\0', '0'])(
  'the header has the text of a search: %j',
  (text) => {
    const expected = (searchText: string) =>
      renderToStaticMarkup(
        <SiteHeader siteName="Suchana" host="suchana.example" currentPath="" searchText={searchText} />,
      )
    expect(headerAt(`/search?q=${encodeURIComponent(text)}`)).toBe(expected(text.replaceAll('\0', '')))
    expect(headerAt('/jobs/x')).toBe(expected(''))
  },
)

test('the pieces of a page follow each other in its main element', () => {
  expect(documentAt('/jobs', ['<p>Café ', 'पुलिस', '</p>'])).toMatch(/<main [^>]*><p>Café पुलिस<\/p><\/main>/)
})
