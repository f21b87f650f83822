import { expect, test } from 'vitest'
import { printDatabaseTypes } from './print-database-types.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

test('database-types.ts describes the migrated schema', async () => {
  const printed = await printDatabaseTypes(sql)
  await expect(printed, 'run "npm run database-types"').toMatchFileSnapshot('../database-types.ts')
})
