import { expect, test } from 'vitest'
import { renderMarkdown as render } from './markdown.ts'

const siteUrl = 'https://suchana.example'
const renderMarkdown = (text: string) => render(text, { siteUrl })

test('Markdown headings, lists and tables are rendered as HTML', () => {
  const html = renderMarkdown('## Pattern\n\n- one\n- two\n\n| Paper | Marks |\n| --- | --- |\n| I | 200 |')
  expect(html).toContain('<h2>Pattern</h2>')
  expect(html).toContain('<li>one</li>')
  expect(html).toContain('<td>200</td>')
})

test('Hindi in Markdown is marked as Hindi, also in links', () =>
  expect(renderMarkdown('पुलिस [भर्ती](/jobs "सूचना") 2026').trim()).toBe(
    '<p><span lang="hi">पुलिस </span><a href="/jobs" title="सूचना"><span lang="hi">भर्ती</span></a> 2026</p>',
  ))

test('the alignment of a column is a class, because the attribute is obsolete', () => {
  const html = renderMarkdown('| Paper | Marks | Time |\n| :-- | --: | :-: |\n| I | 200 | <td align="left"> |')
  expect(html).toContain('<th class="align-left">Paper</th>')
  expect(html).toContain('<td class="align-right">200</td>')
  expect(html).toContain('<td class="align-center">&lt;td align=&quot;left&quot;&gt;</td>')
})

test('a table of which every row would be filled up to thousands of cells stays text', () => {
  const text = `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|a\n'.repeat(1_000)}`
  const html = renderMarkdown(text)
  expect(html).not.toContain('<table>')
  expect(html.length).toBeLessThan(2 * text.length)
})

test.each(['**a*', '_a__', '[a](/b) ', '> ', '+ '])('thousands of %j stay text', (sign) => {
  const text = sign.repeat(5_000).trim()
  expect(renderMarkdown(text)).toBe(`<p>${text.replaceAll('>', '&gt;')}</p>`)
})

test('ordinary texts are rendered however long they are', () => {
  const items = renderMarkdown('- **Post** of [SSC](https://ssc.gov.in)\n'.repeat(1_000))
  expect(items.match(/<li><strong>Post<\/strong> of <a /g)).toHaveLength(1_000)
  const rows = renderMarkdown(`| Post | Pay | Age |\n| --- | --- | --- |\n${'| Clerk | 21,700 | 27 |\n'.repeat(2_000)}`)
  expect(rows.match(/<tr>/g)).toHaveLength(2_001)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '[x](vbscript:alert(1))',
  '<javascript:alert(1)>',
])('the attack %s is escaped or removed', (attack) => {
  const html = renderMarkdown(attack)
  expect(html).not.toMatch(/<(script|img[^>]*onerror)|(href|src)="\s*(javascript|data|vbscript):/i)
  expect(html).not.toContain('<a href="javascript')
})

test.each([
  ['[x](https://ssc.gov.in/a?b=1&c=2)', '<a href="https://ssc.gov.in/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>'],
  ['[x](HTTP://SSC.GOV.IN "Title")', '<a href="HTTP://SSC.GOV.IN" title="Title" rel="noopener noreferrer">x</a>'],
  ['<https://ssc.gov.in>', '<a href="https://ssc.gov.in" rel="noopener noreferrer">https://ssc.gov.in</a>'],
  [
    '[**x** `y`](https://ssc.gov.in)',
    '<a href="https://ssc.gov.in" rel="noopener noreferrer"><strong>x</strong> <code>y</code></a>',
  ],
  ['[x][1]\n\n[1]: https://ssc.gov.in', '<a href="https://ssc.gov.in" rel="noopener noreferrer">x</a>'],
  ['[x](https://suchana.example/jobs/a)', '<a href="https://suchana.example/jobs/a">x</a>'],
  ['[x](/jobs/a#dates)', '<a href="/jobs/a#dates">x</a>'],
  ['[x](mailto:help@ssc.gov.in)', '<a href="mailto:help@ssc.gov.in">x</a>'],
  ['![Map](https://ssc.gov.in/map.png)', '<img src="https://ssc.gov.in/map.png" alt="Map" />'],
])('the Markdown %s is rendered as %s', (markdown, html) =>
  expect(renderMarkdown(markdown).trim()).toBe(`<p>${html}</p>`),
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'ftp://evil.example',
  'irc://evil.example',
  'tel:+911234',
  'https://user:password@evil.example',
  'https://suchana.example.evil.example@evil.example',
  'mailto:',
  '#section',
  'jobs/a',
])('the address %s is neither a link nor an image, and the words remain', (address) => {
  const html = renderMarkdown(`[words](<${address}>) ![picture](<${address}>)`)
  expect(html).not.toMatch(/<a|<img/)
  expect(html).toMatch(/words.* picture/)
})

test('images of other sites become their description where they are not wanted', () => {
  const html = render('![Map](https://ssc.gov.in/map.png) ![Own](https://suchana.example/a.png)', {
    siteUrl,
    hasForeignImages: false,
  })
  expect(html).toBe('<p>Map <img src="https://suchana.example/a.png" loading="lazy" alt="Own" /></p>')
})

const stored = (size: string) => `/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}-${size}.png`
const variant = (size: string, width: number) =>
  stored(size).replace('/object/', '/render/image/').concat(`?width=${width}`)

test.each(['', siteUrl])('a stored image of %s has its widths and its place', (origin) => {
  const html = renderMarkdown(`![Exam "centres" & map](${origin}${stored('700x420')} "Title")`)
  const srcset = `${variant('700x420', 300)} 300w, ${variant('700x420', 600)} 600w, ${variant('700x420', 900)} 700w`
  expect(html).toBe(
    `<p><img src="${variant('700x420', 900)}" srcset="${srcset}" sizes="(min-width: 40rem) 37rem, 92vw" ` +
      'width="700" height="420" loading="lazy" alt="Exam &quot;centres&quot; &amp; map" title="Title" /></p>',
  )
})

test('a small stored image has one width', () => {
  expect(renderMarkdown(`![Seal](${stored('48x40')})`)).toBe(
    `<p><img src="${variant('48x40', 300)}" width="48" height="40" loading="lazy" alt="Seal" /></p>`,
  )
})

test('an image with the path of a stored one at another site is left as it is', () => {
  const foreign = `https://elsewhere.example${stored('700x420')}`
  expect(renderMarkdown(`![Map](${foreign})`)).toBe(`<p><img src="${foreign}" alt="Map" /></p>`)
})
