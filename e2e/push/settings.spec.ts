import { pageErrors } from '#e2e/html/html-errors.ts'
import { bannersLoaded, controlled, expect, expectConsoleError, test } from '#e2e/offline/app-journey.ts'
import { answerPermission, storedSubscription, withPushService } from '#test/fakes/browser-push-service.ts'

const PAGE = '/notifications'
const DEFAULTS = { newJobs: true, results: true, admitCards: true, answerKeys: true, generalUpdates: false }

test('a visitor turns notifications on, chooses topics, sends a test and turns them off', async ({ page, context }) => {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.goto(PAGE)
  await controlled(page)
  await expect(page.getByRole('heading', { name: 'Off on this device' })).toBeVisible()

  const registered = page.waitForResponse('**/push-notifications/subscribe')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  const response = await registered
  expect(response.status()).toBe(200)
  const sent = response.request().postDataJSON()
  expect(sent).toMatchObject({
    preferences: DEFAULTS,
    ipAddress: null,
    userAgent: await page.evaluate(() => navigator.userAgent),
  })
  await expect(page.getByRole('heading', { name: 'On for this device' })).toBeVisible()
  await expect(page.getByText('Notifications are on.')).toBeVisible()
  expect(await storedSubscription(page)).toEqual({ endpoint: sent.endpoint, preferences: DEFAULTS })

  await expect(page.getByRole('button', { name: 'Turn off' }), 'the focus is not lost').toBeFocused()
  expect(await pageErrors(page)).toEqual([])

  // Faster than the server responds.
  const saved: number[] = []
  page.on('response', (received) => {
    if (received.url().endsWith('/preferences')) saved.push(received.status())
  })
  await page.getByRole('checkbox', { name: /^Answer keys/ }).uncheck()
  await page.getByRole('checkbox', { name: /^Admit cards/ }).uncheck()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /^Admit cards/ })).toBeChecked()
  await expect.poll(() => saved).toEqual([200, 200, 200])
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('user_preferences'))
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^Answer keys/ }), 'the server remembers').not.toBeChecked()
  for (const name of [/^Results/, /^Admit cards/]) await expect(page.getByRole('checkbox', { name })).toBeChecked()

  await page.getByRole('button', { name: 'Send a test' }).click()
  // The server answers before it has asked a push service, of which a visitor is told nothing.
  await expect(page.getByText('A test is on its way to this device.')).toBeVisible()

  const removed = page.waitForResponse('**/push-notifications/unsubscribe')
  await page.getByRole('button', { name: 'Turn off' }).click()
  expect((await removed).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Off on this device' })).toBeVisible()
  expect(await storedSubscription(page)).toBeUndefined()
})

test('a test that the server cannot send is shown by the browser itself', async ({ page, context, consoleErrors }) => {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.route('**/push-notifications/test', (route) => route.fulfill({ status: 502, json: { error: 'away' } }))
  await page.goto(PAGE)
  await controlled(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('The server could not send a test just now')).toBeVisible()
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([
    {
      title: 'Test Notification',
      body: 'This is a test notification from the product PWA!',
      tag: 'test-notification',
    },
  ])
  expectConsoleError(consoleErrors, /status of 502/)
})

test('a rejected subscription or preference shows the error and is reverted', async ({
  page,
  context,
  consoleErrors,
}) => {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.goto(PAGE)
  await controlled(page)
  await page.route('**/push-notifications/subscribe', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many requests. Please try again later.' } }),
  )
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Too many requests. Please try again later.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Off on this device' })).toBeVisible()
  await page.unroute('**/push-notifications/subscribe')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByRole('heading', { name: 'On for this device' })).toBeVisible()

  await page.route('**/push-notifications/preferences', (route) => route.abort())
  const results = page.getByRole('checkbox', { name: /^Results/ })
  await results.click()
  await expect(page.getByText('Failed to update preferences')).toBeVisible()
  await expect(results).toBeChecked()

  await page.route('**/push-notifications/unsubscribe', (route) => route.abort())
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Notifications are off.'), 'does not wait for the failing server').toBeVisible()
  expectConsoleError(consoleErrors, /status of 429|ERR_FAILED/)
})

test('a visitor who blocks notifications sees how to allow them', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Blocked in your browser' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeDisabled()
})

test('a visitor who allows notifications in the settings of the browser and comes back can turn them on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let permission = 'denied'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Object.assign(globalThis, { allow: () => (permission = 'default') })
  })
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Blocked in your browser' })).toBeVisible()
  await page.evaluate('allow()')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { name: 'Off on this device' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeEnabled()
})

test('what was followed elsewhere meanwhile is shown after going back', async ({ page, context }) => {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.goto(PAGE)
  await controlled(page)
  await bannersLoaded(page)
  await expect(page.getByRole('heading', { name: 'Off on this device' })).toBeVisible()
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/recruitments/upsc-cds-1-2027' })
    document.querySelector('main')?.append(link)
    link.click()
  })
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Follow' })
  await dialog.getByRole('button', { name: 'Follow' }).click()
  await expect(dialog.getByText(/^You follow/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'On for this device' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Stop following/ })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: /^Results/ }), 'nothing else was asked for').not.toBeChecked()
})

test('a visitor who denies permission is not prompted again', async ({ page, context }) => {
  await withPushService(context)
  await answerPermission(context, 'denied')
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Notification permission denied')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Blocked in your browser' })).toBeVisible()
})

test('a browser without push shows so, and an iPhone shows to install the app first', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  await page.goto(PAGE)
  await expect(
    page.getByRole('heading', { name: 'Push notifications are not supported in this browser' }),
  ).toBeVisible()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Install the app first' })).toBeVisible()
})

test('a subscription that the browser has lost is renewed with its preferences', async ({ page, context }) => {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.goto(PAGE)
  await controlled(page)
  await page.getByRole('checkbox', { name: /^Results/ }).uncheck()
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByRole('heading', { name: 'On for this device' })).toBeVisible()
  const before = await storedSubscription(page)

  await page.evaluate(() => sessionStorage.removeItem('fake push subscription'))
  const renewed = page.waitForRequest('**/push-notifications/subscribe')
  const removed = page.waitForRequest('**/push-notifications/unsubscribe')
  await page.goto('/contact')
  expect((await renewed).postDataJSON().preferences).toEqual({ ...DEFAULTS, results: false })
  expect((await removed).postDataJSON()).toEqual({ endpoint: before?.endpoint })
  const endpoint = (await renewed).postDataJSON().endpoint
  expect(endpoint).not.toBe(before?.endpoint)
  await expect.poll(async () => (await storedSubscription(page))?.endpoint).toBe(endpoint)
})
