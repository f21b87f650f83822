import type { HomeBoard } from '#app/data/home-board.ts'
import { QuestionList } from '#app/ui/question-list.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { CONTENT_KINDS, kindOfTable, MAIN_KINDS, namesOf, noticePath } from '#domain/content/registry.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { cappedNumber } from '#domain/numbers.ts'
import { homeQuestions } from './home-questions.ts'

const LISTED = namesOf(CONTENT_KINDS.filter(({ home }) => home))

export function AboutBlock({ siteName }: { siteName: string }) {
  return (
    <section className="home-block prose">
      <h2>Every notice, in one calm place</h2>
      <p>
        {siteName} lists government {LISTED} from central and state bodies as they are announced. Each page gives the
        dates, fees, age limits and official links in the same order, so that you can decide in a minute whether to
        apply.
      </p>
      <p>
        Featured notices come first, then the newest. A badge tells you whether applications have started, whether a
        last date was extended, and whether an admit card, key or result is out. Everything is free, and browsing needs
        no account.
      </p>
    </section>
  )
}

export function PopularJobs({ quickLinks }: { quickLinks: HomeBoard['quickLinks'] }) {
  if (quickLinks.length === 0) return null
  const jobs = kindOfTable('jobs')
  return (
    <section className="home-block popular-jobs">
      <h2>Popular jobs</h2>
      <ul className="link-grid">
        {quickLinks.map(({ slug, title }) => (
          <li key={slug}>
            <a href={noticePath(jobs, slug)}>
              <StoredText text={title} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Those in the bar of the navigation come first. */
const TOP_PAGES = [...MAIN_KINDS, ...CONTENT_KINDS.filter((kind) => !MAIN_KINDS.includes(kind))]

export function TopPages({ counts }: { counts: HomeBoard['counts'] }) {
  return (
    <section className="home-block top-pages-block">
      <h2>Top pages</h2>
      <table className="facts-table stacked top-pages" aria-label="Top pages of the site">
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">What it lists</th>
            <th scope="col">Notices</th>
          </tr>
        </thead>
        <tbody>
          {TOP_PAGES.map((kind) => (
            <tr key={kind.table}>
              <th scope="row">
                <a href={kind.listPath}>{kind.label}</a>
              </th>
              <td>{kind.lede}</td>
              <td className="number">{countShown(counts[kind.table])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function countShown(count: number | undefined): string {
  return count === undefined ? '' : cappedNumber(count, COUNT_CAP)
}

export function HomeQuestions({ siteName }: { siteName: string }) {
  return (
    <section className="home-block">
      <h2>Questions</h2>
      <QuestionList questions={homeQuestions(siteName)} />
    </section>
  )
}
