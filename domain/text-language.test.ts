import { expect, test } from 'vitest'
import { langOf, languageParts, withLanguages } from './text-language.ts'

test.each([
  ['SSC CGL 2026 Notification', undefined],
  ['उत्तर प्रदेश पुलिस भर्ती 2026', 'hi'],
  ['बिहार लोक सेवा आयोग (BPSC) परीक्षा', 'hi'],
  ['UP Police Constable भर्ती Notification', undefined],
  ['परीक्षा SSC', 'hi'],
  ['रेल RRB', undefined],
  ['2026 - 27', undefined],
  ['१२३', undefined],
  ['', undefined],
])('the title "%s" has the language %s', (text, language) => expect(langOf(text)).toBe(language))

test.each<[text: string, parts: string[]]>([
  ['SSC CGL 2026', ['SSC CGL 2026']],
  ['', ['']],
  ['बिहार लोक सेवा आयोग (BPSC) परीक्षा', ['hi: बिहार लोक सेवा आयोग (BPSC) परीक्षा']],
  [
    'UP Police Constable भर्ती 2026 सूचना, Notification',
    ['UP Police Constable ', 'hi: भर्ती 2026 सूचना', ', Notification'],
  ],
  ['Everything by उ. प्र. लोक सेवा', ['Everything by ', 'hi: उ. प्र. लोक सेवा']],
  ['१२ posts', ['hi: १२', ' posts']],
])('"%s" has parts in Hindi', (text, parts) => {
  const found = languageParts(text)
  expect(found.map((part) => (part.lang ? `${part.lang}: ${part.text}` : part.text))).toEqual(parts)
  expect(found.map((part) => part.text).join('')).toBe(text)
})

test.each([
  ['<p>Plain &amp; simple</p>', '<p>Plain &amp; simple</p>'],
  ['<p>पुलिस <b>भर्ती</b></p>', '<p><span lang="hi">पुलिस </span><b><span lang="hi">भर्ती</span></b></p>'],
  ['<img src="/a.png" alt="पुलिस"> About भर्ती', '<img src="/a.png" alt="पुलिस"> About <span lang="hi">भर्ती</span>'],
])('in the HTML %s texts in Hindi are marked, attributes are not', (html, marked) =>
  expect(withLanguages(html)).toBe(marked),
)
