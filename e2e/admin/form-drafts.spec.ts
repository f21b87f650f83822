import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, expectConsoleError, signIn, test } from './admin-test.ts'

test('an unsaved draft is restored after a crash of the page', async ({ page, context, tables }) => {
  const title = uniqueTitle('Crashed Draft')
  const again = await context.newPage()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Exam date').fill('31-11-2026')
  await field(page, 'Selection process, line 1').fill('Written test')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('Written test')
  // A crash runs no unload handlers.
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

test('an unsaved draft is retained when a new version of the site clears the storage', async ({ page }) => {
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

test('a draft replaces older ones in a full storage, and where there is no room at all, the form says so', async ({
  page,
}) => {
  const fill = () =>
    page.evaluate(() => {
      for (let size = 4_000_000; size > 0; size = Math.floor(size / 2))
        try {
          for (;;) localStorage.setItem(`filler ${crypto.randomUUID()}`, 'x'.repeat(size))
        } catch {
          // Full for this size.
        }
    })
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill('An older draft')
  await field(page, 'Description').fill('x'.repeat(5000))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('xxxxx')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await openForm(page, '/admin/jobs/new')
  await fill()
  await field(page, 'Title').fill('A newer draft')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('A newer draft')
  await expect(page.getByText('1 unsaved', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user_preferences'))).not.toContain('An older draft')

  await fill()
  await field(page, 'Title').fill(`A newer draft ${'of many words '.repeat(10)}`)
  await expect(page.getByText('1 unsaved. This browser cannot store a draft', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Your changes are not saved, and lost when you leave')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate(() => localStorage.removeItem(Object.keys(localStorage).find((key) => key.startsWith('filler'))!))
  await field(page, 'Title').fill('A draft with room')
  await expect(page.getByText('1 unsaved', { exact: true })).toBeVisible()
})

test('a draft that is open in another tab is not offered', async ({ page, context }) => {
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(uniqueTitle('Open Elsewhere'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('Open Elsewhere')
  const other = await context.newPage()
  await openForm(other, '/admin/results/new')
  await expect(other.getByRole('heading', { name: 'New result' })).toBeVisible()
  await expect(other.getByText(/^Unsaved work of /)).toHaveCount(0)
})

test('a draft is offered only to the account that typed it', async ({ page, editor, newAccount }) => {
  const other = await newAccount('editor')
  const offer = page.getByText(/^Unsaved work of /)
  async function openAs(email: string) {
    // Outside the admin, which may notice that its session is gone, and signing in would lead back to the form.
    await page.goto('/privacy')
    await page.evaluate(() => localStorage.removeItem('auth_tokens'))
    await page.goto('/admin/login')
    await signIn(page, email)
    await expect(page.locator('.data-table')).toBeVisible()
    await openForm(page, '/admin/results/new')
    await expect(page.getByRole('heading', { name: 'New result' })).toBeVisible()
  }
  const title = uniqueTitle('Typed By One')
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(title)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain(title)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer).toContainText(title)

  await openAs(other.email)
  const theirs = uniqueTitle('Typed By Another')
  await field(page, 'Title').fill(theirs)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain(theirs)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer).toHaveCount(1)
  await expect(offer).toContainText(theirs)

  await openAs(editor.email)
  await expect(offer).toHaveCount(1)
  await expect(offer).toContainText(title)
})

test('a draft of a record that has changed since asks which value to use for each field', async ({ page, tables }) => {
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
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere with your account' })
  await dialog.getByText('Keep mine').click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({ location: 'Goa' })
})

test('a draft is not mixed with what was typed or saved before it is gone on with', async ({ page, tables }) => {
  const [old, second, third] = [uniqueTitle('Old Draft'), uniqueTitle('Second Draft'), uniqueTitle('Third Draft')]
  const offers = page.getByText(/^Unsaved work of /)
  const goOnWith = (title: string) =>
    page.locator('.draft-offer', { hasText: title }).getByRole('button', { name: 'Go on with it' }).click()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(old)
  await field(page, 'Exam date').fill('30-11-2026')
  await field(page, 'Last date to apply').fill('31-12-2099')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain('31-12-2099')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offers).toContainText(old)

  await field(page, 'Title').fill(second)
  await goOnWith(old)
  await expect(field(page, 'Title')).toHaveValue(old)
  await expect(field(page, 'Last date to apply')).toHaveValue('31-12-2099')
  await expect(offers).toContainText(second)
  await goOnWith(second)
  await expect(field(page, 'Title')).toHaveValue(second)
  await expect(field(page, 'Last date to apply')).toHaveValue('')
  await expect(offers).toContainText(old)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offers).toHaveCount(2)
  await field(page, 'Title').fill(third)
  await page.keyboard.press('Control+S')
  await expect(page.getByText(`Saved: ${third}`)).toBeVisible()
  await expect(offers).toHaveCount(0)
  await openForm(page, '/admin/jobs/new')
  await expect(offers).toHaveCount(2)
  const row = await rowOf(tables, 'jobs', third)
  await tables.remove('jobs', Number(row['id']))
})

test('a save whose response was lost before a reload is shown as saved', async ({ page, tables, consoleErrors }) => {
  const title = uniqueTitle('Lost Before A Reload')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const job = await tables.insert('jobs', { title, slug, post_time: '20/11/2026 9:05 AM', location: 'Bihar' })
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await page.route('**/rest/v1/jobs?*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await save(page)
  await expect(page.getByText('An error occurred while saving the data').first()).toBeVisible()
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({ location: 'Goa' })
  await page.unrouteAll()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/^Your work of .* is saved/)).toContainText('Location')
  await expect(page.getByText(/^Unsaved work of /)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('user_preferences'))).not.toContain('Goa')
  await tables.remove('jobs', job.id)
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('a record whose response was lost in a crash, and that another admin has changed since, is stored once', async ({
  page,
  context,
  sql,
  tables,
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
  await sql`update jobs set location = 'Goa', slug = slug || '-changed' where title = ${title}`
  await openForm(again, '/admin/jobs/new')
  await again.getByRole('button', { name: 'Go on with it' }).click()
  await field(again, 'Location').fill('Bihar')
  await save(again)
  const dialog = again.getByRole('dialog', { name: 'Changed by someone else' })
  await dialog.getByRole('group', { name: 'Location' }).getByText('Keep mine').click()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await save(again)
  await expect(again.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({ location: 'Bihar', slug: expect.stringMatching(/-changed$/) })
  await tables.remove('jobs', Number(row['id']))
})

test('leaving an unsaved form by a link, by going back or by closing asks for confirmation', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await page.getByRole('link', { name: 'Add New' }).click()
  await field(page, 'Title').fill(uniqueTitle('Guarded'))

  const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(confirmation).toBeVisible()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)
  await page.goBack()
  await expect(confirmation).toBeVisible()
  // Going back at the moment of the answer is asked about as well.
  await confirmation.getByRole('button', { name: 'Cancel' }).evaluate((button: HTMLElement) => {
    button.click()
    history.back()
  })
  await expect(confirmation.getByRole('button', { name: 'Leave' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)

  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await page.getByRole('link', { name: 'Results' }).click()
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/results$/)
})
