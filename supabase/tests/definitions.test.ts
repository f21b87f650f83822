import { expect, test } from 'vitest'
import { printDefinitions } from './print-definitions.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

test('definitions.md names the valid definition of every function and view', async () => {
  const printed = await printDefinitions(sql)
  await expect(printed, 'run "npm run database-types"').toMatchFileSnapshot('../definitions.md')
})
