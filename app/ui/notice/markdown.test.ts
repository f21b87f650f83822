import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

test('Markdown headings, lists and tables are rendered as HTML', () => {
  const html = renderMarkdown('## Pattern\n\n- one\n- two\n\n| Paper | Marks |\n| --- | --- |\n| I | 200 |')
  expect(html).toContain('<h2>Pattern</h2>')
  expect(html).toContain('<li>one</li>')
  expect(html).toContain('<td>200</td>')
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
