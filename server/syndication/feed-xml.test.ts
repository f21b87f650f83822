import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { jobs } from '#domain/content/kinds/jobs.ts'
import { feedXml, type FeedFormat } from './feed-xml.ts'
import { plainText } from './plain-text.ts'

const site = { name: 'Suchana & Co', url: 'https://suchana.example' }
const changedAt = '2026-11-21T04:05:00.5+00:00'
const job: NoticeFacts = {
  table: 'jobs',
  id: 7,
  slug: 'ssc-cgl',
  title: 'SSC CGL',
  status: 'Date Extend',
  organization: 'Staff Selection Commission',
  created_at: '2026-11-01T00:00:00+00:00',
  posted_at: '2026-11-20T04:05:00+00:00',
  updated_at: changedAt,
  apply_end_date: '2026-11-24',
}
const write = (format: FeedFormat, notices: NoticeFacts[], kind: typeof jobs | null = jobs) =>
  feedXml(site, { format, kind, notices, changedAt: notices.length > 0 ? changedAt : null })

/** Texts of an element after parsing; none when the XML is invalid. */
async function readTexts(xml: string, element: string): Promise<string[]> {
  const { normalized } = await validateXML({ xml, normalization: 'c14n' })
  const found = normalized.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))
  return Array.from(found, ([, text = '']) => unescapeOnce(text))
}
function unescapeOnce(text: string): string {
  const meanings: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" }
  return text.replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => meanings[entity] ?? entity)
}

test('an RSS item contains title, link, guid, date, summary and category', () => {
  expect(write('rss', [job])).toContain(`<item>
            <title><![CDATA[SSC CGL]]></title>
            <link>https://suchana.example/jobs/ssc-cgl</link>
            <guid isPermaLink="false">tag:suchana.example,2026:jobs/7</guid>
            <pubDate>Fri, 20 Nov 2026 04:05:00 GMT</pubDate>
            <description><![CDATA[Staff Selection Commission · Last date: 24-11-2026 · Date Extend]]></description>
            <category>Latest Jobs</category>
        </item>`)
})

test('an Atom entry contains title, id, link, dates, summary and category', () => {
  expect(write('atom', [job])).toContain(`<entry>
        <title type="html"><![CDATA[SSC CGL]]></title>
        <id>tag:suchana.example,2026:jobs/7</id>
        <link href="https://suchana.example/jobs/ssc-cgl"/>
        <updated>2026-11-21T04:05:00.500Z</updated>
        <summary type="html"><![CDATA[Staff Selection Commission · Last date: 24-11-2026 · Date Extend]]></summary>
        <category label="Latest Jobs" term="jobs"/>
        <published>2026-11-20T04:05:00.000Z</published>
    </entry>`)
})

test.each(['rss', 'atom'] as const)('the addresses of a filtered feed in %s are escaped once', async (format) => {
  const filtered = { list: '/jobs?state=goa&fee=free', title: 'Jobs' }
  const xml = feedXml(site, { format, kind: jobs, notices: [job], changedAt, filtered })
  await expect(validateXML({ xml, normalization: 'c14n' })).resolves.toMatchObject({ valid: true })
  expect(xml).toContain('https://suchana.example/jobs?state=goa&amp;fee=free')
  expect(xml).toContain(`https://suchana.example/jobs/${format}.xml?state=goa&amp;fee=free`)
  expect(xml).not.toContain('&amp;amp;')
})

test('a feed contains its language, title, own address and time of the last change', async () => {
  const xml = write('rss', [job])
  expect(await readTexts(xml, 'language')).toEqual(['en-IN'])
  expect(await readTexts(xml, 'title')).toEqual(['Latest Jobs | Suchana & Co', 'SSC CGL'])
  expect(await readTexts(xml, 'lastBuildDate')).toEqual(['Sat, 21 Nov 2026 04:05:00 GMT'])
  expect(xml).toContain(
    '<atom:link href="https://suchana.example/jobs/rss.xml" rel="self" type="application/rss+xml"/>',
  )
  const all = write('atom', [job], null)
  expect(await readTexts(all, 'title')).toEqual(['All notices | Suchana & Co', 'SSC CGL'])
  expect(all).toContain('<link rel="self" href="https://suchana.example/atom.xml"/>')
})

test('the id of an entry does not change with its title, address or dates', async () => {
  const changed = { ...job, title: 'Other', slug: 'other', posted_at: changedAt, status: null }
  for (const [format, element] of [
    ['rss', 'guid'],
    ['atom', 'id'],
  ] as const) {
    expect(await readTexts(write(format, [changed]), element)).toEqual(await readTexts(write(format, [job]), element))
  }
})

test('a feed without notices has a constant text', async () => {
  expect(write('rss', [])).toBe(write('rss', []))
  expect(await readTexts(write('atom', []), 'updated')).toEqual(['1970-01-01T00:00:00.000Z'])
})

describe('arbitrary texts', () => {
  const typed = [
    `& < > " ' ]]>`,
    ']]>',
    'a]]>b]]>c]]]>]]>',
    ']]]]><![CDATA[>',
    '<script>alert(1)</script>',
    '<![CDATA[x',
    '<!-- x -->',
    '&amp; &lt; &#38; &nbsp; &unknown;',
    '&amp;amp;',
    '%00 \\ {{x}} ${x}',
    'यूपी पुलिस – “परिणाम”',
    '👩‍🚀🇮🇳',
    'a\u0000b\u0008c\u000bd\u001fe\u0085\u2028f\ufffe',
    ...fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { numRuns: 200, seed: 7 }),
    ...fc.sample(fc.string({ unit: fc.constantFrom(...Array.from(`]>&<![CDATA"'`)), minLength: 1 }), {
      numRuns: 200,
      seed: 7,
    }),
  ].filter((text) => plainText(text) !== '')
  const notices = typed.map((text, id) => ({ ...job, id, title: text, organization: text, apply_end_date: null }))
  const plain = typed.map(plainText)

  test('arbitrary texts are preserved in RSS, where titles are text and summaries are HTML', async () => {
    const xml = write('rss', notices)
    expect((await readTexts(xml, 'title')).slice(1)).toEqual(plain)
    const summaries = (await readTexts(xml, 'description')).slice(1).map(unescapeOnce)
    expect(summaries).toEqual(typed.map((text) => plainText(`${text} · Date Extend`)))
  })

  test('arbitrary texts are preserved in Atom, where titles and summaries are HTML', async () => {
    const xml = write('atom', notices)
    expect((await readTexts(xml, 'title')).slice(1).map(unescapeOnce)).toEqual(plain)
    const summaries = (await readTexts(xml, 'summary')).map(unescapeOnce)
    expect(summaries).toEqual(typed.map((text) => plainText(`${text} · Date Extend`)))
  })
})
