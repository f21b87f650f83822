import { describe, expect, test } from 'vitest'
import { applicationState } from './application-state.ts'

const TODAY = '2026-11-20'
const LINK = 'https://ssc.gov.in/'

/** start, end, link -> state, label, text, days left */
const TRUTH_TABLE = [
  ['2026-11-01', '2026-11-19', LINK, 'ended', 'Applications Closed', 'Applications Closed', null],
  ['2026-11-01', '2026-11-19', null, 'ended', 'Applications Closed', 'Applications Closed', null],
  [null, '2026-11-19', null, 'ended', 'Applications Closed', 'Applications Closed', null],
  ['2026-11-25', '2026-11-19', LINK, 'ended', 'Applications Closed', 'Applications Closed', null],
  ['2026-11-21', '2026-12-19', LINK, 'not-started', 'Opening Soon', 'Opening Soon', 29],
  ['2026-11-21', '2026-12-19', null, 'not-started', 'Opening Soon', 'Link Activate on 21-11-2026', 29],
  ['2026-11-21', null, null, 'not-started', 'Opening Soon', 'Link Activate on 21-11-2026', null],
  [null, null, null, 'not-started', 'Opening Soon', 'Link Activate on apply start date', null],
  [null, '2026-12-19', null, 'not-started', 'Opening Soon', 'Link Activate on apply start date', 29],
  [null, null, LINK, 'not-started', 'Opening Soon', 'Opening Soon', null],
  ['To be announced', 'To be announced', LINK, 'not-started', 'Opening Soon', 'Opening Soon', null],
  [
    '2026-11-20',
    null,
    null,
    'link-pending',
    'Active, waiting for the link',
    'Link was supposed to activate on 20-11-2026',
    null,
  ],
  [
    '2026-11-18',
    '2026-11-20',
    '  ',
    'link-pending',
    'Active, waiting for the link',
    'Link was supposed to activate on 18-11-2026',
    0,
  ],
  ['2026-11-20', '2026-11-20', LINK, 'active', 'Applications open', 'Click Here', 0],
  ['2026-11-01', '2026-11-21', LINK, 'active', 'Applications open', 'Click Here', 1],
  ['2026-11-01', null, LINK, 'active', 'Applications open', 'Click Here', null],
] as const

describe('the state of an application on 20-11-2026', () => {
  test.each(TRUTH_TABLE)('from %s to %s with link %s is %s', (start, end, link, name, label, text, daysLeft) => {
    expect(applicationState({ start, end, link }, TODAY)).toMatchObject({ name, label, text, daysLeft })
  })

  test('only an active application has a link', () => {
    for (const [start, end, link, name] of TRUTH_TABLE) {
      expect(applicationState({ start, end, link }, TODAY).link).toBe(name === 'active' ? link : null)
    }
  })
})
