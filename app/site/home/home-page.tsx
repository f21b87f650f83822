import { useSite } from '#app/data/use-site.ts'
import { NewNotices } from '#app/site/live/new-notices.tsx'
import { Dateline } from './dateline.tsx'
import { AboutBlock, HomeQuestions, PopularJobs, TopPages } from './home-blocks.tsx'
import { HomeSection } from './home-section.tsx'
import { useHomeBoard, type HomeReply } from './use-home-board.ts'

export function HomePage(first: HomeReply) {
  const siteName = useSite().site.name
  const { board, today, sections, waiting, showWaiting } = useHomeBoard(first)
  return (
    <>
      <NewNotices count={waiting} onShow={showWaiting} />
      <h1 className="visually-hidden" tabIndex={-1}>
        Government jobs, results, admit cards and answer keys
      </h1>
      <Dateline board={board} today={today} />
      <div className="home-board">
        {sections.map((section) => (
          <HomeSection key={section.kind.table} today={today} {...section} />
        ))}
      </div>
      <div className="home-lower">
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
