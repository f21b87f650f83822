import { expect, test } from './admin-test.ts'
import { PATH, sendNow, write } from './push-page.ts'

// One after the other: a send on its way is shown on every page.
test.describe.configure({ mode: 'default' })

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push_subscriptions where strpos(endpoint, ${mark}) > 0`
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('a notification is undone, on its page and on every other one, and its text is in the form again @both', async ({
  page,
  sql,
  mark,
}) => {
  const stateOf = async (title: string) => (await sql`select state from push.notifications where title = ${title}`)[0]
  await page.goto(PATH)
  await write(page, `Slip ${mark}`, 'Wrong')
  await sendNow(page)
  const besideForm = page.getByRole('region', { name: `Slip ${mark}`, exact: true })
  await expect(besideForm.getByRole('button', { name: 'Undo' }), 'without scrolling').toBeInViewport()
  await page
    .getByRole('region', { name: `Planned: Slip ${mark}` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Slip ${mark}`)
  const outcome = page.getByRole('status').filter({ hasText: 'It was not sent. Its text is in the form.' })
  await expect(outcome).toBeVisible()
  await expect(page.getByText('It leaves in 10 seconds.')).toHaveCount(0)
  expect(await stateOf(`Slip ${mark}`)).toEqual({ state: 'cancelled' })

  await page.getByLabel('Title', { exact: true }).fill(`Second slip ${mark}`)
  await sendNow(page)
  await expect(page.getByText('It leaves in 10 seconds.')).toBeVisible()
  await page.getByRole('link', { name: 'Search words' }).click()
  await expect(page).toHaveURL('/admin/search-words')
  const banner = page.getByRole('region', { name: `Second slip ${mark}`, exact: true })
  await expect(banner).toContainText(/Leaves in \d+ s/)
  await banner.getByRole('button', { name: 'Undo' }).click()
  await expect(banner).toHaveCount(0)
  expect(await stateOf(`Second slip ${mark}`)).toEqual({ state: 'cancelled' })
  await page.getByRole('link', { name: 'Push Notifications' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Second slip ${mark}`)
  await expect(outcome).toBeVisible()
})

test('a scheduled notification is listed, changed and cancelled, and one that could not be sent is reported', async ({
  page,
  sql,
  mark,
}) => {
  await page.goto(PATH)
  await write(page, `Later ${mark}`, 'At nine')
  const time = page.getByLabel('Send at (Indian time; empty for now)')
  await time.fill('2020-01-01T09:00')
  await page.getByRole('button', { name: 'Schedule Notification' }).click()
  await expect(page.getByText('This time is past.')).toBeVisible()
  const year = new Date().getFullYear() + 1
  await time.fill(`${year}-01-02T09:00`)
  await page.getByRole('button', { name: 'Schedule Notification' }).click()
  const question = page.getByRole('alertdialog', { name: `Send this notification on 02-01-${year} 9:00 AM` })
  await question.getByRole('button', { name: 'Schedule Notification' }).click()
  const planned = page.getByRole('region', { name: `Planned: Later ${mark}` })
  await expect(planned).toContainText(`Leaves on 02-01-${year} 9:00 AM`)

  await planned.getByRole('button', { name: 'Change' }).click()
  await expect(time).toHaveValue(`${year}-01-02T09:00`)
  await time.fill(`${year}-01-03T10:30`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(planned).toContainText(`Leaves on 03-01-${year} 10:30 AM`)
  const [row] = await sql`select scheduled_for, state from push.notifications where title = ${`Later ${mark}`}`
  expect(row).toEqual({ scheduled_for: new Date(`${year}-01-03T10:30:00+05:30`), state: 'planned' })

  await planned.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect(planned).toHaveCount(0)

  await sql`insert into push.notifications (title, body, category, url, state, finished_at)
    values (${`Missed ${mark}`}, 'Old', 'newJobs', '/', 'late', now())`
  await page.getByRole('button', { name: 'Refresh' }).click()
  const missed = page.getByRole('region', { name: `Not sent: Missed ${mark}` })
  await expect(missed).toContainText('no server ran at its time')
  await missed.getByRole('button', { name: 'Use the text again' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Missed ${mark}`)
})

test('the focus stays with what one does: in the form after a question, and in it when it gets a text @both', async ({
  page,
  sql,
  mark,
}) => {
  // So many that the last one is far below the form.
  await sql`insert into push.notifications (title, body, category, url, state, finished_at)
    select ${`Old ${mark} `} || number, 'Old', 'newJobs', '/', 'done', now() from generate_series(1, 12) as number`
  await page.goto(PATH)
  await write(page, `Plan ${mark}`, 'At nine')
  const title = page.getByLabel('Title', { exact: true })
  await page.getByLabel('Send at (Indian time; empty for now)').fill(`${new Date().getFullYear() + 1}-01-02T09:00`)
  const send = page.locator('form').getByRole('button', { name: 'Schedule Notification' })
  await send.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Schedule Notification' }).focus()
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('')
  await expect(page.locator('form').getByRole('button', { name: 'Send Notification' })).toBeFocused()

  const planned = page.getByRole('region', { name: `Planned: Plan ${mark}` })
  for (const leave of ['Leave it as it was', null]) {
    await planned.getByRole('button', { name: 'Change' }).focus()
    await page.keyboard.press('Enter')
    await expect(title).toBeFocused()
    await expect(title).toHaveValue(`Plan ${mark}`)
    if (leave === null) break
    await page.getByRole('button', { name: leave }).focus()
    await page.keyboard.press('Enter')
    await expect(title).toHaveValue('')
    await expect(title).toBeFocused()
  }
  await page.getByRole('button', { name: `Use the text again: Old ${mark} 1`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(question).toHaveAccessibleName('Replace the text in the form?')
  await question.getByRole('button', { name: 'Replace it' }).focus()
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue(`Old ${mark} 1`)
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
})

test('a typed notification is not left without a question', async ({ page }) => {
  await page.goto(PATH)
  const isLeft = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isLeft()).toBe(true)
  await page.getByLabel('Message', { exact: true }).fill('A message without a title')
  expect(await isLeft(), 'by closing the window').toBe(false)
  await page.getByRole('link', { name: 'Search words' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('The notification is not sent, and its text is lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A message without a title')
  await page.getByRole('link', { name: 'Search words' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/search-words')
})

test('words that devices cut are named', async ({ page, mark }) => {
  await page.goto(PATH)
  await write(page, `A title that has more words than a phone shows ${mark}`, 'Short')
  const android = page.getByRole('figure', { name: 'Android' })
  await expect(android).toContainText(`Android cuts the title. Not shown: “phone shows ${mark}”`)
  await expect(page.getByRole('figure', { name: 'Desktop' })).not.toContainText('cuts the message')
})

test('what an editor wants to send is approved by an admin with a picture of it', async ({ page, sql, mark }) => {
  await sql`insert into push.notifications (title, body, category, url, state)
    values (${`Asked ${mark}`}, 'Please', 'newJobs', '/', 'asked')`
  await page.goto(PATH)
  const asked = page.getByRole('region', { name: `Waits for approval: Asked ${mark}` })
  await asked.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('figure', { name: 'Android' })).toContainText(`Asked ${mark}`)
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('region', { name: `Planned: Asked ${mark}` })).toContainText(/Leaves in \d+ s/)
  const [row] =
    await sql`select state, approved_by is not null as approved from push.notifications where title = ${`Asked ${mark}`}`
  expect(row).toEqual({ state: 'planned', approved: true })
})
