import type { Page } from '@playwright/test'
import { expect, hydrated, painted, test } from './browser-test.ts'

const LINKS = ['Home', 'Latest Jobs', 'Admit Card', 'Results', 'Admission', 'Syllabus', 'Answer Key']

test('the main navigation links to every list and marks the current page @laptop', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  expect((await nav.getByRole('link').allInnerTexts()).filter((text) => LINKS.includes(text))).toEqual(LINKS)
  for (const name of LINKS.slice(1)) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('the More group opens and links to the static pages @laptop', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByText('More', { exact: true }).click()
  for (const [name, path] of [
    ['Contact', '/contact'],
    ['Privacy Policy', '/privacy'],
    ['Disclaimer', '/disclaimer'],
  ] as const) {
    await expect(nav.getByRole('link', { name })).toHaveAttribute('href', path)
    await expect(nav.getByRole('link', { name })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(nav.getByRole('link', { name: 'Contact' })).toBeHidden()
})

/** @returns how far a swipe scrolls the page, in CSS pixels; restores the scroll position */
async function scrolledBy(page: Page): Promise<number> {
  // Before the frame in which the menu is gone, it would be a swipe over the menu.
  await painted(page)
  const before = await page.evaluate(() => window.scrollY)
  const input = await page.context().newCDPSession(page)
  await input.send('Input.synthesizeScrollGesture', { x: 100, y: 400, yDistance: -300, speed: 3_000 })
  const after = await page.evaluate(() => window.scrollY)
  await page.evaluate((y) => window.scrollTo(0, y), before)
  return after - before
}

/** @returns whether assistive technology hears that a button has opened something */
async function isExpanded(page: Page, accessibleName: string): Promise<unknown> {
  const browser = await page.context().newCDPSession(page)
  const { root } = await browser.send('DOM.getDocument')
  const query = { nodeId: root.nodeId, role: 'button', accessibleName }
  const { nodes } = await browser.send('Accessibility.queryAXTree', query)
  return nodes[0]?.properties?.find(({ name }) => name === 'expanded')?.value.value
}

test('the phone menu covers the page, traps the focus and closes', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  expect(await isExpanded(page, 'Menu')).toBe(false)
  await button.click()
  expect(await isExpanded(page, 'Menu')).toBe(true)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  expect(await scrolledBy(page)).toBe(0)
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  expect(await scrolledBy(page)).toBeGreaterThan(0)

  await button.click()
  await menu.getByRole('link', { name: 'Syllabus' }).click()
  await expect(page).toHaveURL('/syllabus')
  await expect(menu).toBeHidden()
  expect(await scrolledBy(page)).toBeGreaterThan(0)
})

test('the menu is there up to a width of 768 pixels, and the bar above it', async ({ page }) => {
  await page.goto('/jobs')
  for (const [width, hasMenu] of [
    [768, true],
    [769, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible({ visible: hasMenu })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: !hasMenu })
  }
})

test('the theme follows the system until it is toggled, and is restored after a reload', async ({
  page,
  colorScheme,
}) => {
  await page.goto('/')
  await hydrated(page)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const system = await background()
  expect(system === 'rgb(255, 255, 255)').toBe(colorScheme === 'light')

  await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' })
  expect(await background()).not.toBe(system)
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' })
  expect(await background()).toBe(system)

  await page.getByRole('button', { name: /light and dark|theme/i }).click()
  const toggled = await background()
  expect(toggled).not.toBe(system)
  const stored = await page.evaluate(() => localStorage.getItem('theme'))
  expect(stored).toBe(colorScheme === 'light' ? 'dark' : 'light')

  await page.reload()
  expect(await background()).toBe(toggled)
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' })
  expect(await background(), 'a stored theme wins over the system').toBe(toggled)
})

test('the theme colour of the browser is that of the header in both themes', async ({ page }) => {
  const bars = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      const probe = document.createElement('p')
      probe.style.color = all.find(({ media }) => matchMedia(media).matches)?.content ?? ''
      return [all.length, probe.style.color]
    })
  const header = () => page.locator('.site-header').evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto('/')
  await hydrated(page)
  expect(await bars()).toEqual([2, await header()])
  await page.getByRole('button', { name: /light and dark/i }).click()
  expect(await bars()).toEqual([2, await header()])
  await page.reload()
  await hydrated(page)
  expect(await bars()).toEqual([2, await header()])
})

test('a stored theme is applied before the first paint', async ({ page, colorScheme }) => {
  const other = colorScheme === 'light' ? 'dark' : 'light'
  await page.addInitScript((theme) => localStorage.setItem('theme', theme), other)
  await page.addInitScript(() => {
    const themes: (string | undefined)[] = []
    Object.assign(window, { themes })
    const note = () => document.body && themes.push(document.documentElement.dataset['theme'])
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/jobs')
  const themes = await page.evaluate(() => (window as unknown as { themes: string[] }).themes)
  expect(new Set(themes)).toEqual(new Set([other]))
})

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs#main')
})

test('the menu opens, closes and leads to pages in a browser without popovers @phone', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
    document.addEventListener('DOMContentLoaded', () => {
      for (const name of ['popover', 'popovertarget'])
        for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
    })
  })
  await page.goto('/contact')
  await hydrated(page)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const open = page.getByRole('button', { name: 'Menu', exact: true })
  await expect(async () => {
    await open.click()
    await expect(menu).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')
  await open.click()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await open.click()
  await page.mouse.click(5, 300)
  await expect(menu).toBeHidden()
  await open.click()
  await menu.getByRole('link', { name: 'Results' }).click()
  await expect(page).toHaveURL('/results')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
