import { expect, test } from 'vitest'
import { tabOfTable } from '#domain/admin/tabs.ts'
import { RecordForm } from './record-form.ts'
import { fieldIds } from './use-record-form.ts'

test('two open forms of one table have no element id in common', () => {
  const [one, other] = [0, 1].map(() => new RecordForm(tabOfTable('categories'), { account: '', loaded: null }))
  const ids = [one, other].flatMap((form) => Object.values(fieldIds(form!, 'name')))
  expect(new Set(ids).size).toBe(10)
})
