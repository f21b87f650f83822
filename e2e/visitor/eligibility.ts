import type { Locator, Page } from '@playwright/test'

/** Answers of somebody of 36 years or more from Bihar who has passed the 12th. */
export const ANSWERS = {
  version: 1,
  born: '1990-02-01',
  category: 'general',
  isDisabled: false,
  isExServiceman: false,
  gender: 'male',
  qualifications: ['12th'],
  field: null,
  state: 'bihar',
}

export const NOTICE = '/jobs/upsc-cds-i-2027-online-form'
export const TOO_OLD = /^Not eligible: \d+ years .*over the age of 24 on \d\d-\d\d-\d{4}, the last date to apply$/

/** Stores preferences before every document of the page that has none. */
export async function withPreferences(page: Page, preferences: object): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('user_preferences', localStorage.getItem('user_preferences') ?? stored)
  }, JSON.stringify(preferences))
}

export const mark = (row: Locator) => row.locator('.eligibility-mark')

export const rowOf = (page: Page, path: string) =>
  page
    .getByRole('main')
    .locator('li[data-id]')
    .filter({ has: page.locator(`a[href="${path}"]`) })

export const rows = (page: Page) => page.getByRole('main').locator('.notice-card')
export const only = (page: Page) => page.getByRole('checkbox', { name: 'Only what I can apply for' })
export const form = (page: Page) => page.getByRole('group', { name: 'Your answers' })

/** Gives the same answers in the form, and saves them. */
export async function answer(page: Page): Promise<void> {
  await form(page).getByLabel('Day').fill('1')
  await form(page).getByLabel('Month').fill('2')
  await form(page).getByLabel('Year').fill('1990')
  await form(page).getByLabel('Category').selectOption('General')
  await form(page).getByLabel('Gender').selectOption('Male')
  await form(page).getByLabel('12th pass').check()
  await form(page).getByLabel('Home state').selectOption('Bihar')
  await form(page).getByRole('button', { name: 'Save on this device' }).click()
}
