import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { expectPage, hydrated, launchBrowser, newPage } from '#e2e/start/browser.ts'
import type { Account } from '#e2e/start/server.ts'
import { HOSTILE_LINKS, SCRIPT_TEXTS } from './payloads.ts'
import { newAccount, newAddress, oneByOne, openDatabase, portals, shareOf, signIn } from './portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** What a page did that only a script of an attacker would do, or that its policy stopped. */
async function watch(page: Page): Promise<string[]> {
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(`dialog on ${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy|violates|trusted type/i.test(message.text())) found.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host.includes('evil')) found.push(`request to ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => found.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI} on ${location.href}`)
    })
  })
  return found
}

describe.each(portals)('a browser on the portal with its $mode database', (portal) => {
  const sql = openDatabase(portal)
  const opened = (headers = {}) =>
    newPage(browser, { baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': newAddress(), ...headers } })

  async function fillIn(page: Page, { email, password }: Account): Promise<void> {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  test('S21: no link of the contract stores anything but an absolute http or https address', async () => {
    const { send } = await signIn(portal, await newAccount(sql, portal, 'admin'))
    const links = await sql<{ table: string; column: string }[]>`
      select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~ '_(link|url)$|^official_website$'
       order by 1, 2`
    expect(links.length).toBeGreaterThanOrEqual(25)
    for (const { table, column } of shareOf(portal, links)) {
      const heading = table === 'categories' || table === 'organizations' ? 'name' : 'title'
      const answers = await oneByOne(HOSTILE_LINKS.length, (turn) =>
        send(`POST /rest/v1/${table}`, {
          [heading]: 'S21',
          slug: `s21-${randomUUID()}`,
          [column]: HOSTILE_LINKS[turn],
        }),
      )
      const stored = HOSTILE_LINKS.filter((_link, turn) => answers[turn]?.status !== 400)
      expect([table, column, stored]).toEqual([table, column, []])
    }
  })

  test('S21: hostile texts in every field run no script on any page, and no policy has to stop one', async () => {
    const slugs = await plantTexts()
    const lists = CONTENT_KINDS.map(({ listPath }) => listPath)
    const searches = lists.map((path) => `${path}?search=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    const others = ['/contact', '/notifications', '/unknown/<script>alert(1)</script>']
    const withTexts = ['/', '/search?q=alert', ...lists, ...slugs.map(({ path }) => path)]
    const paths = [...withTexts, ...shareOf(portal, [...others, ...searches])]
    // In several tabs, since a page that loads also waits.
    const tabs = 3
    const foundInTabs = await Promise.all(
      Array.from({ length: tabs }, async (_, tab) => {
        const page = await opened()
        const found = await watch(page)
        for (const path of paths.filter((_path, number) => number % tabs === tab)) {
          await page.goto(path)
          await hydrated(page)
        }
        await page.close()
        return found
      }),
    )
    expect(foundInTabs.flat()).toEqual([])

    const page = await opened()
    const found = await watch(page)
    // By a swap in place of a navigation, and in the dropdown of the search.
    await page.goto('/jobs')
    await hydrated(page)
    await page.locator('.notice-card a').first().click()
    await page.goto('/')
    await hydrated(page)
    const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
    await search.fill('alert(1)')
    await page.waitForResponse((response) => response.url().includes('/search/dropdown'))
    expect(found).toEqual([])
    await page.close()

    const admin = await opened()
    const foundInAdmin = await watch(admin)
    const signInPage = await admin.goto('/admin/login')
    expect(signInPage?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
    await fillIn(admin, await newAccount(sql, portal, 'admin'))
    await expectPage(admin).toHaveURL(`${portal.url}/admin`)
    for (const { table } of shareOf(portal, CONTENT_KINDS)) {
      const tab = `/admin/${table.replaceAll('_', '-')}`
      await admin.goto(`${tab}?search=alert`)
      await expectPage(admin.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
      await admin.goto(`${tab}/${slugs.find((planted) => planted.table === table)?.id}`)
      await admin.locator('form').first().waitFor()
    }
    for (const path of ['/admin/contact-messages', '/admin/organizations', '/admin/push-notifications']) {
      await admin.goto(path)
      await admin.locator('h1').first().waitFor()
    }
    expect(foundInAdmin).toEqual([])
    await admin.close()
  })

  /** Adds notices with the hostile texts of this portal in all their fields, and the rows they refer to. */
  async function plantTexts(): Promise<{ table: string; path: string; id: number }[]> {
    const allParts = Array.from({ length: 10 }, (_, part) => SCRIPT_TEXTS.slice(part * 6, part * 6 + 6).join('\n'))
    const parts = shareOf(portal, allParts)
    const [organization] =
      await sql`insert into organizations (name, slug) values (${parts[0] ?? ''}, ${`s21-${randomUUID()}`}) returning id`
    const [recruitment] =
      await sql`insert into recruitments (title, slug) values (${parts[1] ?? ''}, ${`s21-${randomUUID()}`}) returning id, slug`
    await sql`insert into contact_messages (name, email, subject, message)
      values (${SCRIPT_TEXTS[12]}, 'a@example.org', ${SCRIPT_TEXTS[13]}, ${parts.join('\n')})`
    const planted = [
      { table: 'recruitments', path: `/recruitments/${recruitment?.['slug']}`, id: Number(recruitment?.['id']) },
    ]
    for (const { table, detailFolder } of CONTENT_KINDS) {
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = ${table} and data_type = 'text' and is_generated = 'NEVER'
           and column_name !~ '_(link|url)$|^(official_website|slug|status|post_time|post_group|gender)$'`
      expect([table, columns.length > 1]).toEqual([table, true])
      for (const text of parts) {
        const slug = `s21-${randomUUID()}`
        const texts = Object.fromEntries(columns.map(({ name }) => [name, text]))
        const row = { ...texts, slug, organization_id: organization?.['id'], recruitment_id: recruitment?.['id'] }
        const known = await sql<{ name: string }[]>`
          select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`
        const names = Object.keys(row).filter((name) => known.some((column) => column.name === name))
        const [stored] = await sql`insert into ${sql(table)} ${sql(row, names as (keyof typeof row)[])} returning id`
        planted.push({ table, path: `${detailFolder}/${slug}`, id: Number(stored?.['id']) })
      }
    }
    return planted
  }

  test('S21: links to other sites do not hand over the page or its address', async () => {
    const slug = `s21-${randomUUID()}`
    await sql`insert into jobs (title, slug, apply_link, official_website)
      values ('S21 links', ${slug}, 'https://ssc.gov.in/apply', 'https://ssc.gov.in')`
    const html = await (await fetch(`${portal.url}/jobs/${slug}`)).text()
    const anchors = html.match(/<a [^>]*href="https:\/\/ssc\.gov\.in[^>]*>/g) ?? []
    expect(anchors.length).toBeGreaterThan(0)
    for (const anchor of anchors) expect(anchor).toMatch(/rel="noopener noreferrer nofollow"/)
    await sql`delete from jobs where slug = ${slug}`
  })

  test.each(
    shareOf(portal, [
      '//evil.example/admin',
      '/\\evil.example',
      'https:evil.example',
      '/%09/evil.example',
      'javascript:alert(1)',
      '/jobs',
    ]),
  )('S23: signing in does not lead to %s', async (from) => {
    const page = await opened()
    const found = await watch(page)
    await page.goto(
      `/admin/login?from=${encodeURIComponent(from)}&message=Pay+here&error=Pay+here#error_description=Pay+here`,
    )
    await page.evaluate((hostile) => {
      history.replaceState({ ...history.state, usr: { from: hostile, message: 'Pay here' } }, '')
    }, from)
    await page.reload()
    await expectPage(page.getByRole('alert')).toHaveText('')
    await expectPage(page.locator('body')).not.toContainText('Pay here')
    await fillIn(page, await newAccount(sql, portal, 'admin'))
    await expectPage(page).toHaveURL(`${portal.url}/admin`)
    expect(found).toEqual([])
    await page.close()
  })

  test('S24: an address with tokens of another account signs nobody in', async () => {
    const other = await signIn(portal, await newAccount(sql, portal, 'admin'))
    const tokens = new URLSearchParams({
      access_token: other.accessToken,
      refresh_token: other.refreshToken,
      expires_in: '1800',
      token_type: 'bearer',
      type: 'magiclink',
    })
    const page = await opened()
    for (const address of shareOf(portal, [
      `/admin#${tokens}`,
      `/admin/login#${tokens}`,
      `/admin?${tokens}`,
      '/admin?code=x#type=recovery',
    ])) {
      await page.goto('/jobs')
      await page.goto(address)
      await expectPage(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('auth_tokens'))).toBe(null)
    }
    await page.close()
  })
})
