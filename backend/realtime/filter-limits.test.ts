import { expect, test } from 'vitest'
import { createFilterLimits } from './filter-limits.ts'
import type { Binding } from './subscription.ts'

let made = 0

function newBinding(): Binding {
  made += 1
  const condition = { column: 'id', operator: 'eq' as const, isNegated: false, value: String(made), cast: 'bigint' }
  return { key: String(made), id: made, event: '*', tables: ['jobs'], columns: null, conditions: [condition] }
}

test('the visitors of a /48 network have sixteen times the conditions of an address, and others are not affected', () => {
  const limits = createFilterLimits(1)
  const count = (address: string) => limits.count([newBinding()], { address, role: 'anon' })
  const endings = Array.from({ length: 16 }, (_, number) => count(`2001:db8:1:${number.toString(16)}`))
  expect(() => count('2001:db8:1:ff')).toThrow('too many different filters')
  count('2001:db8:2:1')
  endings[0]?.()
  count('2001:db8:1:ff')
  expect(() => count('2001:db8:1:fe')).toThrow('too many different filters')
})
