import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('every advisory lock has a number of its own, which no function of the database uses', () => {
  const migrations = new URL('../../supabase/migrations/', import.meta.url)
  const inDatabase = readdirSync(migrations).flatMap((file) =>
    [...readFileSync(new URL(file, migrations), 'utf8').matchAll(/advisory\w*\((\d+)/g)].map(([, number]) =>
      Number(number),
    ),
  )
  expect(inDatabase.length).toBeGreaterThan(0)
  const numbers = Object.values(advisoryLocks)
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers.filter((number) => inDatabase.includes(number))).toEqual([])
})
