import { expect, openTab, rowOf, test } from './admin-test.ts'

const names = ['A', 'B', 'C']

test.beforeEach(async ({ page, add, mark }) => {
  await add(
    'jobs',
    ...names.map((name) => ({ title: `${name} ${mark}`, is_quick_link: false, post_time: '05/11/2026 7:20 PM' })),
  )
  await openTab(page, `/admin/jobs?text=${mark}&sort=title`)
  await expect(rowOf(page, `C ${mark}`)).toBeVisible()
})

test('arrows, j and k, Home and End move the focus between rows', async ({ page, mark }) => {
  for (const [key, name] of [
    ['ArrowDown', 'A'],
    ['ArrowDown', 'B'],
    ['j', 'C'],
    ['j', 'C'],
    ['k', 'B'],
    ['ArrowUp', 'A'],
    ['ArrowUp', 'A'],
    ['End', 'C'],
    ['Home', 'A'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rowOf(page, `${name} ${mark}`), key).toBeFocused()
  }
})

test('a key that is pressed at the moment the rows appear is not lost', async ({ page, mark }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.data-table tbody tr[id]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(rowOf(page, `A ${mark}`)).toBeFocused()
})

test('Enter edits the focused row, and going back focuses it again', async ({ page, sql, mark }) => {
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const [row] = await sql`select id from jobs where title = ${`B ${mark}`}`
  await expect(page).toHaveURL(`/admin/jobs/${row?.['id']}`)
  await page.goBack()
  await expect(page).toHaveURL(`/admin/jobs?text=${mark}&sort=title`)
  await expect(rowOf(page, `B ${mark}`)).toBeFocused()
})

test('n opens the form of a new record', async ({ page }) => {
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/admin/jobs/new')
})

test('shortcuts work with a keyboard for Hindi, by the places of the keys', async ({ page, sql, mark }) => {
  const press = (init: { key: string; code: string; ctrlKey?: boolean }) =>
    page.evaluate((options) => {
      const event = new KeyboardEvent('keydown', { ...options, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, init)
  const isLinked = async () =>
    (await sql`select is_quick_link from jobs where title = ${`A ${mark}`}`)[0]?.['is_quick_link']
  await rowOf(page, `A ${mark}`).focus()
  await press({ key: 'ौ', code: 'KeyQ' })
  await expect.poll(isLinked).toBe(true)
  await press({ key: 'ॆ', code: 'KeyZ', ctrlKey: true })
  await expect.poll(isLinked).toBe(false)
})

test('a click with Shift selects the rows from the one that was ticked before', async ({ page, mark }) => {
  const box = (name: string) => page.getByLabel(`Select ${name} ${mark}`)
  const ticked = () => Promise.all(names.map((name) => box(name).isChecked()))
  await box('C').click({ modifiers: ['Shift'] })
  expect(await ticked(), 'nothing was ticked before').toEqual([false, false, true])
  await box('A').click({ modifiers: ['Shift'] })
  expect(await ticked()).toEqual([true, true, true])
  await box('B').click()
  expect(await ticked()).toEqual([true, false, true])
  await box('A').click({ modifiers: ['Shift'] })
  expect(await ticked()).toEqual([false, false, true])
})

test('all actions of a table work with keys alone', async ({ page, sql, mark }) => {
  const box = page.getByRole('searchbox')
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type(`B ${mark}`)
  await expect(page.locator('.data-table tbody tr')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(box).not.toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(page.locator('.data-table tbody tr')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.goto(`/admin/jobs?text=${mark}&sort=title`)
  await expect(rowOf(page, `A ${mark}`)).toBeVisible()

  await page.keyboard.press('j')
  await expect(rowOf(page, `A ${mark}`)).toBeFocused()
  await page.keyboard.press('q')
  await expect(page.getByText(`Quick Link turned on for A ${mark}`)).toBeVisible()
  await page.keyboard.press('p')
  await page.keyboard.type('2026-11-07')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Post date is now 07-11-2026: A ${mark}`)).toBeVisible()
  await expect(rowOf(page, `A ${mark}`), 'focus is back on the row').toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Deleted B ${mark}`)).toBeVisible()
  await expect(rowOf(page, `C ${mark}`)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(page.getByText('2 jobs selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 jobs selected')).toBeHidden()
  const stored =
    await sql`select title, is_quick_link, post_time from jobs where title like ${`% ${mark}`} order by title`
  expect(stored).toEqual([
    { title: `A ${mark}`, is_quick_link: true, post_time: '07/11/2026 7:20 PM' },
    { title: `C ${mark}`, is_quick_link: false, post_time: '05/11/2026 7:20 PM' },
  ])
})

test('letters typed into a field and letters with Ctrl are not shortcuts', async ({ page, mark }) => {
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').pressSequentially('njxqp')
  await expect(page.getByRole('searchbox')).toHaveValue('njxqp')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/admin/jobs?text=${mark}`)
  await expect(rowOf(page, `A ${mark}`)).toBeVisible()
  await page.keyboard.press('Control+j')
  await expect(page).toHaveURL(`/admin/jobs?text=${mark}`)
})

test('shortcut hints are visible, and letter shortcuts can be turned off permanently', async ({ page, mark }) => {
  const hints = page.getByRole('list', { name: 'Keyboard shortcuts' })
  await expect(hints).toContainText('Enteredit')
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await expect(hints).toBeHidden()
  await page.reload()
  await expect(rowOf(page, `A ${mark}`)).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, `A ${mark}`), 'arrows still move').toBeFocused()
  await expect(page).toHaveURL(`/admin/jobs?text=${mark}&sort=title`)
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await expect(hints).toBeVisible()
})

test('keys of a focused control keep their own meaning', async ({ page, mark }) => {
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Quick Link turned on for A ${mark}`)).toBeVisible()
  await expect(page).toHaveURL(`/admin/jobs?text=${mark}&sort=title`)
  await page.getByLabel(`Select A ${mark}`).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 job selected')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, `B ${mark}`)).toBeFocused()
})

test('the skip link leads past the tabs', async ({ page }) => {
  await page.reload()
  await expect(page.locator('.data-table tbody tr').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('keys that are pressed when somebody else changes the current row act on none', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const writes: string[] = []
  page.on('request', (request) => {
    const isWrite = request.method() === 'PATCH' || /rpc\/(change|delete)_rows/.test(request.url())
    if (isWrite) writes.push(request.url())
  })
  const pressKeysAt = (selector: string, isThere: boolean) =>
    page.evaluate(
      ({ wanted, isAwaited }) => {
        const observer = new MutationObserver(() => {
          if ((document.querySelector(wanted) !== null) !== isAwaited) return
          observer.disconnect()
          for (const key of ['q', 'x', 'Delete']) {
            const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
            ;(document.activeElement ?? document.body).dispatchEvent(event)
          }
          document.body.dataset['pressed'] = wanted
        })
        observer.observe(document, { childList: true, subtree: true })
      },
      { wanted: selector, isAwaited: isThere },
    )
  const pressedAt = (selector: string) => expect(page.locator('body')).toHaveAttribute('data-pressed', selector)

  // Nothing has the focus, and a row appears before the first one, which keys would act on.
  const added = `[aria-label="Select 0 ${mark}"]`
  await pressKeysAt(added, true)
  await add('jobs', { title: `0 ${mark}`, is_quick_link: false })
  await pressedAt(added)

  // The focused row disappears, and the one below it gets the focus.
  await rowOf(page, `B ${mark}`).focus()
  const removed = `[aria-label="Select B ${mark}"]`
  await pressKeysAt(removed, false)
  await sql`delete from jobs where title = ${`B ${mark}`}`
  await pressedAt(removed)
  await expect(rowOf(page, `C ${mark}`)).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('selected')).toHaveCount(0)

  await page.keyboard.press('Home')
  await page.keyboard.press('x')
  await expect(page.getByText('1 job selected'), 'a key after a move acts at once').toBeVisible()
  expect(writes).toEqual([])
})
