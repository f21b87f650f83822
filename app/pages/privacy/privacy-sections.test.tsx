import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { privacySections } from './privacy-sections.tsx'

const site: SiteSettings = {
  name: 'Suchana',
  url: 'https://suchana.example',
  host: 'suchana.example',
  contactEmail: 'contact@suchana.example',
  whatsappUrl: null,
  telegramUrl: null,
  publishableKey: 'key',
  vapidPublicKey: 'key',
  contactInbox: false,
  sendsMail: false,
  linkChecks: false,
  scriptUrls: [],
  adScriptUrl: null,
}

const sections = new Map(
  privacySections(site).map(({ heading, paragraphs }) => [
    heading,
    renderToStaticMarkup(createElement(Fragment, null, ...paragraphs)),
  ]),
)

test('the privacy policy says that reading collects no personal information', () => {
  expect(sections.get('Reading collects no personal information')).toContain(
    'You can read every notice, search and share pages without giving a name',
  )
})

test('the privacy policy says what a page view, a newsletter address and a push subscription store', () => {
  expect(sections.size).toBe(10)
  expect(sections.get('Page views')).toContain(
    'the path of the page, for example /jobs, the kind of browser, and the time',
  )
  expect(sections.get('Newsletter')).toContain('your e-mail address is stored')
  expect(sections.get('Push notifications')).toContain(
    'That address, its keys, the kinds of notices you chose, what you follow, your quiet hours and the kind of browser are stored',
  )
})
