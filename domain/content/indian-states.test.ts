import { expect, test } from 'vitest'
import { labelOf } from './choice.ts'
import { ALL_INDIA, STATES } from './indian-states.ts'

test('there are 36 states and union territories, and the whole country before them', () => {
  expect(STATES).toHaveLength(37)
  expect(STATES[0]).toEqual({ value: ALL_INDIA, label: 'All India' })
})

test('the values of states are parts of addresses, each for one state', () => {
  const values = STATES.map(({ value }) => value)
  expect(values.filter((value) => !/^[a-z]+(-[a-z]+)*$/.test(value))).toEqual([])
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain('jammu-and-kashmir')
})

test('a state is shown by its name, an unknown one as it is', () => {
  expect(labelOf(STATES, 'uttar-pradesh')).toBe('Uttar Pradesh')
  expect(labelOf(STATES, 'atlantis')).toBe('atlantis')
})
