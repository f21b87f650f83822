import type { JobPosting } from 'schema-dts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { LAST_DATE_TO_APPLY } from '#domain/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { vacancies } from '#domain/vacancies.ts'
import { webLink } from '#domain/web-link.ts'
import { writtenList } from '#domain/written-list.ts'
import { baseSalary, employmentTypes } from './employment-terms.ts'
import { noticeApplication } from './notice-application.ts'
import type { Notice } from './notice.ts'
import { firstText } from './notice-columns.ts'
import { kindOfTable } from './registry.ts'

const ALL_INDIA = /^all[\s-]india$/i

/**
 * A job as structured data for search engines, only while applications are open and the employer is known.
 * Source: Google Search Central, JobPosting: no expired postings, no aggregator in the employer's place.
 */
export function jobPosting(notice: Notice, today: Day): JobPosting[] {
  const application = noticeApplication(kindOfTable('jobs'), notice, today)
  const { organization } = notice
  if (application?.name !== 'active' || !organization) return []

  const website = webLink(organization.website_url) ?? webLink(notice.official_website)
  const logo = webLink(organization.logo_url)
  const location = firstText(notice, ['location'])
  const number = firstText(notice, ['advertisement_no'])
  const types = employmentTypes(notice)
  const salary = baseSalary(notice)
  return [
    {
      '@type': 'JobPosting',
      title: notice.title,
      description: description(notice, application.end),
      datePosted: dayPosted(notice, today),
      ...(application.end && { validThrough: `${application.end}T23:59:59+05:30` }),
      directApply: false,
      hiringOrganization: {
        '@type': 'Organization',
        name: organization.name,
        ...(website && { sameAs: website.href }),
        ...(logo && { logo: logo.href }),
      },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          ...(location && !ALL_INDIA.test(location) && { addressRegion: location }),
          addressCountry: 'IN',
        },
      },
      ...(number && { identifier: { '@type': 'PropertyValue', name: organization.name, value: number } }),
      ...(types.length > 0 && { employmentType: types }),
      ...(salary && { baseSalary: salary }),
      ...(typeof notice.total_posts === 'number' && { totalJobOpenings: notice.total_posts }),
    },
  ]
}

/** The day on which the job was posted; today when a later one was typed, because search engines expect a day that is over. */
function dayPosted({ posted_at }: Notice, today: Day): Day {
  const day = indianDay(posted_at)
  return day > today ? today : day
}

/** @returns the facts on the page as HTML */
function description(notice: Notice, lastDay: Day | null): string {
  const total = notice.total_posts
  const posts = vacancies(notice.post_name)
  const eligibility = firstText(notice, ['eligibility'])
  const steps = writtenList(notice.selection_process)
  return [
    paragraph(notice.title),
    typeof total === 'number' ? paragraph(`Vacancies: ${formatNumber(total)}.`) : '',
    posts.length > 0 ? list(posts.map(({ name }) => name)) : '',
    eligibility ? paragraph(`Eligibility: ${eligibility}`) : '',
    steps.length > 0 ? paragraph('Selection process:') + list(steps) : '',
    lastDay ? paragraph(`${LAST_DATE_TO_APPLY}: ${formatDay(lastDay)}, on the official website.`) : '',
  ].join('')
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
}
