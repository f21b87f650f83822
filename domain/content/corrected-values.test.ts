import { expect, test } from 'vitest'
import { correctedValues } from './corrected-values.ts'
import { jobs } from './kinds.ts'

const correction = {
  field: 'apply_end_date',
  old: '2026-11-10',
  new: '2026-11-17',
  at: '2026-11-11T20:00:00Z',
  source: null,
}

test.each([
  [{}, 'Last date 10-11-2026 to 17-11-2026'],
  [{ new: null }, 'Last date 10-11-2026 withdrawn'],
  [{ field: 'fee_general', old: '100.00', new: '1250.50' }, 'Fee: General/OBC ₹100 to ₹1,250.50'],
  [{ field: 'fee_general', old: '100.00', new: '0.00' }, 'Fee: General/OBC ₹100 to Free'],
  [{ field: 'total_posts', old: '100000', new: '125000' }, 'Total posts 1,00,000 to 1,25,000'],
  [{ field: 'apply_link', old: 'https://a.example', new: 'https://b.example' }, 'Apply link new address'],
  [{ field: 'apply_link', old: 'https://a.example', new: null }, 'Apply link withdrawn'],
  [{ field: 'category_fees.obc', old: '500', new: '0' }, 'Fees by category, OBC ₹500 to Free'],
  [
    { field: 'category_vacancies.ex_servicemen', old: null, new: '1250' },
    'Posts or seats by category, Ex-servicemen 1,250',
  ],
  [{ field: 'a_column_of_another_version' }, undefined],
])('the correction %j reads: %s', (change, text) => {
  const [value] = correctedValues(jobs, [{ ...correction, ...change }])
  expect(value && `${value.label} ${value.change}`).toBe(text)
})

test('a correction has the Indian day on which it was made', () => {
  expect(correctedValues(jobs, [correction])[0]?.day).toBe('2026-11-12')
})
