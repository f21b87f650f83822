import { hold, settled } from '#e2e/visitor/browser-test.ts'
import { expect, openTab, rowOf, test } from './admin-test.ts'

test('what notices use is deleted only after they have been moved to another one @both', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [used = 0, other = 0] = await add('organizations', { name: `Used ${mark}` }, { name: `Other ${mark}` })
  const [job = 0] = await add('jobs', { title: `Job ${mark}`, organization_id: used })
  await openTab(page, `/admin/organizations?text=${mark}`)
  const button = page.getByRole('button', { name: `Delete Used ${mark}`, exact: true })
  const dialog = page.getByRole('alertdialog', { name: 'Used by 1 notice' })

  await button.click()
  await expect(dialog).toContainText(`Job ${mark}`)
  await dialog.getByRole('button', { name: 'Move and delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose another organization')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog).toBeHidden()
  await expect(button, 'focus returns').toBeFocused()

  await rowOf(page, `Used ${mark}`).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete...' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`to move what uses it to another one: Used ${mark} (1 of 1`)).toBeVisible()
  await expect(rowOf(page, `Used ${mark}`)).toBeVisible()

  await button.click()
  await dialog.getByRole('combobox').fill(`Other ${mark}`)
  await page.getByRole('option', { name: `Other ${mark}` }).click()
  await dialog.getByRole('button', { name: 'Move and delete' }).click()
  await expect(page.getByText(`Deleted Used ${mark}`)).toBeVisible()
  await expect(rowOf(page, `Used ${mark}`)).toHaveCount(0)
  expect(await sql`select organization_id::int as id from jobs where id = ${job}`).toEqual([{ id: other }])
  expect(await sql`select id from organizations where id = ${used}`).toHaveLength(0)
})

test('a name that the dialog still searches for is the one that everything moves to @both', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [used = 0, , other = 0] = await add(
    'organizations',
    { name: `Used ${mark}` },
    { name: `First ${mark}` },
    { name: `Second ${mark}` },
  )
  const [job = 0] = await add('jobs', { title: `Job ${mark}`, organization_id: used })
  await openTab(page, `/admin/organizations?text=${mark}`)
  await page.getByRole('button', { name: `Delete Used ${mark}`, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Used by 1 notice' })
  await dialog.getByRole('combobox').fill(`First ${mark}`)
  await page.getByRole('option', { name: `First ${mark}` }).click()

  const move = dialog.getByRole('button', { name: 'Move and delete' })
  let release = await hold(page, /rpc\/admin_search/)
  await dialog.getByRole('combobox').fill(`Nobody ${mark}`)
  // The list of choices lies above the button until the box is left.
  await dialog.getByRole('combobox').press('Tab')
  await move.click()
  await release()
  await expect(dialog.getByText(`First ${mark}`), 'the line says that the former choice stays').toBeVisible()
  expect(await sql`select organization_id::int as id from jobs where id = ${job}`).toEqual([{ id: used }])

  release = await hold(page, /rpc\/admin_search/)
  await dialog.getByRole('combobox').fill(`Second ${mark}`)
  // The list of choices lies above the button until the box is left.
  await dialog.getByRole('combobox').press('Tab')
  await move.click()
  await release()
  await expect(page.getByText(`Deleted Used ${mark}`)).toBeVisible()
  expect(await sql`select organization_id::int as id from jobs where id = ${job}`).toEqual([{ id: other }])
})

test('a deletion whose uses are read late does not take the place of the question that is open', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [stored = 0, next = 0] = await add('organizations', { name: `Late ${mark}` }, { name: `Next ${mark}` })
  await openTab(page, `/admin/organizations?text=${mark}`)
  const gate = Promise.withResolvers<void>()
  const late = page.waitForRequest(/rpc\/reference_uses/)
  await page.route(
    '**/rpc/reference_uses',
    async (route) => {
      await gate.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: `Delete Late ${mark}`, exact: true }).click()
  const read = await late
  await page.getByRole('button', { name: `Delete Next ${mark}`, exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Next ${mark}`)
  gate.resolve()
  await (await read.response())?.finished()
  await settled(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted Next ${mark}`)).toBeVisible()
  const left = await sql<{ id: number }[]>`select id::int from organizations where id = any (${[stored, next]})`
  expect(left).toEqual([{ id: stored }])
})
