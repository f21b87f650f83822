import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { calendarDays } from '#domain/content/calendar-days.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { calendarText } from './calendar-text.ts'
import { plainText } from './plain-text.ts'

const site = { name: 'Suchana', url: 'https://suchana.example' }
const job: NoticeFacts = {
  table: 'jobs',
  id: 7,
  slug: 'ssc-cgl',
  title: 'SSC CGL',
  status: null,
  organization: 'SSC',
  created_at: '2026-11-01T00:00:00+00:00',
  posted_at: '2026-11-01T00:00:00+00:00',
  updated_at: '2026-11-20T04:05:06.789+00:00',
  apply_end_date: '2026-12-31',
  exam_date: '2027-02-28',
}
/** The parser does not know NAME of RFC 7986. */
ICAL.design.icalendar.property['name'] = { defaultType: 'text' }

const write = (notices: NoticeFacts[], title = 'SSC CGL') => calendarText(site, { title, days: calendarDays(notices) })
const read = (text: string) => new ICAL.Component(ICAL.parse(text))
const eventsOf = (text: string) => read(text).getAllSubcomponents('vevent')

test('a calendar without events is valid: it has a component', () => {
  const calendar = read(write([]))
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('Asia/Kolkata')
})

test('a deadline is an all-day event with an alarm one day before', () => {
  expect(write([{ ...job, exam_date: null }]).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Suchana//Important dates//EN',
    'NAME:SSC CGL',
    'X-WR-CALNAME:SSC CGL',
    'BEGIN:VEVENT',
    'UID:jobs-7-apply_end_date@suchana.example',
    'SEQUENCE:0',
    'DTSTAMP:20261120T040506Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:Last date to apply: SSC CGL',
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:SSC\\nhttps://suchana.example/jobs/ssc-cgl',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    'DESCRIPTION:Last date to apply: SSC CGL',
    'END:VALARM',
    'CATEGORIES:Latest Jobs',
    'URL;VALUE=URI:https://suchana.example/jobs/ssc-cgl',
    'LAST-MODIFIED:20261120T040506Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('an event that is no deadline has no alarm', () => {
  const [, exam] = eventsOf(write([job]))
  expect(exam?.getFirstPropertyValue('summary')).toBe('Exam date: SSC CGL')
  expect(exam?.getAllSubcomponents('valarm')).toEqual([])
})

test('the UID of an event does not change with its day, title or address', () => {
  const names = (text: string) => eventsOf(text).map((event) => event.getFirstPropertyValue('uid'))
  const moved = { ...job, title: 'Other', slug: 'other', apply_end_date: '2027-01-15', exam_date: '2027-03-01' }
  expect(names(write([moved]))).toEqual(names(write([job])))
})

const corrected = { field: 'exam_date', old: '2027-02-28', new: null, at: '2026-11-20T04:05:06+00:00', source: null }

test('a corrected date has a higher SEQUENCE under the same UID', () => {
  const [deadline, exam] = eventsOf(write([{ ...job, corrections: [{ ...corrected, new: '2027-02-28' }] }]))
  expect(exam?.getFirstPropertyValue('uid')).toBe('jobs-7-exam_date@suchana.example')
  expect(exam?.getFirstPropertyValue('sequence')).toBe(1)
  expect(exam?.getFirstPropertyValue('status')).toBeNull()
  expect(deadline?.getFirstPropertyValue('sequence')).toBe(0)
})

test('a date that was withdrawn is cancelled, with a higher SEQUENCE and without an alarm', () => {
  const deadline = { ...corrected, field: 'apply_end_date', old: '2026-12-31' }
  const [event, ...others] = eventsOf(
    write([{ ...job, apply_end_date: null, exam_date: null, corrections: [deadline] }]),
  )
  expect(others).toEqual([])
  expect(event?.getFirstPropertyValue('uid')).toBe('jobs-7-apply_end_date@suchana.example')
  expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(event?.getFirstPropertyValue('sequence')).toBe(1)
  expect(String(event?.getFirstPropertyValue('dtstart'))).toBe('2026-12-31')
  expect(event?.getAllSubcomponents('valarm')).toEqual([])
})

test('a calendar to which one subscribes says where and how often to fetch it', () => {
  const calendar = read(calendarText(site, { title: 'Exams', days: [], source: '/calendar.ics?type=exam' }))
  const lines = calendar.toString().split('\r\n')
  expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H')
  expect(lines).toContain('SOURCE;VALUE=URI:https://suchana.example/calendar.ics?type=exam')
})

test('a calendar without dates has no events', () => {
  const withdrawn = { ...job, apply_end_date: null, exam_date: null }
  expect(eventsOf(write([withdrawn]))).toEqual([])
  expect(eventsOf(write([]))).toEqual([])
})

test('the text of a calendar does not depend on the time zone of the server', () => {
  const zone = process.env['TZ']
  const texts = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'].map((name) => {
    process.env['TZ'] = name
    return write([job])
  })
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  expect(new Set(texts).size).toBe(1)
})

describe('arbitrary texts', () => {
  const typed = [
    'a, b; c: d \\ e \\n f "g"',
    'END:VEVENT\r\nEND:VCALENDAR',
    'x\r\nATTACH:https://evil.example',
    'a\u0000b\u0007c\u001bd\u0085e\u2028f',
    `<b> & ]]> '`,
    'यूपी पुलिस कांस्टेबल परिणाम '.repeat(9),
    '👩‍🚀🇮🇳'.repeat(30),
    'x'.repeat(500),
    ...fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }), { numRuns: 200, seed: 7 }),
    ...fc.sample(fc.string({ unit: fc.constantFrom(...Array.from('\\;,:n\r\n"= a')), minLength: 1 }), {
      numRuns: 200,
      seed: 7,
    }),
  ].filter((text) => plainText(text) !== '')

  test('arbitrary texts are preserved in events and in the name of the calendar', () => {
    for (const text of typed) {
      const written = write([{ ...job, title: text, organization: text, exam_date: null }], text)
      const calendar = read(written)
      expect(calendar.getFirstPropertyValue('name')).toBe(plainText(text))
      const events = calendar.getAllSubcomponents('vevent')
      expect(events).toHaveLength(1)
      expect(events[0]?.getFirstPropertyValue('summary')).toBe(`Last date to apply: ${plainText(text)}`)
      expect(events[0]?.getFirstPropertyValue('description')).toBe(
        `${plainText(text)}\nhttps://suchana.example/jobs/ssc-cgl`,
      )
      expect(events[0]?.getAllProperties('attach')).toEqual([])
    }
  })

  test('arbitrary texts are folded to lines of at most 75 bytes that end with CRLF', () => {
    for (const text of typed) {
      const lines = write([{ ...job, title: text, organization: text }], text).split('\r\n')
      expect(lines.at(-1)).toBe('')
      expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([])
    }
  })
})
