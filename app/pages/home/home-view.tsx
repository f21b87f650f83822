import type { HomeBoard } from '#app/data/home-board.ts'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import { HOME_SECTIONS, MAIN_KINDS, namesOf } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { Dateline } from './dateline.tsx'
import { AboutBlock, HomeQuestions, PopularJobs, TopPages } from './home-blocks.tsx'
import { HomeSection } from './home-section.tsx'

interface HomeViewProps {
  board: HomeBoard
  today: Day
  siteName: string
}

export function HomeView({ board, today, siteName }: HomeViewProps) {
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Government {namesOf(MAIN_KINDS)}
      </h1>
      <Dateline board={board} today={today} />
      <EligibilityLink />
      <div className="home-board">
        {HOME_SECTIONS.map((kind) => (
          <HomeSection key={kind.table} kind={kind} today={today} rows={board.sections[kind.table] ?? []} />
        ))}
      </div>
      <div className="home-lower" id="home-lower" data-live="">
        <PopularJobs quickLinks={board.quickLinks} />
        <TopPages counts={board.counts} />
        <div>
          <AboutBlock siteName={siteName} />
          <HomeQuestions siteName={siteName} />
        </div>
      </div>
    </>
  )
}
