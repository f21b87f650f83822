import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { kindOfTable } from '#domain/content/registry.ts'
import { BadgeMark } from './badge.tsx'

test.each([
  ['Date Extend', 'jobs', '<span class="badge date-extend" data-look="date-extend">'],
  ['Start', 'admit_cards', '<span class="badge start" data-look="new">'],
  ['published', 'results', '<span class="badge published" data-look="new">'],
  [null, 'jobs', '<span class="badge" data-look="new">'],
] as const)('the status %s of %s is a class, apart from the look of the badge', (status, table, html) => {
  const badge = kindOfTable(table).badge({ status })
  expect(renderToStaticMarkup(<BadgeMark badge={badge} status={status} />)).toContain(html)
})
