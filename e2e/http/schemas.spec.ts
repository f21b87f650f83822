import { expect, test } from '@playwright/test'
import { validationErrors, type Schema } from './xml.ts'

/** For each schema: a valid document, and changes that make it invalid. Proves that the schemas find errors. */
const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://suchana.example/</loc><lastmod>2026-11-21T04:05:00.000Z</lastmod></url></urlset>`
const index = sitemap.replaceAll('urlset', 'sitemapindex').replaceAll('url>', 'sitemap>')
const rss = `<rss version="2.0"><channel><title>A</title><link>https://suchana.example/</link><description/>
  <language>en-IN</language><lastBuildDate>Sat, 21 Nov 2026 04:05:00 GMT</lastBuildDate>
  <item><title>B</title><link>https://suchana.example/jobs/b</link><guid isPermaLink="false">b</guid></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><id>tag:a</id><title>A</title><updated>2026-11-21T04:05:00Z</updated>
  <author><name>A</name></author><entry><id>tag:b</id><title type="html">B</title><link href="https://suchana.example/b"/>
  <updated>2026-11-21T04:05:00Z</updated></entry></feed>`

const cases: [schema: Schema, accepted: string, changes: [from: string, to: string][]][] = [
  [
    'sitemap.xsd',
    sitemap,
    [
      ['<loc>https://suchana.example/</loc>', ''],
      ['2026-11-21T04:05:00.000Z', '21-11-2026'],
      ['<loc>', '<unknown/><loc>'],
      ['0.9', '0.8'],
    ],
  ],
  [
    'siteindex.xsd',
    index,
    [
      ['<loc>https://suchana.example/</loc>', ''],
      ['2026-11-21T04:05:00.000Z', 'today'],
    ],
  ],
  [
    'rss.rng',
    rss,
    [
      ['<link>https://suchana.example/</link>', ''],
      ['<title>B</title>', ''],
      ['Sat, 21 Nov 2026 04:05:00 GMT', '2026-11-21T04:05:00Z'],
      ['<link>https://suchana.example/jobs/b</link>', '<link>/jobs/b</link>'],
      ['"false"', '"maybe"'],
      ['en-IN', 'English (India)'],
      ['version="2.0"', ''],
    ],
  ],
  [
    'atom.rng',
    atom,
    [
      ['<author><name>A</name></author>', ''],
      ['<id>tag:b</id>', ''],
      ['<link href="https://suchana.example/b"/>', ''],
      ['2026-11-21T04:05:00Z', 'Sat, 21 Nov 2026 04:05:00 GMT'],
      ['type="html"', 'type="markdown"'],
      ['<title>A</title>', '<title>A</title><title>A</title>'],
    ],
  ],
]

for (const [schema, accepted, changes] of cases) {
  test(`${schema} accepts a valid document and rejects invalid ones`, async () => {
    expect(await validationErrors(accepted, schema)).toEqual([])
    for (const [from, to] of [...changes, ['</', '<'], ['</', '\u0001</']] as const) {
      expect(accepted).toContain(from)
      expect(await validationErrors(accepted.replace(from, to), schema), from).not.toEqual([])
    }
  })
}
