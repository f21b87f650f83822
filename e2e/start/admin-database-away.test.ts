import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy, type DatabaseProxy } from '#test/fakes/database-proxy.ts'
import { expectPage, launchBrowser, newPage } from './browser.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, preparedAccount, startServer, type Server } from './server.ts'
import { startBeside } from './several-servers.ts'

let owner: Server
let proxy: DatabaseProxy
let server: Server
let browser: Browser
beforeAll(async () => {
  owner = await startServer(preparedFolder())
  proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
  server = await startBeside(owner, proxy.url)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await cleanUp()
})

test('the database is away: the admin says why, the session goes on by itself', async () => {
  const { email, password } = preparedAccount
  const page = await newPage(browser)
  await page.goto(`${server.url}/admin/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page).toHaveURL(`${server.url}/admin`)
  await page.goto(`${server.url}/admin/jobs`)
  await expectPage(page.getByRole('row').nth(5)).toBeVisible()

  proxy.cut()
  await page.getByRole('link', { name: 'Results' }).click()
  await expectPage(page.getByText('The database cannot be reached right now').first()).toBeVisible()
  await expectPage(page).toHaveURL(`${server.url}/admin/results`)
  const stored = () => page.evaluate(() => localStorage.getItem('auth_tokens'))
  expect(await stored()).not.toBe(null)

  await page.goto(`${server.url}/admin/jobs`)
  await expectPage(
    page.getByText('The site could not be reached. Your session goes on as soon as it answers again.'),
  ).toBeVisible()
  expect(await stored()).not.toBe(null)

  await proxy.repair()
  await expectPage(page).toHaveURL(`${server.url}/admin/jobs`)
  await expectPage(page.getByRole('row').nth(5)).toBeVisible()
  await page.close()
})
