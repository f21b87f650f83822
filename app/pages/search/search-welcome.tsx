import { StoredText } from '#app/ui/stored-text.tsx'
import { CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'
import { SEARCH } from '#domain/search-messages.ts'
import { inWords } from '#domain/numbers.ts'
import { CategoryCards } from './category-cards.tsx'
import { SEARCH_TIPS } from './search-tips.ts'

const BLURBS = [
  {
    heading: 'Everything at once',
    text: `One search looks through all ${inWords(CONTENT_KINDS.length)} lists and shows how much each of them has.`,
  },
  {
    heading: 'The dates that decide',
    text: 'Every result says when it was posted, until when one can apply and when the exam is.',
  },
  { heading: 'Official links', text: 'Every notice leads to the official source. Verify there, and apply only there.' },
]

interface SearchWelcomeProps {
  /** Whether something was typed that is too short to be searched for. */
  isTooShort: boolean
  siteName: string
}

export function SearchWelcome({ isTooShort, siteName }: SearchWelcomeProps) {
  return (
    <>
      <p className="search-welcome">
        Search all notices on {siteName}: {namesOf(CONTENT_KINDS)}.
      </p>
      <output className="count-line">{isTooShort && <b>{SEARCH.tooShort}</b>}</output>
      <section className="search-block" aria-labelledby="search-tips">
        <h2 id="search-tips">Search tips</h2>
        <ul className="search-tips">
          {SEARCH_TIPS.map((tip) => (
            <li key={tip}>
              <StoredText text={tip} />
            </li>
          ))}
        </ul>
      </section>
      <CategoryCards />
      <ul className="search-blurbs">
        {BLURBS.map(({ heading, text }) => (
          <li key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
