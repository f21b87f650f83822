import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapeHtml replaces the special characters of HTML and XML by entities', () => {
  expect(escapeHtml(`a & b < c > d " e ' f &amp;`)).toBe('a &amp; b &lt; c &gt; d &quot; e &#39; f &amp;amp;')
})
