import { expect, test, type APIRequestContext } from '@playwright/test'
import ICAL from 'ical.js'
import { filterQuery, readCalendarFilter, wantedDates } from '#domain/calendar-address.ts'
import { monthOf, neighbour, weekOf } from '#domain/calendar-period.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { addDays, indianDay } from '#domain/dates.ts'
import { CALENDAR_MONTHS, CALENDAR_PAST_DAYS } from '#domain/limits.ts'
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

/** Dates in the table of important dates of a page, as YYYY-MM-DD; the days of checks and changes stand below it. */
function daysOn(html: string): string[] {
  const [, table = ''] = /<table[^>]*aria-label="Important dates"[^>]*>([\s\S]*?)<\/table>/.exec(html) ?? []
  return Array.from(table.matchAll(/>(\d\d)-(\d\d)-(\d{4})</g), ([, day, month, year]) => `${year}-${month}-${day}`)
}

for (const { table, detailFolder, otherFolders, dates } of CONTENT_KINDS) {
  test(`${detailFolder}: a calendar has the dates of its page`, async ({ request, baseURL }) => {
    const deadlines = new Set(dates.filter(({ deadline }) => deadline).map(({ label }) => label))
    const uid = new RegExp(`^${table}-\\d+-[a-z_]+@${RegExp.escape(new URL(baseURL!).hostname)}$`)
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
        expect(event.uid).toMatch(uid)
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

for (const query of [
  '',
  '?type=last-date',
  '?type=exam&kind=admit_cards',
  '?kind=results&other=1',
  '?qualification=10th&state=bihar',
]) {
  test(`the calendar to which one subscribes, /calendar.ics${query}, has the dates of its filter, each once`, async ({
    request,
    baseURL,
  }) => {
    const filter = readCalendarFilter(new URLSearchParams(query))
    const response = await request.get(`/calendar.ics${query}`)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    const text = await response.text()
    const source = new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('source')
    expect(String(source)).toBe(`${baseURL}/calendar.ics${filterQuery(filter)}`)
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H')
    const events = eventsIn(text)
    expect(events.length).toBeGreaterThan(3)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    const labels = new Set(wantedDates(filter).map(({ kind, row }) => `${kind.table} ${row.label}`))
    const today = indianDay(Date.now())
    for (const { uid, summary, day } of events) {
      expect(labels).toContain(`${uid.split('-')[0]} ${summary.split(':')[0]}`)
      expect(day >= addDays(today, -CALENDAR_PAST_DAYS - 1) && day <= addDays(today, 366), day).toBe(true)
    }
    const [first] = events
    const alone = eventsIn(await (await request.get(`${first?.url}/calendar.ics`)).text())
    expect(alone).toContainEqual(first)
  })
}

test('/calendar.ics with empty, unknown or repeated values redirects to the address of its filter', async ({
  request,
}) => {
  for (const [query, location] of [
    ['?type=&kind=results', '?kind=results'],
    ['?type=nonsense&kind=', ''],
    ['?type=exam&type=result&kind=jobs', '?type=exam&kind=jobs'],
  ] as const) {
    const response = await request.get(`/calendar.ics${query}`, { maxRedirects: 0 })
    expect([query, response.status(), response.headers()['location']]).toEqual([query, 301, `/calendar.ics${location}`])
  }
  for (const query of ['?kind=jobs&type=exam', '?type=exam&kind=jobs', '?utm_source=x']) {
    expect([query, (await request.get(`/calendar.ics${query}`, { maxRedirects: 0 })).status()]).toEqual([query, 200])
  }
})

for (const query of ['', '?type=exam', '?state=bihar']) {
  test(`every date of the next days in /calendar.ics${query} is on the pages of its days`, async ({ request }) => {
    const today = indianDay(Date.now())
    const events = eventsIn(await (await request.get(`/calendar.ics${query}`)).text())
    for (let later = 1; later <= 7; later += 1) {
      const day = addDays(today, later)
      const html = await (await request.get(`/calendar/${day}${query}`)).text()
      const [, list = ''] = /<ul class="dates-of-day">(.*?)<\/ul>/s.exec(html) ?? []
      const shown = Array.from(
        list.matchAll(/<li><span[^>]*>([^<]*)<\/span><a href="([^"]*)"/g),
        ([, label, path]) => `${label} ${path}`,
      )
      const expected = events.filter((event) => event.day === day)
      expect(shown.sort()).toEqual(
        expected.map(({ summary, url }) => `${summary.split(':')[0]} ${new URL(url).pathname}`).sort(),
      )
    }
  })
}

test('the calendar has no page more than two years away, nor for what is no month, week or day', async ({
  request,
}) => {
  const month = monthOf(indianDay(Date.now()))
  let [earlier, later] = [month, month]
  for (let step = 0; step < CALENDAR_MONTHS; step += 1) [earlier, later] = [neighbour(earlier, -1), neighbour(later, 1)]
  for (const { name } of [earlier, later]) {
    const html = await (await request.get(`/calendar/${name}`)).text()
    expect(html.match(/ rel="(prev|next)"/g), name).toHaveLength(1)
  }
  const missing = [neighbour(earlier, -1).name, neighbour(later, 1).name, weekOf(addDays(later.last, 14)).name]
  for (const name of [...missing, '2026-13', '2026-w60', '2026-02-30', 'november', '9999-12', '0001-01'])
    expect((await request.get(`/calendar/${name}`)).status(), name).toBe(404)
})

test('the sitemap has the present and the next month of the calendar, and only months and weeks without a filter are indexed', async ({
  request,
  baseURL,
}) => {
  const today = indianDay(Date.now())
  const next = `/calendar/${neighbour(monthOf(today), 1).name}`
  const listed = textsIn(await (await request.get('/sitemap.xml')).text(), 'loc').filter((address) =>
    address.includes('/calendar'),
  )
  expect(listed.sort()).toEqual([`${baseURL}/calendar`, baseURL + next])
  const canonicalOf = async (path: string) =>
    /<link rel="canonical" href="([^"]+)"/.exec(await (await request.get(path)).text())?.[1]
  expect(await canonicalOf(next)).toBe(baseURL + next)
  expect(await canonicalOf(`/calendar/${monthOf(today).name}`)).toBe(`${baseURL}/calendar`)
  expect(await canonicalOf(`/calendar/${weekOf(today).name}`)).toBe(`${baseURL}/calendar/${weekOf(today).name}`)
  expect(await canonicalOf(`/calendar/${today}`)).toBeUndefined()
  const filtered = { '/calendar?type=exam': '/calendar', [`${next}?kind=jobs`]: next }
  for (const [path, unfiltered] of Object.entries(filtered)) {
    expect(await canonicalOf(path), path).toBe(baseURL + unfiltered)
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex,follow"')
  }
})

for (const path of [
  '/jobs/no-such-job/calendar.ics',
  '/recruitments/no-such-one/calendar.ics',
  '/jobs/UPPER/calendar.ics',
  '/jobs/a%00b/calendar.ics',
  '/jobs/%E0%A4%85/calendar.ics',
  '/nothing/a/calendar.ics',
]) {
  test(`there is no calendar at ${path}`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(response.headers()['content-type']).toContain('text/plain')
    expect(response.headers()['cache-control']).toContain('no-store')
  })
}
