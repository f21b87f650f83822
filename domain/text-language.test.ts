import { expect, test } from 'vitest'
import { langOf } from './text-language.ts'

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
