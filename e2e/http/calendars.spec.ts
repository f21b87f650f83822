import { expect, test, type APIRequestContext } from '@playwright/test'
import ICAL from 'ical.js'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { textsIn } from './xml.ts'

interface Event {
  uid: string
  summary: string
  day: string
  days: number
  url: string
  hasAlarm: boolean
}

function eventsIn(text: string): Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.name).toBe('vcalendar')
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    expect(event.startDate.isDate).toBe(true)
    const stamp = component.getFirstPropertyValue('dtstamp')?.toString()
    expect(stamp).toBe(component.getFirstPropertyValue('last-modified')?.toString())
    expect(Date.parse(stamp ?? '')).toBeLessThanOrEqual(Date.now())
    const alarms = component.getAllSubcomponents('valarm')
    expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger'))).filter((t) => t !== '-P1D')).toEqual(
      [],
    )
    return {
      uid: event.uid,
      summary: event.summary,
      day: event.startDate.toString(),
      days: event.endDate.subtractDate(event.startDate).toSeconds() / 86_400,
      url: String(component.getFirstPropertyValue('url')),
      hasAlarm: alarms.length > 0,
    }
  })
}

async function pagesOf(request: APIRequestContext, folder: string): Promise<string[]> {
  return textsIn(await (await request.get(`/sitemaps/${folder}-1.xml`)).text(), 'loc')
}

/** Dates that the page shows under 'Important dates', as YYYY-MM-DD. */
function daysOn(html: string): string[] {
  const [, section = ''] = /<h2[^>]*>Important dates<\/h2>([\s\S]*?)<\/section>/.exec(html) ?? []
  return Array.from(section.matchAll(/>(\d\d)-(\d\d)-(\d{4})</g), ([, day, month, year]) => `${year}-${month}-${day}`)
}

for (const { table, detailFolder, otherFolders, dates } of CONTENT_KINDS) {
  test(`${detailFolder}: a calendar has the dates of its page`, async ({ request }) => {
    const deadlines = new Set(dates.filter(({ deadline }) => deadline).map(({ label }) => label))
    const pages = (await pagesOf(request, detailFolder.slice(1))).slice(0, 12)
    expect(pages).toHaveLength(12)
    for (const page of pages) {
      const response = await request.get(`${page}/calendar.ics`)
      expect(response.status(), page).toBe(200)
      expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
      const events = eventsIn(await response.text())
      const html = await (await request.get(page)).text()
      expect(events.map(({ day }) => day)).toEqual(daysOn(html).sort())
      for (const event of events) {
        expect(event.uid).toMatch(new RegExp(`^${table}-\\d+-[a-z_]+@[a-z.]+$`))
        expect([event.url, event.days]).toEqual([page, 1])
        expect(event.hasAlarm, event.summary).toBe(deadlines.has(event.summary.split(':')[0] ?? ''))
      }
      expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
      expect(events.length > 0, 'every sample notice of a kind with dates has one').toBe(dates.length > 0)
      expect(html.includes('/calendar.ics"')).toBe(events.length > 0)
    }
  })

  for (const folder of otherFolders) {
    test(`${folder}/{slug}/calendar.ics redirects to the canonical folder`, async ({ request }) => {
      const [page = ''] = await pagesOf(request, detailFolder.slice(1))
      const slug = page.split('/').at(-1)
      const response = await request.get(`${folder}/${slug}/calendar.ics`, { maxRedirects: 0 })
      expect(response.status()).toBe(301)
      expect(response.headers()['location']).toBe(`${detailFolder}/${slug}/calendar.ics`)
    })
  }
}

test('the calendar of a recruitment has the dates of its notices, each once', async ({ request }) => {
  const pages = (await pagesOf(request, 'recruitments')).slice(0, 6)
  expect(pages).toHaveLength(6)
  for (const page of pages) {
    const response = await request.get(`${page}/calendar.ics`)
    expect(response.status(), page).toBe(200)
    const events = eventsIn(await response.text())
    const shown = events.map(({ day, summary }) => `${day} ${summary.split(':')[0]}`)
    expect(new Set(shown).size).toBe(shown.length)
    expect(events.map(({ day }) => day)).toEqual(events.map(({ day }) => day).sort())

    const notices = [...new Set(events.map(({ url }) => url))]
    const alone = await Promise.all(
      notices.map(async (url) => eventsIn(await (await request.get(`${url}/calendar.ics`)).text())),
    )
    expect(alone.flat()).toEqual(expect.arrayContaining(events))
    expect(new Set(alone.flat().map(({ day, summary }) => `${day} ${summary.split(':')[0]}`))).toEqual(new Set(shown))
    expect(events.length, page).toBeGreaterThan(3)
  }
})

for (const path of [
  '/jobs/no-such-job/calendar.ics',
  '/recruitments/no-such-one/calendar.ics',
  '/jobs/UPPER/calendar.ics',
  '/jobs/a%00b/calendar.ics',
  '/jobs/%E0%A4%85/calendar.ics',
  '/nothing/a/calendar.ics',
  '/jobs/calendar.ics',
]) {
  test(`there is no calendar at ${path}`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(response.headers()['content-type']).toContain('text/plain')
    expect(response.headers()['cache-control']).toContain('no-store')
  })
}
