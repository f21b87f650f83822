import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test.each([
  ['Latest Jobs', 'Latest Jobs | Suchana'],
  ['x'.repeat(59), `${'x'.repeat(59)} | Suchana`],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(69), 'x'.repeat(69)],
  ['x'.repeat(500), `${'x'.repeat(68)}…`],
  [
    'BPSC TRE 4.0 Bihar Teacher Online Form 2026 | बिहार शिक्षक भर्ती',
    'BPSC TRE 4.0 Bihar Teacher Online Form 2026 | बिहार शिक्षक भर्ती',
  ],
  [
    'Railway RRB ALP (Assistant Loco Pilot) Online Form 2026 - Last Date Extended',
    'Railway RRB ALP Online Form 2026 - Last Date Extended',
  ],
  [
    'IBPS RRB XV Officer Scale I, II, III & Office Assistant Online Form 2026',
    'IBPS RRB XV Officer Scale I, II, III & Office Assistant Online Form…',
  ],
  [
    'UPSSSC Combined Junior Engineer, Draughtsman, Foreman & Computer Operator 2026 - Last Date Extended',
    'UPSSSC Combined Junior Engineer, Draughtsman… - Last Date Extended',
  ],
  [`(${'x'.repeat(80)})`, `(${'x'.repeat(67)}…`],
  [`${'x'.repeat(67)}🎓${'x'.repeat(10)}`, `${'x'.repeat(67)}…`],
])('the page %j has the title %j', (title, shown) => expect(pageTitle(title, 'Suchana')).toBe(shown))

test('a long name of the site is left out', () => {
  expect(pageTitle('Latest Jobs', 'y'.repeat(60))).toBe('Latest Jobs')
})
