import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, forgive, test } from './admin-test.ts'

test('unsaved work survives a crash, is offered, and comes back as it was', async ({ page, context, tables }) => {
  const title = uniqueTitle('Crashed Draft')
  const again = await context.newPage()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Exam date').fill('31-11-2026')
  await field(page, 'Selection process, line 1').fill('Written test')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('Written test')
  // No chance to say good-bye.
  const devtools = await context.newCDPSession(page)
  void devtools.send('Page.crash').catch(() => {})
  await openForm(again, '/admin/jobs/new')
  await expect(field(again, 'Title')).toHaveValue('')
  await expect(again.getByText(/^Unsaved work of /)).toContainText(title)
  await again.getByRole('button', { name: 'Go on with it' }).click()
  await expect(field(again, 'Title')).toHaveValue(title)
  await expect(field(again, 'Exam date')).toHaveValue('31-11-2026')
  await expect(field(again, 'Selection process, line 1')).toHaveValue('Written test')
  await expect(again.getByText('3 unsaved')).toBeVisible()
  await field(again, 'Exam date').fill('30-11-2026')
  await save(again)
  await expect(again.getByText(`Saved: ${title}`)).toBeVisible()
  await expect.poll(() => again.evaluate(() => localStorage.getItem('user_preferences'))).not.toContain(title)
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
})

test('unsaved work outlives a new version of the site, which clears the storage but for two keys', async ({ page }) => {
  const title = uniqueTitle('Versioned Draft')
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(title)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(title)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key !== 'auth_tokens' && key !== 'user_preferences') localStorage.removeItem(key)
    }
  })
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/^Unsaved work of /)).toContainText(title)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(page.getByRole('form')).toBeVisible()
  await expect(page.getByText(/^Unsaved work of /)).toHaveCount(0)
})

test('work that is open in another tab is not offered', async ({ page, context }) => {
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(uniqueTitle('Open Elsewhere'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('Open Elsewhere')
  const other = await context.newPage()
  await openForm(other, '/admin/results/new')
  await expect(other.getByRole('heading', { name: 'New result' })).toBeVisible()
  await expect(other.getByText(/^Unsaved work of /)).toHaveCount(0)
})

test('a draft of a record that was changed meanwhile asks field by field', async ({ page, tables }) => {
  const title = uniqueTitle('Overtaken Draft')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const job = await tables.insert('jobs', { title, slug, post_time: '20/11/2026 9:05 AM', location: 'Bihar' })
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('Goa')
  await tables.patch('jobs', job.id, { location: 'Kerala' })
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Location')).toHaveValue('Kerala')
  await page.getByRole('button', { name: 'Go on with it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
  await dialog.getByText('Keep mine').click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({ location: 'Goa' })
  await tables.remove('jobs', job.id)
})

test('a record whose answer was lost in a crash is still stored once', async ({
  page,
  context,
  tables,
  complaints,
}) => {
  const title = uniqueTitle('Lost In A Crash')
  const again = await context.newPage()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await page.route('**/rest/v1/jobs?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    const devtools = await context.newCDPSession(page)
    void devtools.send('Page.crash').catch(() => {})
  })
  await save(page).catch(() => {})
  await expect.poll(() => tables.get(`jobs?title=eq.${encodeURIComponent(title)}`)).toHaveLength(1)
  await openForm(again, '/admin/jobs/new')
  await again.getByRole('button', { name: 'Go on with it' }).click()
  await save(again)
  await expect(again.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
  // To the row that was stored already.
  forgive(complaints, /status of 409/)
})

test('nobody leaves unsaved work by accident: not by a link, not by going back, not by closing', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await page.getByRole('link', { name: 'Add New' }).click()
  await field(page, 'Title').fill(uniqueTitle('Guarded'))

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)
  await page.goBack()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)

  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await page.getByRole('link', { name: 'Results' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/results$/)
})
