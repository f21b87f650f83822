import { describe, expect, test } from 'vitest'
import { jobPosting } from './job-posting.ts'
import type { Notice } from './notice.ts'

const open: Notice = {
  id: 1,
  slug: 'ssc-cgl',
  title: 'SSC CGL 2026 <Online> & Form',
  status: 'Start',
  created_at: '2026-11-01T00:00:00.000Z',
  posted_at: '2026-11-01T20:00:00.000Z',
  updated_at: '2026-11-01T20:00:00.000Z',
  apply_start_date: '2026-11-02',
  apply_end_date: '2026-11-30',
  apply_link: 'https://ssc.gov.in/apply',
  organization: { name: 'Staff Selection Commission', slug: 'ssc', website_url: 'https://ssc.gov.in', logo_url: null },
  category: null,
}

const today = '2026-11-15'

describe('jobPosting', () => {
  test('is posted today at the latest, whatever was typed', () => {
    const [posting] = jobPosting({ ...open, posted_at: '2027-11-01T20:00:00.000Z' }, today)
    expect(posting).toMatchObject({ datePosted: today, validThrough: '2026-11-30T23:59:59+05:30' })
  })

  test('contains the employer, the Indian day and the last second', () => {
    expect(
      jobPosting({ ...open, location: 'Bihar', advertisement_no: '3/2026', total_posts: 12 }, today),
    ).toMatchObject([
      {
        '@type': 'JobPosting',
        datePosted: '2026-11-02',
        validThrough: '2026-11-30T23:59:59+05:30',
        directApply: false,
        hiringOrganization: { name: 'Staff Selection Commission', sameAs: 'https://ssc.gov.in/' },
        jobLocation: { address: { addressRegion: 'Bihar', addressCountry: 'IN' } },
        identifier: { value: '3/2026' },
        totalJobOpenings: 12,
      },
    ])
  })

  test('contains the terms of employment that the notice states, and no others', () => {
    const texts = { eligibility: 'Posts are contractual.', description: 'Salary: ₹40,000 per month' }
    expect(jobPosting({ ...open, ...texts }, today)).toMatchObject([
      { employmentType: ['CONTRACTOR'], baseSalary: { currency: 'INR', value: { value: 40_000, unitText: 'MONTH' } } },
    ])
    const [posting] = jobPosting(open, today)
    for (const name of ['identifier', 'employmentType', 'baseSalary']) expect(posting).not.toHaveProperty(name)
  })

  test('escapes typed text in the HTML description', () => {
    expect(jobPosting(open, today)[0]?.['description']).toContain('<p>SSC CGL 2026 &lt;Online&gt; &amp; Form</p>')
  })

  test.each<[string, Partial<Notice>]>([
    ['has ended', { apply_end_date: '2026-11-14' }],
    ['has not begun', { apply_start_date: '2026-11-16' }],
    ['has no form yet', { apply_link: null }],
    ['names no employer', { organization: null }],
  ])('does not exist for a job that %s', (_, change) => {
    expect(jobPosting({ ...open, ...change }, today)).toEqual([])
  })

  test('exists until the end of the last day and omits an unknown end', () => {
    expect(jobPosting({ ...open, apply_end_date: today }, today)).toHaveLength(1)
    expect(jobPosting({ ...open, apply_end_date: null }, today)[0]).not.toHaveProperty('validThrough')
  })

  test('omits the region when the job is in the whole country', () => {
    const [posting] = jobPosting({ ...open, location: 'All India' }, today)
    expect(posting).toMatchObject({ jobLocation: { address: { addressCountry: 'IN' } } })
    expect(JSON.stringify(posting)).not.toContain('addressRegion')
  })
})
