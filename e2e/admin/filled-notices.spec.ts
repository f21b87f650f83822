import type { FieldValue } from '#domain/admin/form/field-value.ts'
import { storedValue } from '#domain/admin/form/stored-value.ts'
import { slugOf } from '#domain/admin/slug.ts'
import type { Field, FieldType } from '#domain/content/fields/field.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { CONTENT_KINDS, noticePath } from '#domain/content/registry.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { htmlErrors } from '#e2e/html/html-errors.ts'
import { graphOf, structuredDataErrors } from '#e2e/http/structured-data.ts'
import { unescaped } from '#e2e/http/xml.ts'
import { expect, test } from './admin-test.ts'

const TEXT = 'Graduates & "others" <b>of</b> any age. Posts are contractual.'
const MARKDOWN = `# About

## The post

Salary: ₹35,400 to ₹1,12,400 per month

1. **One** and [a link](https://ssc.gov.in/a|b "Title"), ![a picture](https://ssc.gov.in/map.png)
2. \`code\`, <b>no HTML</b>, ![](/icon-192.png)

> quoted

| Paper | Marks | Time |
| :---- | ----: | :--: |
| I | 200 |
| II | 200 | 2 h | and more |

---

    indented
`
/** What is typed into a field of each type. */
const TYPED: Record<FieldType, FieldValue> = {
  line: TEXT,
  paragraph: `${TEXT}\n\n${TEXT}`,
  markdown: MARKDOWN,
  date: '31-12-2099',
  number: '1',
  rupees: '500',
  'yes-no': 'yes',
  link: 'https://ssc.gov.in/a|b?c=[1]{2}^`&d=100%#e#f',
  list: [TEXT, 'Interview'],
  choice: '',
  choices: [],
  'numbers-by-category': { general: '12', obc: '3', ex_servicemen: '1' },
  'rupees-by-category': { general: '500', sc: '0', pwd: '0.50' },
  'marks-by-category': { general: '152.9758', obc: '140', st: '0.5' },
  vacancies: [
    { name: TEXT, posts: '12', eligibility: TEXT },
    { name: 'Clerk', posts: '', eligibility: '' },
  ],
  slug: '',
  status: '',
  'post-time': `${formatDay(indianDay(Date.now())).replaceAll('-', '/')} 12:00 AM`,
  reference: '',
  timestamp: '',
}

/** Days in the past, so that one can apply. */
const PAST = /_start|^application_start|_as_on$/

for (const kind of CONTENT_KINDS) {
  test(`a notice of ${kind.listPath} with every field and the longest title is valid HTML everywhere`, async ({
    request,
    tables,
    mark,
  }) => {
    const title = `${mark} ${'Examination (Junior) '.repeat(30)}`.slice(0, 490).trim() + ' - Out'
    const typed = async (column: string, field: Field): Promise<FieldValue> => {
      if (column === 'title') return title
      if (field.type === 'slug') return slugOf(mark)
      if (field.type === 'status') return field.choices?.[0] ?? ''
      if (field.options) {
        const values = field.options.map(({ value }) => value).filter((value) => value !== field.alone)
        return field.type === 'choices' ? values : (values[0] ?? '')
      }
      if (field.mostLines) return ['Engineering & <b>Law</b>', 'विधि']
      if (field.references) return String((await tables.get(`${field.references}?select=id&limit=1`))[0]?.['id'])
      return PAST.test(column) ? '01-01-2026' : TYPED[field.type]
    }
    const columns = Object.entries(fieldsOf(kind.table)).filter(([, { isPlanned }]) => !isPlanned)
    const values = columns.map(async ([column, field]) => {
      return [column, storedValue(field, await typed(column, field))] as const
    })
    const stored = (await Promise.all(values)).map(([column, result]) => [column, 'value' in result && result.value])
    expect(stored.filter(([, value]) => value === null || value === false)).toEqual([])
    const row = await tables.insert(kind.table, Object.fromEntries(stored))
    const path = noticePath(kind, String(row['slug']))
    try {
      for (const address of [path, kind.listPath, `/search?q=${mark}`, ...(kind.home ? ['/'] : [])]) {
        let html = ''
        await expect.poll(async () => (html = await (await request.get(address)).text()), address).toContain(mark)
        expect(await htmlErrors(html), address).toEqual([])
        expect(await structuredDataErrors(html), address).toEqual([])
        const [, shown = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
        expect(unescaped(shown).length, shown).toBeLessThanOrEqual(69)
      }
      if (kind.table === 'jobs') {
        const posting = graphOf(await (await request.get(path)).text()).find((node) => node['@type'] === 'JobPosting')
        expect(posting).toMatchObject({
          identifier: { '@type': 'PropertyValue', value: TEXT },
          employmentType: ['CONTRACTOR'],
          baseSalary: { currency: 'INR', value: { minValue: 35_400, maxValue: 112_400, unitText: 'MONTH' } },
        })
      }
    } finally {
      await tables.remove(kind.table, row.id)
    }
    await expect.poll(async () => (await request.get(path)).status()).toBe(410)
    expect(await htmlErrors(await (await request.get(path)).text()), 'the page of a deleted notice').toEqual([])
  })
}
