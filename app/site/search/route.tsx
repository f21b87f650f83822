import { data } from 'react-router'
import { NOTHING_FOUND } from '#app/data/nothing-found.ts'
import { search } from '#app/data/search.ts'
import { siteContext } from '#app/data/site-context.ts'
import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { SEARCH_PATH, searchQuestion } from '#domain/search-address.ts'
import { isSearchable } from '#domain/search-text.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { SearchPage } from './search-page.tsx'
import type { SearchReply } from './use-search-results.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { backend, logFailure } = context.get(siteContext)
  const question = searchQuestion(url.searchParams)
  if (!isSearchable(question.text)) return data<SearchReply>({ ...question, ...NOTHING_FOUND, next: null })
  try {
    return data<SearchReply>({ ...question, ...(await search(backend, question)) })
  } catch (error) {
    logFailure('search', error)
    return data<SearchReply>({ ...question, ...NOTHING_FOUND, next: null }, { status: 503 })
  }
}

/** A search that cannot be reached has found nothing. Source: specification, section 8, Search failure. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<SearchReply> {
  try {
    return (await serverLoader()) as SearchReply
  } catch (error) {
    console.warn('The search could not be asked', error)
    return { ...searchQuestion(new URL(request.url).searchParams), ...NOTHING_FOUND, next: null }
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = loaderData?.text ?? ''
  return pageMeta(matches, {
    title: text ? `Search: ${text}` : 'Search all notices',
    description:
      'Search government jobs, admit cards, results, answer keys, admissions, documents and syllabus by exam, post or recruiting body.',
    keywords: ['search', 'government jobs', 'admit card', 'result', 'answer key', 'India'],
    path: SEARCH_PATH,
    noindex: text !== '',
  })
}

export default function Search({ loaderData, matches }: Route.ComponentProps) {
  const page = { label: 'Search', href: SEARCH_PATH }
  return (
    <>
      <SearchPage first={loaderData} />
      <StructuredData json={import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), page)]) : ''} />
    </>
  )
}
